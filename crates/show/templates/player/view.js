// @ts-check
// The parts of the player in the page, and how a step is shown in them.

/**
 * @typedef {Record<string, number>} Counts
 * @typedef {object} Opened
 * @property {number} steps
 * @property {boolean} bounded
 * @property {string} outcome
 * @property {number[]} givens
 * @property {Counts} counts
 * @property {number[]} [depths] the greatest in each of equal parts of the search
 * @typedef { { step: string, at?: number, digit?: number } } Step
 * @typedef { { candidate?: [number, number], cell?: number, unit?: number } } Spot
 * @typedef { { what: string, spot: Spot | "board" } } Look
 * @typedef {object} Frame
 * @property {number} step
 * @property {Step | null} event
 * @property {string} words
 * @property {number | null} unit the one in which a digit has a single place, or none
 * @property {number[]} dead the cell without a digit, or two that need the same one
 * @property {string[]} reasons their names in the code
 * @property { [number[], number[]] } candidates with and without the removed ones, as bits
 * @property {number[]} board
 * @property {number[]} before the board before the step
 * @property {number[]} kinds 0 blank, 1 given, 2 tried, 3 deduced
 * @property {number} depth
 * @property {Counts} counts
 * @property {Look[]} [looks]
 * @property {number} [more]
 * @property {Structure | null} [structures] what the search keeps, for a drawing
 * @typedef {ReturnType<typeof playerView>} View
 */

