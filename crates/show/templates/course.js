// @ts-check
// A lesson's button opens the replay behind it, and the browser remembers which lessons were read
// to their end.
(() => {
  "use strict";
  const KEY = "sudoku-lab-read";

  document.addEventListener("click", event => {
    const button = event.target instanceof Element && event.target.closest("button[data-watch]");
    if (!(button instanceof HTMLButtonElement)) return;
    const { watch, solvers = "" } = button.dataset;
    const place = button.closest("p");
    const detail = { puzzle: watch, solvers: solvers.split(" "), step: "parting", place };
    document.dispatchEvent(new CustomEvent("watch", { detail }));
  });

  /** @returns {string[]} */
  function remembered() {
    try {
      return JSON.parse(localStorage.getItem(KEY) ?? "[]");
    } catch {
      return [];
    }
  }

  /** @param {Element} lesson */
  function mark(lesson) {
    const summary = lesson.querySelector("summary");
    if (!summary || summary.querySelector(".read")) return;
    const said = Object.assign(document.createElement("span"), { className: "read" });
    said.textContent = "✓ read";
    summary.append(" ", said);
  }

  /** @param {Element} lesson */
  function read(lesson) {
    mark(lesson);
    try {
      localStorage.setItem(KEY, JSON.stringify([...new Set([...remembered(), lesson.id])]));
    } catch {
      // The browser keeps nothing; the mark stays as long as the page.
    }
  }

  // A jump scrolls past the ends of lessons, so an end has to stay in view for a second.
  /** @type { Map<Element, number> } */
  const seen = new Map();
  const ends = new IntersectionObserver(entries => {
    for (const { isIntersecting, target } of entries) {
      const lesson = isIntersecting && target.closest(".lesson[open]");
      clearTimeout(seen.get(target));
      if (lesson) seen.set(target, setTimeout(read, 1000, lesson));
    }
  });
  document.addEventListener("click", event => {
    const lesson = event.target instanceof Element && event.target.closest(".next a")?.closest(".lesson");
    if (lesson) read(lesson);
  });
  const known = new Set(remembered());
  for (const lesson of document.querySelectorAll(".lesson")) {
    if (known.has(lesson.id)) mark(lesson);
    const end = lesson.querySelector(".told > :last-child");
    if (end) ends.observe(end);
  }
})();
