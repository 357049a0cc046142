// @ts-check
// Two searches side by side. The solvers are a WebAssembly module in the page (crates/web), asked
// by JSON; without it the section says what is missing, and there is nothing to do here.

/**
 * @typedef { { message: string, line: number | null, column: number | null } } Refusal
 * @typedef { { id: string, idea: string, counters: string[] } } Solver
 * @typedef {Record<string, number>} Counts
 * @typedef {object} Opened
 * @property {number} steps
 * @property {boolean} bounded
 * @property {string} outcome
 * @property {number[]} givens
 * @property {Counts} counts
 * @typedef { { step: string, at?: number, digit?: number } } Step
 * @typedef { { candidate?: [number, number], cell?: number, unit?: number } } Spot
 * @typedef { { what: string, spot: Spot | "board" } } Look
 * @typedef {object} Frame
 * @property {number} step
 * @property {Step | null} event
 * @property {string} words
 * @property {number | null} unit the one in which a digit has a single place, or none
 * @property {number | null} dead the cell that has no digit left
 * @property {number[]} board
 * @property {number[]} kinds 0 blank, 1 given, 2 tried, 3 deduced
 * @property {number} depth
 * @property {Counts} counts
 * @property {Look[]} [looks]
 * @property {number} [more]
 * @typedef {object} Wish
 * @property {string} puzzle
 * @property {(string | null)[]} solvers
 * @property {string | null} [goal]
 * @property {number | "parting" | null} [step]
 * @property {string | null} [by]
 * @typedef {(request: object) => Promise<any>} Ask
 */

