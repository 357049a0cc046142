// @ts-check
// The code of the left solver, from its lesson and from those that show what it leaves out, with the
// lines lit that made the step.

/** @param {View} view */
function playerListing({ find }) {
  const pane = find(".listing", HTMLElement);
  /** @type {HTMLElement[]} */
  let statements = [];

  /** @param {string} solver */
  function lay(solver) {
    const code = document.getElementById(solver)?.querySelector(".code");
    pane.hidden = !code;
    pane.replaceChildren(...code?.cloneNode(true).childNodes ?? []);
    for (const elsewhere of pane.querySelectorAll("[data-items]")) {
      const lesson = document.getElementById(elsewhere.querySelector("a")?.hash.slice(1) ?? "");
      const code = document.createElement("pre");
      for (const number of (elsewhere.getAttribute("data-items") ?? "").split(" "))
        code.append(lesson?.querySelector(`.code [data-item="${number}"]`)?.cloneNode(true) ?? "");
      elsewhere.replaceWith(code);
    }
    statements = [...pane.querySelectorAll("[data-reports]")].flatMap(line =>
      line instanceof HTMLElement ? [line] : []);
  }

  /**
   * The line of the step is the one at or behind its reason; where none is, any of its kind.
   * @param {Frame} frame
   */
  function lit({ event, reasons }) {
    let because = "";
    const own = statements.map(line => {
      const reports = (line.dataset.reports ?? "").split(" ");
      because = reports.findLast(name => /^[A-Z]/.test(name)) ?? because;
      const isReason = reports.some(name => reasons.includes(name));
      return { line, isReason, reports, isGiven: isReason || reasons.includes(because) };
    });
    const given = own.filter(({ isReason }) => isReason);
    const kind = own.filter(({ reports }) => reports.includes(event?.step ?? ""));
    const exact = kind.filter(({ isGiven }) => isGiven);
    return [...given, ...exact.length > 0 ? exact : kind].map(({ line }) => line);
  }

  /** @param {Frame} frame */
  function light(frame) {
    const now = new Set(lit(frame));
    for (const line of statements) line.classList.toggle("lit", now.has(line));
    const [first] = now;
    if (first) pane.scrollTop = first.offsetTop - pane.clientHeight / 2;
  }

  return { lay, light };
}
