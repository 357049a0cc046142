// @ts-check
// Makes the elements that the scripts of the page add to it.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {(string | Node)[]} parts
 */
function make(name, ...parts) {
  const made = document.createElement(name);
  made.append(...parts);
  return made;
}

/**
 * An element of a drawing.
 * @param {string} name
 * @param {Record<string, string | number>} has its attributes
 */
function drawn(name, has = {}, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(has)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}
