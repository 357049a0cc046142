// @ts-check
// The candidates of a cell, three rows of three, those that rules have removed struck out: where the
// reader asks for them, and where the search reports all of them.

/** @param {View} view */
function playerCandidates({ find }) {
  const asked = find("[name=candidates]", HTMLInputElement);

  /**
   * @param {HTMLElement[]} cells
   * @param {Frame} frame
   */
  function paint(cells, { candidates: [before, after], reasons }) {
    if (!asked.checked && !reasons.includes("Cells")) return;
    cells.forEach((cell, at) => {
      if (cell.textContent || !before[at]) return;
      const small = document.createElement("small");
      for (let digit = 1; digit <= 9; digit++) {
        const [had, has] = [before[at], after[at]].map(mask => mask >> digit - 1 & 1);
        const one = document.createElement(had && !has ? "s" : "span");
        one.textContent = had ? String(digit) : "";
        small.append(one);
      }
      cell.append(small);
    });
  }

  return { asked, paint };
}
