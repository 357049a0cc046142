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
    const make = (/** @type {string} */ tag, name = "") =>
      Object.assign(document.createElement(tag), { className: name });
    const box = make("div", "side");
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", label);
    const choice = document.createElement("label");
    const solver = document.createElement("select");
    choice.append(`${label} solver`, solver);
    const event = make("p", "event");
    event.setAttribute("aria-live", "polite");
    const place = make("p", "place");
    const [where, depth] = [make("span"), make("span")];
    place.append(where, depth);
    const board = make("div", "board");
    board.setAttribute("role", "img");
    board.setAttribute("aria-label", label);
    const cells = Array.from({ length: 81 }, () => make("i"));
    board.append(...cells);
    const masks = make("dl", "masks");
    const bits = ["row", "column", "box", "legal"].map(name => {
      const line = make("dd", name);
      line.append(...Array.from({ length: 9 }, (_, i) => {
        const bit = make("b");
        bit.textContent = String(i + 1);
        bit.ariaHidden = "true";
        return bit;
      }));
      const said = make("span", "unseen");
      line.append(said);
      const term = make("dt");
      term.textContent = name;
      masks.append(term, line);
      return { term, said, bits: [...line.querySelectorAll("b")] };
    });
    box.append(choice, event, place, board, masks);
    boards.append(box);
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
    const cell = (/** @type {string} */ tag, text = "", name = "number") =>
      Object.assign(document.createElement(tag), { textContent: text, className: name });
    const head = document.createElement("tr");
    for (const text of ["counter", "left", "in all", "right", "in all"]) {
      const column = cell("th", text, text === "counter" ? "" : "number");
      column.setAttribute("scope", "col");
      head.append(column);
    }
    counters.tHead?.replaceChildren(head);
    const known = sides.flatMap(({ solver }) =>
      solvers.find(({ id }) => id === solver.value)?.counters ?? []);
    const done = [...new Set(known)].filter(name => opened.some(({ counts }) => counts[name]));
    counters.tBodies[0].replaceChildren(...done.map(name => {
      const row = document.createElement("tr");
      row.dataset.counter = name;
      const title = cell("th", name.replaceAll("_", " "), "");
      title.setAttribute("scope", "row");
      const all = opened.map(({ counts }) =>
        counts[name] === undefined ? "–" : count(counts[name]));
      row.append(title, cell("td"), cell("td", all[0]), cell("td"), cell("td", all[1]));
      return row;
    }));
  }

  /** @param {Refusal} refusal */
  function refuse({ message, line, column }) {
    stage.hidden = true;
    const said = document.createElement("p");
    const where = [line === null ? "" : `line ${line}`, column === null ? "" : `column ${column}`];
    said.textContent = [where.filter(Boolean).join(", "), message].filter(Boolean).join(": ");
    refused.replaceChildren(said);
    puzzle.setAttribute("aria-invalid", "true");
    const text = puzzle.value.split(/\r\n|\r|\n/)[(line ?? 0) - 1];
    if (text === undefined || column === null) return;
    const chars = [...text];
    const place = document.createElement("pre");
    const mark = document.createElement("mark");
    mark.textContent = chars[column - 1] ?? " ";
    place.append(chars.slice(0, column - 1).join(""), mark, chars.slice(column).join(""));
    refused.append(place);
  }

  function accept() {
    refused.replaceChildren();
    puzzle.removeAttribute("aria-invalid");
  }

  return {
    find, puzzle, stage, sides, count, unitsOf, paint, paintCounters, layCounters, refuse, accept,
  };
}
