// @ts-check
// A lesson's question is answered in the page: the reader predicts, the searches of the command run
// here, and their work stands between the prediction and the answer.
(() => {
  "use strict";
  const engine = pageEngine;
  if (!engine) return;
  const COMMAND = /tally --corpus (\S+) --solver '?([^\s']+)'?(?: --max-calls (\S+))?/g;
  const count = new Intl.NumberFormat("en").format;

  /**
   * @typedef { { corpus: string, solvers: RegExp, calls: number, puzzles: string[] } } Tally
   * @typedef { { solver: string, corpus: string, counts: Counts, solved: string } } Ran
   */

  /**
   * The runs that the commands ask for; null where the page lacks a puzzle of theirs.
   * @param {string} commands
   * @returns {Tally[] | null}
   */
  function tallies(commands) {
    const all = [...commands.matchAll(COMMAND)].map(([, corpus, glob, calls]) => {
      const set = document.querySelector(`[name=example] optgroup[label="${corpus}"][data-whole]`);
      return {
        corpus,
        solvers: new RegExp(`^${glob.replaceAll("*", ".*")}$`),
        calls: calls ? Number(calls) : Number.MAX_SAFE_INTEGER,
        puzzles: [...set?.querySelectorAll("option") ?? []].map(({ value }) => value),
      };
    });
    return all.length > 0 && all.every(({ puzzles }) => puzzles.length > 0) ? all : null;
  }

  /** @param {Ran[]} ran */
  function table(ran) {
    const head = (/** @type {string} */ text, scope = "col", name = "") =>
      Object.assign(make("th", text), { scope, className: name });
    const heads = ran.map(({ solver, corpus }) => head(`${solver}, ${corpus}`, "col", "number"));
    const names = [...new Set(ran.flatMap(({ counts }) => Object.keys(counts)))];
    const rows = names.filter(name => ran.some(({ counts }) => counts[name])).map(name =>
      make("tr", head(name.replaceAll("_", " "), "row"), ...ran.map(({ counts }) =>
        make("td", counts[name] === undefined ? "–" : count(counts[name])))));
    const ends = ran.map(({ solved }) => make("td", solved));
    const body = make("tbody", make("tr", head("solved", "row"), ...ends), ...rows);
    const box = make("div", make("table",
      make("caption", "What ran here: the work on all puzzles of the set"),
      make("thead", make("tr", head("counter"), ...heads)), body));
    box.setAttribute("aria-label", "What ran here");
    return Object.assign(box, { className: "scroll", tabIndex: 0, role: "group" });
  }

  /** @param {Tally[]} asked */
  const run = async asked => {
    await engine.start();
    /** @type {Ran[]} */
    const ran = [];
    for (const { corpus, solvers, calls, puzzles } of asked) {
      for (const { id: solver } of engine.solvers.filter(({ id }) => solvers.test(id))) {
        const { counts, solved, error } =
          await engine.ask[1]({ do: "count", solver, puzzles, calls });
        if (error) throw new Error(error.message);
        ran.push({ solver, corpus, counts, solved: `${solved} of ${puzzles.length}` });
      }
    }
    return ran;
  };

  /**
   * @param {HTMLElement} command
   * @param {Tally[]} asked
   */
  function offer(command, asked) {
    const prediction = Object.assign(document.createElement("input"), { required: true });
    const label = make("label", "Your prediction", prediction);
    const button = make("button", "Run it here");
    const output = make("output");
    const form = Object.assign(make("form", label, button), { className: "predict" });
    command.before(form, output, make("p", "The same in a terminal:"));
    form.addEventListener("submit", async event => {
      event.preventDefault();
      button.disabled = true;
      output.textContent = "The searches run …";
      try {
        output.replaceChildren(table(await run(asked)));
        const answer = output.parentElement?.querySelector(":scope > details");
        if (answer instanceof HTMLDetailsElement) answer.open = true;
      } catch (error) {
        output.textContent = `It cannot run in this browser: ${error}`;
      }
      button.disabled = false;
    });
  }

  for (const command of document.querySelectorAll(".lesson .told > pre")) {
    const asked = tallies(command.textContent ?? "");
    if (asked && command instanceof HTMLElement) offer(command, asked);
  }
})();
