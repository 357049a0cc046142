// Two solvers of the reader's choice, puzzle by puzzle. Without this one pair stands there, drawn.
(() => {
  /**
   * @typedef {object} Corpus
   * @property {string} name
   * @property {number} set
   * @property {number} count
   * @property {number} noise
   * @property {([number, number, string] | null)[]} times
   *
   * @typedef {object} Bout
   * @property {number} index
   * @property {string} puzzle
   * @property {number} a
   * @property {number} b
   * @property {number} ratio
   * @property {number | null} winner
   *
   * @typedef {object} Duel
   * @property {Bout[]} bouts
   * @property {number[]} alone
   *
   * @typedef {object} Times
   * @property {string[]} solvers
   * @property {boolean[]} runs - which of them the page can run
   * @property {Corpus[]} corpora
   * @property {[string, string][]} puzzles
   * @property {number[]} first
   */

  const root = document.getElementById("duel-choice");
  if (!root) return;
  /** @type {Times} */
  const data = JSON.parse(root.dataset.times ?? "");
  /** Something of this section that is always there. @param {string} what */
  const part = what => {
    const found = root.querySelector(what);
    if (!(found instanceof HTMLElement)) throw new Error(`no ${what}`);
    return found;
  };
  const CLOCK_NS = 20, ENDS = 5;
  const WIDTH = 900, HEIGHT = 560, LEFT = 80, RIGHT = 880, TOP = 34, BOTTOM = 510;

  /** @type {string[][]} */
  const grids = [];
  const puzzlesOf = (/** @type {number} */ set) => grids[set] ??= data.puzzles[set][1]
    .replace(/[a-z]/g, run => ".".repeat(run.charCodeAt(0) - 96)).match(/.{81}/g) ?? [];
  const timesOf = (/** @type {Corpus} */ corpus, /** @type {number} */ solver) => {
    const packed = corpus.times[solver];
    if (!packed) return null;
    const [low, high, text] = packed;
    return Array.from(atob(text), char => {
      const byte = char.charCodeAt(0);
      return byte === 0 ? null : Math.exp(low + (byte - 1) / 254 * (high - low));
    });
  };

  /** The puzzles that both finished, by the ratio of their times, and who finished some alone. */
  const duel = (/** @type {Corpus} */ corpus, /** @type {number} */ first, /** @type {number} */ second) => {
    const [ours, theirs] = [timesOf(corpus, first), timesOf(corpus, second)];
    const puzzles = puzzlesOf(corpus.set);
    const wins = (/** @type {number} */ fast, /** @type {number} */ slow) => fast * (1 + corpus.noise) + CLOCK_NS < slow;
    /** @type {Bout[]} */
    const bouts = [];
    const alone = [0, 0];
    for (let index = 0; index < corpus.count; index++) {
      const [a, b] = [ours?.[index] ?? null, theirs?.[index] ?? null];
      if (a === null || b === null) {
        if (a !== null) alone[0]++;
        if (b !== null) alone[1]++;
        continue;
      }
      const winner = wins(a, b) ? 0 : wins(b, a) ? 1 : null;
      bouts.push({ index, puzzle: puzzles[index], a, b, ratio: a / b, winner });
    }
    bouts.sort((one, other) => one.ratio - other.ratio);
    return { bouts, alone };
  };

  const quantile = (/** @type {number[]} */ sorted, /** @type {number} */ q) => {
    const at = q * (sorted.length - 1), low = Math.floor(at), high = Math.ceil(at);
    return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
  };
  const rough = (/** @type {number} */ ratio) => ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(1 - Math.floor(Math.log10(ratio)));
  /** @type {[string, number][]} */
  const units = [["s", 1e9], ["ms", 1e6], ["µs", 1e3], ["ns", 1]];
  const time = (/** @type {number} */ ns) => {
    const [unit, size] = units.find(([, size]) => ns >= 0.9995 * size) ?? units[3];
    const value = ns / size;
    return `${value.toFixed(value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2)} ${unit}`;
  };
  const many = (/** @type {number} */ number, /** @type {string} */ thing) => `${number.toLocaleString("en")} ${thing}${number === 1 ? "" : "s"}`;

  const sentence = (/** @type {Corpus} */ corpus, /** @type {string[]} */ [first, second], /** @type {Duel} */ { bouts, alone }) => {
    const left = [first, second].map((id, who) => alone[who] === 0 ? "" :
      ` On ${many(alone[who], "puzzle")}, only ${id} stayed within its budget.`).join("");
    if (bouts.length === 0) return `No puzzle of ${corpus.name} was finished by both.${left}`;
    const share = (/** @type {number} */ some) => `${Math.round(100 * some / bouts.length)} %`;
    const won = (/** @type {number | null} */ who) => bouts.filter(bout => bout.winner === who).length;
    const ratios = bouts.map(bout => bout.ratio);
    const at = (/** @type {number} */ q) => rough(quantile(ratios, q));
    return `On ${many(bouts.length, "puzzle")} of ${corpus.name}, ${first} is faster on ` +
      `${share(won(0))}, ${second} on ${share(won(1))}, and ${share(won(null))} cannot be told ` +
      `apart. The time of ${first} divided by that of ${second} has a median of ${at(0.5)}; on ` +
      `four puzzles of five it lies between ${at(0.1)} and ${at(0.9)}, on all between ${at(0)} ` +
      `and ${at(1)}.${left}`;
  };

  const element = (/** @type {string} */ name, /** @type {Record<string, string | number>} */ attributes = {}, text = "") => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, `${value}`);
    made.textContent = text;
    return made;
  };
  const html = (/** @type {string} */ name, text = "", className = "") => {
    const made = document.createElement(name);
    made.textContent = text;
    if (className) made.className = className;
    return made;
  };

  /** The button that shows both searches, where the page can run them. */
  const watch = (/** @type {Corpus} */ corpus, /** @type {string[]} */ solvers, /** @type {string} */ puzzle) => {
    if (!solvers.every(id => data.runs[data.solvers.indexOf(id)])) return [];
    const button = html("button", "watch both", "watch");
    button.setAttribute("type", "button");
    const goal = corpus.name.endsWith("+unique") ? "unique" : "first";
    button.addEventListener("click", () =>
      document.dispatchEvent(new CustomEvent("watch", { detail: { puzzle, solvers, goal } })));
    return [button];
  };
  const figures = (/** @type {Bout} */ bout, /** @type {string[]} */ [first, second]) =>
    `${first} ${time(bout.a)}, ${second} ${time(bout.b)}, ratio ${rough(bout.ratio)}`;

  const told = part(".duel-puzzle");
  const tell = (/** @type {Corpus} */ corpus, /** @type {string[]} */ ids, /** @type {Bout} */ bout) => {
    const name = html("span", `Puzzle ${bout.index} of ${corpus.name}: ${figures(bout, ids)}. `);
    told.replaceChildren(name, html("code", bout.puzzle), ...watch(corpus, ids, bout.puzzle));
    told.hidden = false;
  };

  const plot = (/** @type {Corpus} */ corpus, /** @type {string[]} */ ids, /** @type {Duel} */ { bouts }) => {
    const all = bouts.flatMap(bout => [bout.a, bout.b]);
    const low = Math.log(all.reduce((a, b) => Math.min(a, b), Infinity) / 1.1);
    const high = Math.log(all.reduce((a, b) => Math.max(a, b), 0) * 1.1);
    const share = (/** @type {number} */ ns) => (Math.log(ns) - low) / (high - low);
    const x = (/** @type {number} */ ns) => LEFT + share(ns) * (RIGHT - LEFT);
    const y = (/** @type {number} */ ns) => BOTTOM - share(ns) * (BOTTOM - TOP);
    const svg = element("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "duel-plot" });
    const steps = high - low > Math.log(1e3) ? [1] : high - low > Math.log(30) ? [1, 3] : [1, 2, 5];
    for (let power = 0; power < 13; power++) {
      for (const step of steps) {
        const ns = step * 10 ** power, text = time(ns).replace(/\.0+ /, " ");
        if (Math.log(ns) < low || Math.log(ns) > high) continue;
        svg.append(
          element("line", { x1: x(ns), x2: x(ns), y1: TOP, y2: BOTTOM }),
          element("line", { x1: LEFT, x2: RIGHT, y1: y(ns), y2: y(ns) }),
          element("text", { x: x(ns), y: BOTTOM + 16, "text-anchor": "middle" }, text),
          element("text", { x: LEFT - 8, y: y(ns) + 4, "text-anchor": "end" }, text));
      }
    }
    svg.append(
      element("line", { class: "even", x1: LEFT, y1: BOTTOM, x2: RIGHT, y2: TOP }),
      element("text", { class: "name", x: 8, y: 18 }, `time of ${ids[0]}`),
      element("text", { class: "name", x: RIGHT, y: BOTTOM + 38, "text-anchor": "end" }, `time of ${ids[1]}`));
    // One dot can be reached by the tabulator; arrows go on to the next ratio.
    const dots = bouts.map((bout, place) => {
      const dot = element("circle", {
        cx: x(bout.b), cy: y(bout.a), r: 4, tabindex: place === 0 ? 0 : -1, role: "img",
        "aria-label": `Puzzle ${bout.index}: ${figures(bout, ids)}`,
      });
      if (bout.winner !== null) dot.setAttribute("class", "won");
      dot.addEventListener("pointerenter", () => tell(corpus, ids, bout));
      dot.addEventListener("focus", () => tell(corpus, ids, bout));
      return dot;
    });
    svg.append(...dots);
    svg.addEventListener("keydown", event => {
      const at = dots.findIndex(dot => dot === event.target);
      /** @type {Record<string, number>} */
      const places = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: dots.length - 1 };
      const to = places[event.key];
      if (at < 0 || to === undefined || !dots[to]) return;
      event.preventDefault();
      dots[at].setAttribute("tabindex", "-1");
      dots[to].setAttribute("tabindex", "0");
      const next = dots[to];
      if (next instanceof SVGElement) next.focus();
    });
    return svg;
  };

  const ends = (/** @type {Corpus} */ corpus, /** @type {string[]} */ ids, /** @type {Duel} */ { bouts }) => {
    const lists = [bouts.slice(0, ENDS), bouts.slice(-ENDS).reverse()].map((some, who) => {
      const end = document.createElement("div"), list = document.createElement("ol");
      for (const bout of some) {
        const item = html("li", `${figures(bout, ids)}, puzzle ${bout.index} `);
        item.append(html("code", bout.puzzle), ...watch(corpus, ids, bout.puzzle));
        list.append(item);
      }
      end.append(html("h3", `Best for ${ids[who]}`), list);
      return end;
    });
    part(".duel-ends").replaceChildren(...lists);
  };

  const form = part("form");
  const select = (/** @type {string} */ name) => {
    const found = part(`[name=${name}]`);
    if (!(found instanceof HTMLSelectElement)) throw new Error(`no choice of ${name}`);
    return found;
  };
  const [corpus, first, second] = ["corpus", "first", "second"].map(select);
  for (const choice of [first, second])
    choice.append(...data.solvers.map((id, at) => new Option(id, `${at}`)));
  corpus.append(...data.corpora.map(({ name }, at) => new Option(name, `${at}`)));
  [corpus.value, first.value, second.value] = data.first.map(String);

  const show = () => {
    const chosen = data.corpora[Number(corpus.value)];
    for (const choice of [first, second])
      for (const option of choice.options) option.disabled = !chosen.times[Number(option.value)];
    const [a, b] = [first, second].map(choice => Number(choice.value));
    const ids = [data.solvers[a], data.solvers[b]];
    const found = duel(chosen, a, b);
    const lacking = [...new Set([a, b])].filter(at => !chosen.times[at]).map(at => data.solvers[at]);
    part(".duel-sentence").textContent = lacking.length === 0 ? sentence(chosen, ids, found)
      : `There are no times of ${lacking.join(" and ")} on ${chosen.name}.`;
    part(".duel-noise").textContent = `A win is a difference of more than ` +
      `${(100 * chosen.noise).toFixed(1)} % and ${CLOCK_NS} ns. Every puzzle was solved once; times ` +
      `are rounded here to a 254th of each solver's range.`;
    part(".scroll").replaceChildren(plot(chosen, ids, found));
    ends(chosen, ids, found);
    told.hidden = true;
  };
  form.addEventListener("change", show);
  form.addEventListener("submit", event => event.preventDefault());
  form.hidden = false;
  part(".duel-ends").hidden = false;
  show();
})();