(() => {
  const section = document.getElementById("watch");
  const packed = document.getElementById("watch-module");
  if (!section || !packed) return;
  document.documentElement.dataset.replay = "";

  /**
   * @template {Element} T
   * @param {string} selector
   * @param {new () => T} type
   * @returns {T}
   */
  const find = (selector, type) => {
    const found = section.querySelector(selector);
    if (found instanceof type) return found;
    throw new Error(`no ${selector} in the player`);
  };
  const root = find(".player", HTMLElement);
  const form = find("form", HTMLFormElement);
  const example = find("[name=example]", HTMLSelectElement);
  const puzzle = find("[name=puzzle]", HTMLTextAreaElement);
  const goal = find("[name=goal]", HTMLSelectElement);
  const refused = find(".refused", HTMLElement);
  const stage = find(".stage", HTMLElement);
  const play = find("[data-go=play]", HTMLButtonElement);
  const time = find("[name=time]", HTMLInputElement);
  const speed = find("[name=speed]", HTMLSelectElement);
  const by = find("[name=by]", HTMLSelectElement);
  const closer = find("[name=closer]", HTMLInputElement);
  const link = find(".link", HTMLAnchorElement);
  const boards = find(".boards", HTMLElement);
  const counters = find(".counters", HTMLTableElement);
  const race = find(".race", HTMLElement);
  const racing = find(".race button", HTMLButtonElement);
  const track = find("[name=track]", HTMLSelectElement);
  root.hidden = false;

  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const count = new Intl.NumberFormat("en").format;

  // The engine: in a worker each, so that two searches run at once and the page never waits.

  /**
   * Also the source of the worker, so it uses nothing from outside. An answer says how many
   * milliseconds it took. A trap leaves an instance unusable: the next request gets a new one.
   * @param {BufferSource} bytes
   * @returns {Promise<Ask>}
   */
  async function engine(bytes) {
    const module = await WebAssembly.compile(bytes);
    /** @type {Promise<WebAssembly.Instance> | undefined} */
    let instance;
    return async request => {
      const { exports } = await (instance ??= WebAssembly.instantiate(module));
      const { memory, input, call, output } = /** @type {any} */ (exports);
      const text = new TextEncoder().encode(JSON.stringify(request));
      const room = input(text.length); // before the buffer is asked for: the memory may grow
      if (room === 0) throw new Error("the request is too long");
      new Uint8Array(memory.buffer, room, text.length).set(text);
      try {
        const start = performance.now();
        const length = call(text.length);
        const ms = performance.now() - start;
        const answer = new Uint8Array(memory.buffer, output(), length);
        return { ...JSON.parse(new TextDecoder().decode(answer)), ms };
      } catch (error) {
        instance = undefined;
        throw error;
      }
    };
  }

  const served = `${engine}
    let answer;
    onmessage = async ({ data: [id, request] }) => {
      try {
        if (id === 0) answer = await engine(request);
        postMessage([id, id === 0 ? null : await answer(request)]);
      } catch (error) {
        postMessage([id, null, String(error)]);
      }
    };`;

  /**
   * @param {Uint8Array<ArrayBuffer>} bytes
   * @returns {Promise<Ask>}
   */
  async function inWorker(bytes) {
    const address = URL.createObjectURL(new Blob([served], { type: "text/javascript" }));
    const worker = new Worker(address);
    /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
    const open = new Map();
    let last = -1;
    /** @param {unknown} request */
    const ask = request => new Promise((resolve, reject) => {
      open.set(++last, { resolve, reject });
      worker.postMessage([last, request]);
    });
    worker.onmessage = ({ data: [id, answer, error] }) => {
      if (error) open.get(id)?.reject(new Error(error));
      else open.get(id)?.resolve(answer);
      open.delete(id);
    };
    worker.onerror = () => {
      for (const { reject } of open.values()) reject(new Error("the worker has failed"));
      open.clear();
    };
    try {
      await ask(bytes);
    } finally {
      URL.revokeObjectURL(address);
    }
    return ask;
  }

  /** @returns {Promise<Ask[]>} */
  async function startEngines() {
    const bytes = await unpacked(/** @type {Element} */ (packed));
    return Promise.all([0, 1].map(async () => {
      try {
        return await inWorker(bytes);
      } catch {
        return engine(bytes);
      }
    }));
  }

  /** @type {Ask[]} */
  let engines = [];
  /** @type {Solver[]} */
  let solvers = [];
  /** @type {Promise<void> | undefined} */
  let starting;
  const start = () => starting ??= (async () => {
    engines = await startEngines();
    ({ solvers } = await engines[0]({ do: "solvers" }));
    for (const side of sides) {
      side.solver.replaceChildren(...solvers.map(({ id }) => new Option(id, id)));
    }
    // What everybody writes first, beside the last one that takes back digit by digit.
    const second = solvers.findLastIndex(({ counters }) => counters.includes("undos"));
    sides[0].solver.selectedIndex = 0;
    sides[1].solver.selectedIndex = second;
  })();

  // The two sides, and what they show.

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
    const place = make("p", "place");
    const [where, depth] = [make("span"), make("span")];
    place.append(where, depth);
    const board = make("div", "board");
    board.setAttribute("role", "img");
    board.setAttribute("aria-label", label);
    const cells = Array.from({ length: 81 }, () => make("i"));
    board.append(...cells);
    const event = make("p", "event");
    event.setAttribute("aria-live", "polite");
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
    box.append(choice, place, board, event, masks);
    boards.append(box);
    return { solver, where, depth, board, cells, event, masks, bits };
  }
  const sides = [side("Left"), side("Right")];

  const rowOf = (/** @type {number} */ at) => Math.floor(at / 9);
  const columnOf = (/** @type {number} */ at) => at % 9;
  const boxOf = (/** @type {number} */ at) => Math.floor(at / 27) * 3 + Math.floor(at % 9 / 3);
  const cellsOf = Array.from({ length: 27 }, (_, unit) => [...Array(81).keys()].filter(at =>
    [rowOf(at), 9 + columnOf(at), 18 + boxOf(at)].includes(unit)));

  /**
   * How a cell took part in the reason of the step.
   * @param {Frame} frame
   * @param {number} cell
   */
  const decided = ({ unit, dead, event }, cell) =>
    cell === dead ? "dead"
      : unit === null || !cellsOf[unit].includes(cell) ? ""
      : cell === event?.at ? "unit" : "unit out";

  /**
   * @param {typeof sides[0]} side
   * @param {Frame} frame
   * @param {Opened} opened
   */
  function paint(side, frame, opened) {
    const { step, event, words, board, kinds, depth, looks = [], more = 0 } = frame;
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
      const undone = i === at && event?.step === "undo";
      const text = undone ? String(event?.digit) : board[i] ? String(board[i]) : "";
      const name = [
        ["", "given", "tried", "deduced"][kinds[i]],
        i === at ? (undone ? "undone" : "here") : "",
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

    side.masks.hidden = at === undefined;
    if (at === undefined) return;
    const units = [rowOf(at), 9 + columnOf(at), 18 + boxOf(at)];
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

  function layCounters() {
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

  // Where the two are. The time runs over the steps of the longer search.

  /** @type {Opened[]} */
  let opened = [];
  let [now, end, playing, told, ticking] = [0, 0, false, false, 0];

  const stepsAt = (/** @type {number} */ moment) => opened.map(({ steps }) =>
    by.value === "share" ? Math.round(moment / Math.max(1, end) * steps)
      : Math.min(Math.floor(moment), steps));

  /**
   * The first moment at which a side is at this step.
   * @param {number} i
   * @param {number} step
   */
  function momentOf(i, step) {
    if (by.value !== "share") return step;
    let moment = Math.max(0, Math.floor((step - 0.5) / Math.max(1, opened[i].steps) * end));
    while (moment < end && stepsAt(moment)[i] < step) moment++;
    return moment;
  }

  let [drawing, again] = [false, false];
  async function draw() {
    again = true;
    if (drawing) return;
    drawing = true;
    try {
      while (again) {
        again = false;
        const shown = opened;
        if (shown.length === 0) return;
        const frames = await Promise.all(stepsAt(now).map((step, i) =>
          engines[i]({ do: "at", slot: 0, step, closer: closer.checked })));
        const stopped = frames.find(({ error }) => error);
        if (stopped) return refuse(stopped.error);
        if (shown !== opened) continue;
        sides.forEach((side, i) => paint(side, frames[i], shown[i]));
        paintCounters(frames);
        time.value = String(Math.floor(now));
        time.setAttribute("aria-valuetext",
          frames.map(({ step }, i) => `${["left", "right"][i]}: step ${count(step)}`).join(", "));
        link.hash = address();
      }
    } catch (error) {
      refuse({ message: `The search failed: ${error}`, line: null, column: null });
    } finally {
      drawing = false;
    }
  }

  /** @param {number} moment */
  function seek(moment) {
    now = Math.min(Math.max(moment, 0), end);
    return draw();
  }

  /** @param {boolean} on */
  function setPlaying(on) {
    playing = on && opened.length > 0;
    if (playing && now >= end) now = 0;
    play.textContent = playing ? "Pause" : "Play";
    for (const { event } of sides) event.setAttribute("aria-live", playing ? "off" : "polite");
    cancelAnimationFrame(ticking);
    if (!playing) return draw();
    let last = performance.now();
    let shown = last;
    const tick = (/** @type {number} */ moment) => {
      if (!playing) return;
      now = Math.min(now + Math.max(0, moment - last) / 1000 * Number(speed.value), end);
      last = moment;
      // Who wants less motion gets four pictures a second.
      if (!still.matches || moment - shown >= 250 || now >= end) {
        shown = moment;
        draw();
      }
      if (now >= end) setPlaying(false);
      else ticking = requestAnimationFrame(tick);
    };
    ticking = requestAnimationFrame(tick);
  }

  /**
   * To the next or the last backtrack of either side.
   * @param {boolean} forward
   */
  async function toBacktrack(forward) {
    const here = stepsAt(now);
    const found = await Promise.all(here.map((step, i) =>
      engines[i]({ do: "find", slot: 0, step, what: "back", forward })));
    const moments = found.flatMap(({ step }, i) => step === null ? [] : [momentOf(i, step)]);
    if (moments.length > 0) await seek(forward ? Math.min(...moments) : Math.max(...moments));
  }

  const COMPARED = 100; // steps

  /** The first step at which the two do different things; else their first backtrack, closer. */
  async function parting() {
    const shared = Math.min(COMPARED, ...opened.map(({ steps }) => steps));
    for (let step = 1; step <= shared; step++) {
      const [left, right] = await Promise.all(engines.map(ask => ask({ do: "at", slot: 0, step })));
      if (JSON.stringify(left.event) !== JSON.stringify(right.event)) return { step, close: false };
    }
    const first = { do: "find", slot: 0, step: 0, what: "back", forward: true };
    const { step } = await engines[0](first);
    return { step: step ?? 1, close: true };
  }

  /** @type {Record<string, () => unknown>} */
  const go = {
    play: () => setPlaying(!playing),
    first: () => seek(0),
    last: () => seek(end),
    back: () => seek(Math.ceil(now) - 1),
    on: () => seek(Math.floor(now) + 1),
    toback: () => toBacktrack(true),
    unback: () => toBacktrack(false),
  };
  /** @param {string} what */
  const act = what => {
    if (opened.length === 0) return;
    if (what !== "play" && playing) setPlaying(false);
    go[what]();
  };

  // The race: the left solver, the right one, and the left one again, which shows the noise.

  const BATCH = 8; // milliseconds: clocks here tick in steps of 0.1
  const ROUNDS = 40;
  const LONGEST = 8000; // milliseconds
  const TOLD_FROM = 0.15;
  const FEWEST = 8; // rounds
  const times = (/** @type {number} */ log) => `${Math.exp(log).toPrecision(3)} times`;
  /**
   * @param {number[]} values
   * @param {number} share
   */
  const quantile = (values, share) =>
    values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))];

  /**
   * What the rounds come to, in words. A difference is one when three quarters of the rounds show
   * it: beyond what is told, and beyond what the left one shows beside itself.
   * @param {number[][]} rounds milliseconds a pass of left, right and left again
   * @param {string[]} names
   */
  function outcome(rounds, [left, right]) {
    const logs = rounds.map(([a, b]) => Math.log(b / a));
    const noise = rounds.map(([a, , again]) => Math.log(again / a));
    const [ratio, itself] = [quantile(logs, 0.5), quantile(noise, 0.5)];
    const shown = quantile(logs.map(log => log * Math.sign(ratio)), 0.25);
    const told = shown > Math.log(1 + TOLD_FROM) && shown > quantile(noise.map(Math.abs), 0.75);
    return `${told ? "" : "No difference that can be told here: "}${right} takes ${times(ratio)} `
      + `the time of ${left} (median of ${rounds.length} rounds; ${left} beside itself: `
      + `${times(itself)}).`;
  }

  let [running, halted] = [0, false];
  async function runRace() {
    const mine = ++running;
    const set = example.selectedOptions[0]?.parentElement;
    const puzzles = track.value === "set" && set instanceof HTMLOptGroupElement
      ? [...set.querySelectorAll("option")].map(({ value }) => value)
      : [opened[0].givens.join("")];
    const names = sides.map(({ solver }) => solver.value);
    const lanes = [names[0], names[1], names[0]];
    const batch = async (/** @type {string} */ solver, /** @type {number} */ passes) => {
      const { error, ms } = await engines[0]({ do: "race", solver, puzzles, passes });
      if (error) throw new Error(error.message);
      return ms;
    };
    setPlaying(false);
    endRace("They run …");
    [halted, racing.textContent] = [false, "Stop"];
    const goesOn = () => mine === running && !halted;
    let said = `Stopped before there were ${FEWEST} rounds.`;
    try {
      const passes = [];
      for (const solver of names) {
        let enough = 1;
        while (goesOn() && await batch(solver, enough) < BATCH) enough *= 2;
        passes.push(enough);
      }
      passes.push(passes[0]);
      const rounds = [];
      const start = performance.now();
      const enough = () => rounds.length === ROUNDS
        || rounds.length >= FEWEST && performance.now() - start > LONGEST;
      while (goesOn() && !enough()) {
        const round = [0, 0, 0];
        const order = [0, 1, 2].map(lane => ({ lane, at: Math.random() }))
          .sort((one, other) => one.at - other.at);
        for (const { lane } of order) {
          round[lane] = await batch(lanes[lane], passes[lane]) / passes[lane];
        }
        rounds.push(round);
      }
      if (rounds.length >= FEWEST) said = outcome(rounds, names);
    } catch (error) {
      said = `The race failed: ${error}`;
    }
    if (mine === running) endRace(said);
  }
  /** @param {string} said */
  function endRace(said) {
    racing.textContent = "Race";
    find(".race output", HTMLOutputElement).textContent = said;
  }
  racing.addEventListener("click", () => {
    if (racing.textContent === "Stop") halted = true;
    else runRace();
  });

  // What is watched.

  const address = () => `#watch=${opened[0].givens.map(digit => digit || ".").join("")}`
    + `&a=${sides[0].solver.value}&b=${sides[1].solver.value}`
    + `&step=${Math.floor(now)}&by=${by.value}` + (goal.value === "unique" ? "&goal=unique" : "");

  /**
   * @param {string} hash
   * @returns {Wish | null}
   */
  function wished(hash) {
    if (!hash.startsWith("#watch=")) return null;
    const said = new URLSearchParams(hash.slice(1));
    return {
      puzzle: said.get("watch") ?? "",
      solvers: [said.get("a"), said.get("b")],
      step: Number(said.get("step")) || 0,
      by: said.get("by"),
      goal: said.get("goal"),
    };
  }

  /** @param {Refusal} refusal */
  function refuse({ message, line, column }) {
    playing = false;
    opened = [];
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

  let [latest, watched] = [0, ""];
  /** @param {Wish} wish */
  async function watch(wish) {
    const mine = ++latest;
    setPlaying(false);
    running++;
    endRace("");
    watched = puzzle.value = wish.puzzle;
    example.value = wish.puzzle;
    if (example.selectedIndex < 0) example.value = "";
    try {
      await start();
    } catch (error) {
      const why = `The searches cannot run in this browser: ${error}`;
      return refuse({ message: why, line: null, column: null });
    }
    if (mine !== latest) return;
    goal.value = wish.goal === "unique" ? "unique" : "first";
    for (const [i, id] of wish.solvers.entries()) {
      if (id === null) continue;
      if (!solvers.some(solver => solver.id === id)) {
        return refuse({ message: `No solver here is called ${id}.`, line: null, column: null });
      }
      sides[i].solver.value = id;
    }
    const asked = { do: "open", slot: 0, puzzle: wish.puzzle, goal: goal.value };
    let answers;
    try {
      answers = await Promise.all(sides.map(({ solver }, i) =>
        engines[i]({ ...asked, solver: solver.value })));
    } catch (error) {
      if (mine !== latest) return;
      return refuse({ message: `The search failed: ${error}`, line: null, column: null });
    }
    if (mine !== latest) return;
    const bad = answers.find(({ error }) => error);
    if (bad) return refuse(bad.error);
    opened = answers;
    refused.replaceChildren();
    puzzle.removeAttribute("aria-invalid");
    const lengths = opened.map(({ steps }) => steps);
    end = Math.max(...lengths);
    time.max = String(end);
    told = wish.by === "step" || wish.by === "share";
    // Step by step, the shorter of two very unlike searches would be over at once.
    const unlike = !wish.step && end > 20 * Math.min(...lengths);
    by.value = told ? String(wish.by) : unlike ? "share" : "step";
    layCounters();
    const { step, close } = wish.step === "parting" ? await parting()
      : { step: wish.step ?? 0, close: false };
    if (mine !== latest) return;
    if (close) closer.checked = true;
    await seek(step);
    stage.hidden = opened.length === 0;
  }

  /** What the form and the two choices say, from the start. */
  const chosen = () => watch({
    puzzle: puzzle.value,
    solvers: sides.map(({ solver }) => solver.value || null),
    goal: goal.value,
    by: told ? by.value : null,
  });

  /** @param {Wish} wish */
  function show(wish) {
    find("details", HTMLDetailsElement).open = true;
    section?.scrollIntoView();
    return watch(wish);
  }

  form.addEventListener("submit", event => {
    event.preventDefault();
    chosen();
  });
  example.addEventListener("change", () => {
    if (!example.value) return puzzle.focus();
    puzzle.value = example.value;
    chosen();
  });
  puzzle.addEventListener("paste", () => setTimeout(chosen));
  puzzle.addEventListener("change", () => {
    if (puzzle.value !== watched) chosen();
  });
  goal.addEventListener("change", chosen);
  for (const { solver } of sides) solver.addEventListener("change", chosen);
  closer.addEventListener("change", draw);
  by.addEventListener("change", () => {
    told = true;
    draw();
  });
  time.addEventListener("input", () => {
    if (playing) setPlaying(false);
    seek(Number(time.value));
  });
  stage.addEventListener("click", event => {
    const button = event.target instanceof Element && event.target.closest("button[data-go]");
    if (button instanceof HTMLElement) act(button.dataset.go ?? "");
  });
  const keys = new Map(Object.entries({
    " ": "play", ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last",
    b: "toback", B: "unback",
  }));
  section.addEventListener("keydown", event => {
    const what = keys.get(event.key);
    const here = event.target;
    if (!what || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(here instanceof Element)) return;
    if (opened.length === 0 || here.matches("summary, textarea, select, .scroll")) return;
    if (event.key === " " && here.matches("button, a, input[type=checkbox]")) return;
    event.preventDefault();
    act(what);
  });
  document.addEventListener("watch", event => {
    if (event instanceof CustomEvent) show(event.detail);
  });
  const follow = () => {
    const wish = wished(location.hash);
    if (wish) show(wish);
    return wish;
  };
  addEventListener("hashchange", follow);

  if (!follow()) {
    // Nothing is unpacked before somebody comes near.
    const near = new IntersectionObserver(entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      near.disconnect();
      if (starting) return;
      const first = [...example.options].find(({ value }) => value);
      watch({ puzzle: first?.value ?? "", solvers: [null, null] });
    }, { rootMargin: "400px" });
    near.observe(section);
  }
})();
