// @ts-check
// Sections are folded: a link into one opens it. Back returns to the link that was followed.
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

  /** The element that the address points at; nothing if its fragment cannot be decoded. */
  function pointed() {
    try {
      return document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      return null;
    }
  }

  /** @param {ScrollBehavior} behavior */
  function follow(behavior = "auto") {
    const target = pointed();
    if (!target) return;
    reveal(target);
    target.scrollIntoView({ behavior });
  }

  /**
   * The links that were followed, and where each was in the window; the entry of the history that a
   * link has left knows its number here.
   * @type { { link: Element, top: number }[] }
   */
  const left = [];

  addEventListener("hashchange", () => {
    const from = left[history.state];
    if (!from) return follow();
    // What has opened since then may have moved the link.
    const top = from.link.getBoundingClientRect().top - from.top;
    scrollBy({ top, behavior: "instant" });
  });
  document.addEventListener("click", event => {
    const link = event.target instanceof Element && event.target.closest("a[href^='#']");
    if (!link) return;
    // A second click on the same link changes no hash.
    if (link.getAttribute("href") === location.hash) return follow();
    history.replaceState(left.length, "");
    left.push({ link, top: link.getBoundingClientRect().top });
  });
  follow("instant");
})();
