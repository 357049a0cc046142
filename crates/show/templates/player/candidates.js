// @ts-check
// The candidates of a cell, three rows of three: those of a round of all rules before and after it,
// else the digits that stand in no unit of a blank, where the reader asks for them.

/** @param {View} view */
function playerCandidates({ find, unitsOf }) {
  const legal = find("[name=legal]", HTMLInputElement);

  /** @param {number[]} board */
  function legalOn(board) {
    const held = new Array(27).fill(0);
    board.forEach((digit, at) => unitsOf(at).forEach(unit => {
      held[unit] |= digit && 1 << digit - 1;
    }));
    return board.map((digit, at) =>
      digit ? 0 : unitsOf(at).reduce((left, unit) => left & ~held[unit], 0x1ff));
  }

  const grid = (/** @type {number} */ mask) => [1, 4, 7].map(low => [low, low + 1, low + 2].map(digit =>
    mask >> digit - 1 & 1 ? digit : " ").join("")).join("\n");

  /**
   * @param {HTMLElement[]} cells
   * @param {Frame} frame
   */
  function paint(cells, { round, board }) {
    const own = legal.checked ? legalOn(board) : null;
    const [before, after] = round ?? [own, own];
    cells.forEach((cell, at) => {
      const [had, has] = board[at] || !before || !after ? [0, 0] : [before[at], after[at]];
      for (const [name, mask] of /** @type {const} */ ([
        ["left", had & has], ["gone", had & ~has],
      ])) {
        if (mask) cell.dataset[name] = grid(mask);
        else delete cell.dataset[name];
      }
    });
  }

  return { legal, paint };
}
