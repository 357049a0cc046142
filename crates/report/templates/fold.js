// @ts-check
// Sections are folded: a link into one opens it.
(() => {
  "use strict";

  /**
   * Opens everything around an element, and the element itself.
   * @param {Element} target
   */
  function reveal(target) {
    const own = target.matches("section") && target.querySelector(":scope > details");
    for (let at = /** @type {Element | null} */ (own || target); at; at = at.parentElement)
      if (at instanceof HTMLDetailsElement) at.open = true;
  }

  /** What the address points at; nothing where it is no text. */
  function pointed() {
    try {
      return document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      return null;
    }
  }

  function follow() {
    const target = pointed();
    if (!target) return;
    reveal(target);
    target.scrollIntoView();
  }

  addEventListener("hashchange", follow);
  // A second click on the same link changes no hash.
  document.addEventListener("click", event => {
    const link = event.target instanceof Element && event.target.closest("a[href^='#']");
    if (link && link.getAttribute("href") === location.hash) follow();
  });
  follow();
})();
