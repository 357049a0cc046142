// @ts-check
// Two solvers of the reader's choice, puzzle by puzzle. Without this one pair stands there, drawn.
// Every figure comes with the page (crates/show/src/duel.rs): here they are chosen and shown.
(() => {
  /**
   * @typedef {object} Pair
   * @property {[number[], number[]]} ends - the puzzles on which each solver does best
   * @property {string} even - 1 for a puzzle on which the two cannot be told apart; or nothing
   *
   * @typedef {object} Corpus
   * @property {string} name
   * @property {"first" | "unique"} goal
   * @property {string} noise
   * @property {string[]} puzzles
   * @property {(Places | null)[]} times - by solver
   * @property {[string, string][]} figures - by figure, of all pairs in turn; of the same turned round
   * @property {(Pair | null)[][]} pairs - by solver; by itself and the solvers after it
   *
   * @typedef { { high: string, low: string } } Places - by puzzle, of its time in the list of times
   *
   * @typedef {object} Survey
   * @property {[string, string, string]} words
   * @property {string[]} solvers
   * @property {boolean[]} runs - which of them the page can run
   * @property {string[]} times - as they are printed
   * @property {[number, string][]} ticks
   * @property {Corpus[]} corpora
   * @property {[number, number, number]} first
   *
   * @typedef { { corpus: Corpus, solvers: [number, number], ids: [string, string] } } Choice
   * @typedef { { index: number, times: [number, number] } } Comparison
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
  const WIDTH = 900, HEIGHT = 560, LEFT = 80, RIGHT = 880, TOP = 34, BOTTOM = 510;

  /** @param {Survey} survey */
  function begin(survey) {
    /**
     * @param {string} words
     * @param {Record<string, any>} put
     */
    const filled = (words, put) => words.replace(/{(\w+)}/g, (_, name) => put[name]);

    /**
     * Where a pair stands among all: each solver is beside itself and those after it.
     * @param {[number, number]} solvers
     */
    const pairAt = ([first, second]) => {
      const [low, high] = [first, second].sort((a, b) => a - b);
      const before = low * survey.solvers.length - low * (low - 1) / 2;
      return { low, high, place: before + high - low, turned: first > second ? 1 : 0 };
    };

    /** @param {Choice} choice */
    const sentence = ({ corpus, solvers, ids: [a, b] }) => {
      const { place, turned } = pairAt(solvers);
      const figures = corpus.figures.map(both => both[turned].split(";")[place]);
      const [both, none, alone] = survey.words;
      const told = filled(figures[0] ? both : none, { ...figures, set: corpus.name, a, b });
      const left = [a, b].map((id, side) =>
        figures[9 + side] ? filled(alone, { 0: figures[9 + side], a: id }) : "");
      return told + left.join("");
    };

    const printed = survey.times.map(text => {
      const [number, unit] = text.split(" ");
      return { ns: Number(number) * UNITS[unit], text };
    });

    /**
     * The time of a solver on a puzzle, in nanoseconds and as it is printed; none where it went over
     * its budget.
     * @param {Corpus} corpus
     * @param {number} solver
     * @param {number} index
     */
    const timeOf = ({ times }, solver, index) => {
      const { high = "", low = "" } = times[solver] ?? {};
      const [tens, ones] = [high, low].map(digits => digits.charCodeAt(index) - "#".charCodeAt(0));
      if (!(tens >= 0)) return null;
      return printed[90 * tens + ones];
    };

    /**
     * The puzzles that both finished, by the ratio of their times.
     * @param {Choice} choice
     */
    const comparisonsOf = ({ corpus, solvers }) => {
      /** @type {Comparison[]} */
      const comparisons = corpus.puzzles.flatMap((_, index) => {
        const [a, b] = solvers.map(solver => timeOf(corpus, solver, index));
        return a && b ? [{ index, times: [a.ns, b.ns] }] : [];
      });
      /** @param {Comparison} comparison */
      const ratio = ({ times: [a, b] }) => Math.max(a, 1) / Math.max(b, 1);
      return comparisons.sort((one, other) => ratio(one) - ratio(other));
    };

    /** @param {Choice} choice */
    const pairOf = ({ corpus, solvers }) => {
      const { low, high, turned } = pairAt(solvers);
      const { ends = [[], []], even = "" } = corpus.pairs[low][high - low] ?? {};
      return { ends: turned ? ends.toReversed() : ends, even };
    };

    const element = (
      /** @type {string} */ name,
      /** @type {Record<string, string | number>} */ attributes = {},
      text = "",
    ) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, `${value}`);
      made.textContent = text;
      return made;
    };
    const html = (/** @type {string} */ name, text = "", className = "") =>
      Object.assign(document.createElement(name), { textContent: text, className });

    /**
     * The button that shows both searches, where the page can run them.
     * @param {Choice} choice
     * @param {string} puzzle
     */
    const watch = ({ corpus: { goal }, solvers, ids }, puzzle) => {
      if (!solvers.every(solver => survey.runs[solver])) return [];
      const button = html("button", "watch both", "watch");
      button.setAttribute("type", "button");
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
      const time = timeOf(corpus, solver, index);
      return `${ids[side]} ${time?.text ?? "–"}`;
    }).join(", ");

    const told = part(".duel-puzzle");
    /**
     * @param {Choice} choice
     * @param {number} index
     */
    const tell = (choice, index) => {
      const { corpus } = choice;
      const name = html("span", `Puzzle ${index} of ${corpus.name}: ${times(choice, index)}. `);
      const puzzle = corpus.puzzles[index];
      told.replaceChildren(name, html("code", puzzle), ...watch(choice, puzzle));
      told.hidden = false;
    };

    /** @param {Choice} choice */
    const plot = choice => {
      const { ids } = choice;
      const comparisons = comparisonsOf(choice);
      const { even } = pairOf(choice);
      const svg = element("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "duel-plot" });
      const all = comparisons.flatMap(({ times }) => times.map(ns => Math.max(ns, 1)));
      const low = Math.log(all.reduce((a, b) => Math.min(a, b), Infinity) / 1.1);
      const high = Math.log(all.reduce((a, b) => Math.max(a, b), 0) * 1.1);
      const share = (/** @type {number} */ ns) => (Math.log(Math.max(ns, 1)) - low) / (high - low);
      const x = (/** @type {number} */ ns) => LEFT + share(ns) * (RIGHT - LEFT);
      const y = (/** @type {number} */ ns) => BOTTOM - share(ns) * (BOTTOM - TOP);
      const inside = survey.ticks.filter(([ns]) => share(ns) >= 0 && share(ns) <= 1);
      const powers = inside.length > 9;
      for (const [ns, text] of inside) {
        if (powers && Math.log10(ns) % 1 > 0) continue;
        svg.append(
          element("line", { x1: x(ns), x2: x(ns), y1: TOP, y2: BOTTOM }),
          element("line", { x1: LEFT, x2: RIGHT, y1: y(ns), y2: y(ns) }),
          element("text", { x: x(ns), y: BOTTOM + 16, "text-anchor": "middle" }, text),
          element("text", { x: LEFT - 8, y: y(ns) + 4, "text-anchor": "end" }, text));
      }
      const corner = { class: "name", x: RIGHT, y: BOTTOM + 38, "text-anchor": "end" };
      svg.append(
        element("line", { class: "even", x1: LEFT, y1: BOTTOM, x2: RIGHT, y2: TOP }),
        element("text", { class: "name", x: 8, y: 18 }, `time of ${ids[0]}`),
        element("text", corner, `time of ${ids[1]}`));
      // One dot can be reached by the tabulator; arrows go on to the next ratio.
      const dots = comparisons.map(({ index, times: [a, b] }, place) => {
        const dot = element("circle", {
          cx: x(b), cy: y(a), r: 4, tabindex: place === 0 ? 0 : -1, role: "img",
          "aria-label": `Puzzle ${index}: ${times(choice, index)}`,
        });
        if (even[index] !== "1") dot.setAttribute("class", "won");
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

    /** @param {Choice} choice */
    const ends = choice => pairOf(choice).ends.map((puzzles, side) => {
      const [end, list] = [html("div"), html("ol")];
      list.append(...puzzles.map(index => {
        const puzzle = choice.corpus.puzzles[index];
        const item = html("li", `${times(choice, index)}, puzzle ${index} `);
        item.append(html("code", puzzle), ...watch(choice, puzzle));
        return item;
      }));
      end.append(html("h3", `Best for ${choice.ids[side]}`), list);
      return end;
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
        for (const option of options) option.disabled = !corpus.times[Number(option.value)];
      }
      const [a, b] = [Number(first.value), Number(second.value)];
      /** @type {Choice} */
      const choice = { corpus, solvers: [a, b], ids: [survey.solvers[a], survey.solvers[b]] };
      const lacking = [...new Set([a, b])].filter(at => !corpus.times[at])
        .map(at => survey.solvers[at]);
      part(".duel-sentence").textContent = lacking.length === 0 ? sentence(choice)
        : `There are no times of ${lacking.join(" and ")} on ${corpus.name}.`;
      part(".duel-noise").textContent = corpus.noise;
      part(".scroll").replaceChildren(plot(choice));
      part(".duel-ends").replaceChildren(...ends(choice));
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
