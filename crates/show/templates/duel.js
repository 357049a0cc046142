// @ts-check
// Two solvers of the reader's choice, puzzle by puzzle, from the times of the survey. Without this one
// pair stands there, drawn; crates/show/src/duel.rs words it in the same way.
(() => {
  /**
   * @typedef {object} Corpus
   * @property {string} name
   * @property {"first" | "unique"} goal
   * @property {number | null} noise - as a share of a time
   * @property {string} margin - of a win, in words
   * @property {string[]} puzzles
   * @property {((number | null)[] | null)[]} ns - by solver and puzzle
   *
   * @typedef {object} Survey
   * @property {string[]} solvers
   * @property {boolean[]} runs - which of them the page can run
   * @property {Corpus[]} corpora
   * @property {[number, number, number]} first
   * @property {number} clock_ns
   *
   * @typedef { { corpus: Corpus, solvers: [number, number], ids: [string, string] } } Choice
   * @typedef { { index: number, ns: [number, number], ratio: number, winner: number } } Row
   * @typedef { { rows: Row[], alone: [number, number] } } Duel - rows by ratio; a winner of -1 is none
   */

  const root = document.getElementById("duel-choice");
  const packed = document.getElementById("duel-times");
  if (!root || !packed) return;
  /** Something of this section that is always there. @param {string} what */
  const part = what => {
    const found = root.querySelector(what);
    if (!(found instanceof HTMLElement)) throw new Error(`no ${what}`);
    return found;
  };
  const LEFT = 80, RIGHT = matchMedia("(max-width: 40rem)").matches ? 420 : 880, TOP = 34, BOTTOM = 510;

  /**
   * A number with so many decimals; of two that are equally near, the even one, as Rust has it.
   * @param {number} value
   * @param {number} decimals
   */
  const fixed = (value, decimals) => {
    const twice = 2 * value * 10 ** decimals;
    const isTie = twice % 2 === 1 && Number.isInteger(value * 2 ** (decimals + 1));
    return isTie && twice % 4 === 1 ? ((twice - 1) / 2 / 10 ** decimals).toFixed(decimals)
      : value.toFixed(decimals);
  };
  /** @param {number} ns */
  const inUnit = ns => {
    const [unit, size] = Object.entries(UNITS).findLast(([, size]) => ns >= 0.9995 * size) ?? ["ns", 1];
    return { value: ns / size, unit };
  };
  /** @param {number} ns */
  const time = ns => {
    const { value, unit } = inUnit(ns);
    const decimals = value === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    return `${fixed(value, decimals)} ${unit}`;
  };
  /** @param {number} ratio */
  const rough = ratio => fixed(ratio, Math.min(Math.max(1 - Math.floor(Math.log10(ratio)), 0), 9));
  /** @param {number} puzzles */
  const many = puzzles => `${puzzles.toLocaleString("en")} puzzle${puzzles === 1 ? "" : "s"}`;
  const TICKS = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map(step => step * 10 ** power)).flat();

  /** @param {Survey} survey */
  function begin(survey) {
    /**
     * @param {Choice} choice
     * @returns {Duel}
     */
    const duelOf = ({ corpus, solvers }) => {
      /** @type {Duel} */
      const duel = { rows: [], alone: [0, 0] };
      /** @param {number} fast @param {number} slow */
      const wins = (fast, slow) => fast * (1 + (corpus.noise ?? 0)) + survey.clock_ns < slow;
      for (let index = 0; index < corpus.puzzles.length; index++) {
        const [a, b] = solvers.map(solver => corpus.ns[solver]?.[index] ?? null);
        if (a !== null && b !== null) {
          const winner = wins(a, b) ? 0 : wins(b, a) ? 1 : -1;
          duel.rows.push({ index, ns: [a, b], ratio: Math.max(a, 1) / Math.max(b, 1), winner });
        } else if (a !== b) {
          duel.alone[a === null ? 1 : 0] += 1;
        }
      }
      duel.rows.sort((one, other) => one.ratio - other.ratio);
      return duel;
    };

    /**
     * @param {Choice} choice
     * @param {Duel} duel
     */
    const sentence = ({ corpus, ids: [a, b] }, { rows, alone }) => {
      /** @param {number} winner */
      const share = winner =>
        `${fixed(100 * rows.filter(row => row.winner === winner).length / rows.length, 0)} %`;
      /** @param {number} q */
      const ratio = q => {
        const place = q * (rows.length - 1);
        const [low, high] = [rows[Math.floor(place)].ratio, rows[Math.ceil(place)].ratio];
        return rough(low + (high - low) * (place % 1));
      };
      const told = rows.length === 0 ? `No puzzle of ${corpus.name} was finished by both.`
        : `On ${many(rows.length)} of ${corpus.name}, ${a} is faster on ${share(0)}, ${b} on ${share(1)}, `
          + `and ${share(-1)} cannot be told apart. The time of ${a} divided by that of ${b} has a median `
          + `of ${ratio(0.5)}; on four puzzles of five it lies between ${ratio(0.1)} and ${ratio(0.9)}, on `
          + `all between ${ratio(0)} and ${ratio(1)}.`;
      const left = [a, b].map((id, side) =>
        alone[side] ? ` On ${many(alone[side])}, only ${id} stayed within its budget.` : "");
      return told + left.join("");
    };

    /**
     * The button that shows both searches, where the page can run them.
     * @param {Choice} choice
     * @param {string} puzzle
     */
    const watch = ({ corpus: { goal }, solvers, ids }, puzzle) => {
      if (!solvers.every(solver => survey.runs[solver])) return [];
      const button = Object.assign(make("button", "watch both"), { className: "watch", type: "button" });
      button.addEventListener("click", () => {
        const place = button.closest(".duel-puzzle, .duel-ends");
        const detail = { puzzle, solvers: ids, goal, place };
        document.dispatchEvent(new CustomEvent("watch", { detail }));
      });
      return [button];
    };
    /**
     * @param {Choice} choice
     * @param {number} index
     */
    const times = ({ corpus, solvers, ids }, index) => solvers.map((solver, side) => {
      const ns = corpus.ns[solver]?.[index] ?? null;
      return `${ids[side]} ${ns === null ? "–" : time(ns)}`;
    }).join(", ");

    const told = part(".duel-puzzle");
    /**
     * @param {Choice} choice
     * @param {number} index
     */
    const tell = (choice, index) => {
      const { corpus } = choice;
      const name = make("span", `Puzzle ${index} of ${corpus.name}: ${times(choice, index)}. `);
      const puzzle = corpus.puzzles[index];
      told.replaceChildren(name, make("code", puzzle), ...watch(choice, puzzle));
      told.hidden = false;
    };

    /**
     * @param {Choice} choice
     * @param {Duel} duel
     */
    const plot = (choice, { rows }) => {
      const { ids } = choice;
      const svg = drawn("svg", { viewBox: `0 0 ${RIGHT + 20} ${BOTTOM + 50}`, class: "duel-plot" });
      const all = rows.flatMap(({ ns }) => ns.map(one => Math.max(one, 1)));
      const low = Math.log(all.reduce((a, b) => Math.min(a, b), Infinity) / 1.1);
      const high = Math.log(all.reduce((a, b) => Math.max(a, b), 0) * 1.1);
      const share = (/** @type {number} */ ns) => (Math.log(Math.max(ns, 1)) - low) / (high - low);
      const x = (/** @type {number} */ ns) => LEFT + share(ns) * (RIGHT - LEFT);
      const y = (/** @type {number} */ ns) => BOTTOM - share(ns) * (BOTTOM - TOP);
      const inside = TICKS.filter(ns => share(ns) >= 0 && share(ns) <= 1);
      const powers = inside.length > RIGHT / 90;
      for (const ns of inside) {
        if (powers && Math.log10(ns) % 1 > 0) continue;
        const { value, unit } = inUnit(ns);
        const text = `${value} ${unit}`;
        svg.append(
          drawn("line", { x1: x(ns), x2: x(ns), y1: TOP, y2: BOTTOM }),
          drawn("line", { x1: LEFT, x2: RIGHT, y1: y(ns), y2: y(ns) }),
          drawn("text", { x: x(ns), y: BOTTOM + 16, "text-anchor": "middle" }, text),
          drawn("text", { x: LEFT - 8, y: y(ns) + 4, "text-anchor": "end" }, text));
      }
      const corner = { class: "name", x: RIGHT, y: BOTTOM + 38, "text-anchor": "end" };
      svg.append(
        drawn("line", { class: "even", x1: LEFT, y1: BOTTOM, x2: RIGHT, y2: TOP }),
        drawn("text", { class: "name", x: 8, y: 18 }, `time of ${ids[0]}`),
        drawn("text", corner, `time of ${ids[1]}`));
      // One dot can be reached by the tabulator; arrows go on to the next ratio.
      const dots = rows.map(({ index, ns: [a, b], winner }, place) => {
        const dot = drawn("circle", {
          cx: x(b), cy: y(a), r: 4, tabindex: place === 0 ? 0 : -1, role: "img",
          "aria-label": `Puzzle ${index}: ${times(choice, index)}`,
        });
        if (winner >= 0) dot.setAttribute("class", "won");
        dot.addEventListener("pointerenter", () => tell(choice, index));
        dot.addEventListener("focus", () => tell(choice, index));
        return dot;
      });
      svg.append(...dots);
      svg.addEventListener("keydown", event => {
        const at = dots.findIndex(dot => dot === event.target);
        /** @type {Record<string, number>} */
        const places = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: dots.length - 1 };
        const next = dots[places[event.key]];
        if (at < 0 || !(next instanceof SVGElement)) return;
        event.preventDefault();
        dots[at].setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      });
      return svg;
    };

    /**
     * @param {Choice} choice
     * @param {Duel} duel
     */
    const ends = (choice, { rows }) => [rows, rows.toReversed()].map((rows, side) => {
      const items = rows.slice(0, 5).map(({ index }) => {
        const puzzle = choice.corpus.puzzles[index];
        const said = `${times(choice, index)}, puzzle ${index} `;
        return make("li", said, make("code", puzzle), ...watch(choice, puzzle));
      });
      return make("div", make("h3", `Best for ${choice.ids[side]}`), make("ol", ...items));
    });

    const select = (/** @type {string} */ name) => {
      const found = part(`[name=${name}]`);
      if (!(found instanceof HTMLSelectElement)) throw new Error(`no choice of ${name}`);
      return found;
    };
    const [set, first, second] = ["corpus", "first", "second"].map(select);
    for (const choice of [first, second]) {
      choice.append(...survey.solvers.map((id, at) => new Option(id, `${at}`)));
    }
    set.append(...survey.corpora.map(({ name }, at) => new Option(name, `${at}`)));
    [set.value, first.value, second.value] = survey.first.map(String);

    const show = () => {
      const corpus = survey.corpora[Number(set.value)];
      for (const { options } of [first, second]) {
        for (const option of options) option.disabled = !corpus.ns[Number(option.value)];
      }
      const [a, b] = [Number(first.value), Number(second.value)];
      /** @type {Choice} */
      const choice = { corpus, solvers: [a, b], ids: [survey.solvers[a], survey.solvers[b]] };
      const lacking = [...new Set([a, b])].filter(at => !corpus.ns[at])
        .map(at => survey.solvers[at]);
      const duel = duelOf(choice);
      part(".duel-sentence").textContent = lacking.length === 0 ? sentence(choice, duel)
        : `There are no times of ${lacking.join(" and ")} on ${corpus.name}.`;
      part(".duel-noise").textContent = corpus.margin;
      part(".scroll").replaceChildren(plot(choice, duel));
      part(".duel-ends").replaceChildren(...ends(choice, duel));
      told.hidden = true;
    };
    const form = part("form");
    form.addEventListener("change", show);
    form.addEventListener("submit", event => event.preventDefault());
    form.hidden = false;
    part(".duel-ends").hidden = false;
    show();
  }

  // Nothing is unpacked before somebody opens the section.
  root.closest("details")?.addEventListener("toggle", async () =>
    begin(JSON.parse(new TextDecoder().decode(await unpacked(packed)))), { once: true });
})();
