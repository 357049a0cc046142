// @ts-check
// The candidates of a cell, three rows of three, those that rules have removed struck out: where the
// reader asks for them, and where the search reports all of them.

/** @param {View} view */
function playerCandidates({ find }) {
  const asked = find("[name=candidates]", HTMLInputElement);

  /** @param {number} mask @param {string} after each digit */
  const grid = (mask, after) => [1, 4, 7].map(low => [low, low + 1, low + 2].map(digit =>
    mask >> digit - 1 & 1 ? digit + after : " ").join("")).join("\n");

  /**
   * @param {HTMLElement[]} cells
   * @param {Frame} frame
   */
  function paint(cells, { candidates: [before, after], reasons, board }) {
    const isShown = asked.checked || reasons.includes("Cells");
    cells.forEach((cell, at) => {
      const isOpen = isShown && !board[at] && !cell.textContent;
      for (const [name, mask, strike] of /** @type {const} */ ([
        ["left", before[at] & after[at], ""], ["gone", before[at] & ~after[at], "\u0336"],
      ])) {
        if (isOpen && mask) cell.dataset[name] = grid(mask, strike);
        else delete cell.dataset[name];
      }
    });
  }

  return { asked, paint };
}
