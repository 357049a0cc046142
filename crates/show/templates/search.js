// @ts-check
// A search over sections, words, sets, solvers and claims.
(() => {
  "use strict";
  const MOST = 12;
  const label = document.querySelector(".search");
  const input = label?.querySelector("input");
  const found = document.getElementById("found");
  if (!(label instanceof HTMLElement) || !input || !found) return;
  label.hidden = false;

  /** @type {{ text: string, kind: string, id: string, all: string }[] | undefined} */
  let places;

  /** Every place that has an address, with what a reader may call it, and all that it says. */
  function index() {
    const of = (/** @type {string} */ kind, /** @type {string} */ selector) =>
      [...document.querySelectorAll(selector)].map(element => {
        const text = (element.querySelector(":scope > summary, :scope h2") ?? element).textContent?.trim() ?? "";
        const about = kind === "word" ? element.nextElementSibling
          : kind === "section" ? null : element.closest("tr") ?? element;
        return { text, kind, id: element.id, all: `${text} ${about?.textContent ?? ""}`.toLowerCase() };
      });
    return [
      ...of("section", "main > section[id], .explained > section[id], .opening > section[id]"),
      ...of("word", "dl.meaning dt[id]"),
      ...of("set", "#sets th[id^=set-]"),
      ...of("claim", "#claims th[id]"),
      ...of("solver", "details.lesson[id], #solvers th[id]"),
    ];
  }

  /** Shows the places that hold every word of what is asked; those that are called so come first. */
  const search = () => {
    const asked = input.value.trim().toLowerCase();
    places ??= index();
    const words = asked.split(/\s+/);
    const holds = (/** @type {string} */ text) => words.every(word => text.includes(word));
    const matches = asked === "" ? [] : places.filter(({ all }) => holds(all));
    const rank = (/** @type {{ text: string }} */ { text }) =>
      text.toLowerCase().startsWith(asked) ? 0 : holds(text.toLowerCase()) ? 1 : 2;
    matches.sort((a, b) => rank(a) - rank(b));
    found.replaceChildren(...matches.slice(0, MOST).map(({ text, kind, id }) => {
      const link = Object.assign(document.createElement("a"), { href: `#${id}` });
      const name = Object.assign(document.createElement("span"), { textContent: kind });
      link.append(name, ` ${text}`);
      const item = document.createElement("li");
      item.append(link);
      return item;
    }));
    if (asked !== "" && matches.length === 0)
      found.replaceChildren(Object.assign(document.createElement("li"), { textContent: "Nothing holds these words." }));
    found.hidden = asked === "";
  };

  const close = () => {
    input.value = "";
    search();
  };

  /** @param {KeyboardEvent} event */
  const move = event => {
    const links = [...found.querySelectorAll("a")];
    const at = links.findIndex(link => link === document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && !found.hidden) {
      event.preventDefault();
      (links[at + step] ?? input).focus();
    } else if (event.key === "Enter" && event.target === input) {
      links[0]?.click();
    } else if (event.key === "Escape") {
      close();
      input.focus();
    }
  };

  input.addEventListener("input", search);
  input.addEventListener("keydown", move);
  found.addEventListener("keydown", move);
  found.addEventListener("click", event => {
    if (event.target instanceof Element && event.target.closest("a")) close();
  });
})();