/** @param {HTMLElement} player */
function playerView(player) {
  /**
   * @template {Element} T
   * @param {string} selector
   * @param {new () => T} type
   * @returns {T}
   */
  const find = (selector, type) => {
    const found = player.querySelector(selector);
    if (found instanceof type) return found;
    throw new Error(`no ${selector} in the player`);
  };
  const puzzle = find("[name=puzzle]", HTMLTextAreaElement);
  const refused = find(".refused", HTMLElement);
  const stage = find(".stage", HTMLElement);
  const boards = find(".boards", HTMLElement);
  const counters = find(".counters", HTMLTableElement);
  const count = new Intl.NumberFormat("en").format;

  /** @param {string} label */
  function side(label) {
    const solver = make("select");
    const choice = make("label", `${label} solver`, solver);
    const event = Object.assign(make("p"), { className: "event", ariaLive: "polite" });
    const [where, depth] = [make("span"), make("span")];
    const place = Object.assign(make("p", where, depth), { className: "place" });
    const cells = Array.from({ length: 81 }, () => make("i"));
    const board =
      Object.assign(make("div", ...cells), { className: "board", role: "img", ariaLabel: label });
    const masks = Object.assign(make("dl"), { className: "masks" });
    const bits = ["row", "column", "box", "legal"].map(name => {
      const bits = Array.from({ length: 9 }, (_, i) =>
        Object.assign(make("b", String(i + 1)), { ariaHidden: "true" }));
      const said = Object.assign(make("span"), { className: "unseen" });
      const term = make("dt", name);
      masks.append(term, Object.assign(make("dd", ...bits, said), { className: name }));
      return { term, said, bits };
    });
    const box = make("div", choice, event, place, board, masks);
    boards.append(Object.assign(box, { className: "side", role: "group", ariaLabel: label }));
    const strip = playerStrip(place);
    const structure = playerStructure(board);
    return { solver, where, depth, strip, board, cells, event, structure, masks, bits };
  }
  const sides = [side("Left"), side("Right")];

  const rowOf = (/** @type {number} */ at) => Math.floor(at / 9);
  const columnOf = (/** @type {number} */ at) => at % 9;
  const boxOf = (/** @type {number} */ at) => Math.floor(at / 27) * 3 + Math.floor(at % 9 / 3);
  const unitsOf = (/** @type {number} */ at) => [rowOf(at), 9 + columnOf(at), 18 + boxOf(at)];
  const cellsOf = Array.from({ length: 27 }, (_, unit) => [...Array(81).keys()].filter(at =>
    unitsOf(at).includes(unit)));

  /**
   * How a cell took part in the reason of the step.
   * @param {Frame} frame
   * @param {number} cell
   */
  const decided = ({ unit, dead, event }, cell) =>
    dead.includes(cell) ? "dead"
      : unit === null || !cellsOf[unit].includes(cell) ? ""
      : cell === event?.at ? "unit" : "unit out";

  /**
   * @param {typeof sides[0]} side
   * @param {Frame} frame
   * @param {Opened} opened
   */
  function paint(side, frame, opened) {
    const { step, event, words, board, before, kinds, depth, looks = [], more = 0 } = frame;
    const at = event?.at;
    /** @type {Map<number, Set<number>>} */
    const seen = new Map();
    const see = (/** @type {number} */ cell) =>
      seen.get(cell) ?? seen.set(cell, new Set()).get(cell);
    for (const { spot } of looks) {
      if (spot === "board") continue;
      if (spot.candidate) see(spot.candidate[0])?.add(spot.candidate[1]);
      if (spot.cell !== undefined) see(spot.cell);
      if (spot.unit !== undefined) cellsOf[spot.unit].forEach(see);
    }
    side.cells.forEach((cell, i) => {
      const undone = !board[i] && before[i] > 0;
      const text = String(board[i] || before[i] || "");
      const name = [
        ["", "given", "tried", "deduced"][kinds[i]],
        undone ? "undone" : i === at ? "here" : "",
        seen.has(i) ? "seen" : "",
        decided(frame, i),
      ].filter(Boolean).join(" ");
      const tests = [...seen.get(i) ?? []].join("");
      if (cell.textContent !== text) cell.textContent = text;
      if (cell.className !== name) cell.className = name;
      if (tests) cell.dataset.tests = tests;
      else delete cell.dataset.tests;
    });
    const filled = board.filter(Boolean).length;
    side.board.setAttribute("aria-label", `${side.solver.value}: ${filled} of 81 cells filled`);
    side.where.textContent =
      `step ${count(step)} of ${count(opened.steps)}${opened.bounded ? " and more" : ""}`;
    side.depth.textContent = step === opened.steps ? opened.outcome : `depth ${count(depth)}`;
    const looked = looks.length + more;
    const tests = looked ? ` Before it, ${count(looked)} look${looked === 1 ? "" : "s"}.` : "";
    side.event.textContent = `${words[0].toUpperCase()}${words.slice(1)}.${tests}`;

    side.structure(frame.structures);
    side.masks.hidden = at === undefined;
    if (at === undefined) return;
    const units = unitsOf(at);
    const held = units.map(unit =>
      new Set(cellsOf[unit].filter(cell => cell !== at).map(cell => board[cell])));
    const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const masks = [...held, new Set(digits.filter(digit => held.every(mask => !mask.has(digit))))];
    side.bits.forEach(({ term, said, bits }, i) => {
      const number = i < 3 ? ` ${units[i] % 9 + 1}` : "";
      term.textContent = ["row", "column", "box", "legal"][i] + number;
      bits.forEach((bit, digit) => bit.classList.toggle("set", masks[i].has(digit + 1)));
      said.textContent = digits.filter(digit => masks[i].has(digit)).join(" ") || "none";
    });
  }

  /** @param {Frame[]} frames */
  function paintCounters(frames) {
    for (const row of counters.tBodies[0].rows) {
      const name = row.dataset.counter ?? "";
      [0, 1].forEach(i => {
        const value = frames[i].counts[name];
        row.cells[1 + 2 * i].textContent = value === undefined ? "–" : count(value);
      });
    }
  }

  /**
   * @param {Solver[]} solvers
   * @param {Opened[]} opened
   */
  function layCounters(solvers, opened) {
    const title = (/** @type {string} */ text, /** @type {string} */ scope, className = "") =>
      Object.assign(make("th", text), { scope, className });
    const number = (text = "") => Object.assign(make("td", text), { className: "number" });
    const heads = ["left", "in all", "right", "in all"].map(text => title(text, "col", "number"));
    counters.tHead?.replaceChildren(make("tr", title("counter", "col"), ...heads));
    const known = sides.flatMap(({ solver }) =>
      solvers.find(({ id }) => id === solver.value)?.counters ?? []);
    const done = [...new Set(known)].filter(name => opened.some(({ counts }) => counts[name]));
    counters.tBodies[0].replaceChildren(...done.map(name => {
      const all = opened.map(({ counts }) =>
        counts[name] === undefined ? "–" : count(counts[name]));
      const row = make("tr", title(name.replaceAll("_", " "), "row"),
        number(), number(all[0]), number(), number(all[1]));
      row.dataset.counter = name;
      return row;
    }));
  }

  /** @param {Refusal} refusal */
  function refuse({ message, line, column }) {
    stage.hidden = true;
    const where = [line === null ? "" : `line ${line}`, column === null ? "" : `column ${column}`];
    refused.replaceChildren(
      make("p", [where.filter(Boolean).join(", "), message].filter(Boolean).join(": ")));
    puzzle.setAttribute("aria-invalid", "true");
    const text = puzzle.value.split(/\r\n|\r|\n/)[(line ?? 0) - 1];
    if (text === undefined || column === null) return;
    const chars = [...text];
    refused.append(make("pre", chars.slice(0, column - 1).join(""),
      make("mark", chars[column - 1] ?? " "), chars.slice(column).join("")));
  }

  function accept() {
    refused.replaceChildren();
    puzzle.removeAttribute("aria-invalid");
  }

  return {
    find, puzzle, stage, sides, count, unitsOf, paint, paintCounters, layCounters, refuse, accept,
  };
}
