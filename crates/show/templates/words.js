// @ts-check
// In every paragraph, the first use of a word leads to its meaning, which a pointer shows.
(() => {
  "use strict";
  const words = new Map([...document.querySelectorAll("#words dt")].map(term =>
    [term.textContent ?? "", { id: term.id, meaning: term.nextElementSibling?.textContent ?? "" }]));
  if (words.size === 0) return;
  const pattern = new RegExp(`(?<![\\w/-])(${[...words.keys()].join("|")})s?(?![\\w/-])`, "i");
  const paragraphs = "p, figcaption, caption, dd";
  const apart = "a, button, code, pre, h1, h2, summary, label, [data-explained]";

  /**
   * Links the words of a paragraph, each once.
   * @param {Element} paragraph
   */
  function explain(paragraph) {
    const seen = new Set([paragraph.previousElementSibling?.id]);
    const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (!(text instanceof Text) || text.parentElement?.closest(apart)) continue;
      const match = pattern.exec(text.data);
      const word = match && words.get(match[1].toLowerCase());
      if (!match || !word || seen.has(word.id)) continue;
      seen.add(word.id);
      const used = text.splitText(match.index);
      const rest = used.splitText(match[0].length);
      const link = document.createElement("a");
      Object.assign(link, { className: "word", href: `#${word.id}`, title: word.meaning });
      used.replaceWith(link);
      link.append(used);
      walker.currentNode = link.lastChild ?? rest;
    }
  }

  /**
   * Links the words of all paragraphs that have come into sight.
   * @param {Element} part
   */
  function explainAll(part) {
    for (const paragraph of part.querySelectorAll(paragraphs)) {
      if (paragraph.closest("[data-explained], details:not([open]) > :not(summary)")) continue;
      explain(paragraph);
      paragraph.setAttribute("data-explained", "");
    }
  }

  document.addEventListener("toggle", event => {
    if (event.target instanceof HTMLDetailsElement && event.target.open) explainAll(event.target);
  }, true);
  explainAll(document.body);
})();
