// @ts-check
// Unpacks the parts of the page that are packed text: the solvers, and the times of single puzzles.

/** The digits of base 85 (crates/show/src/base85.rs). */
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?,;_()[]{}@%$#";

/**
 * The bytes of a text in base 85: five characters are four bytes; the last group may be shorter.
 * @param {string} text
 */
function bytesOf(text) {
  const values = new Uint8Array(128);
  [...DIGITS].forEach((digit, value) => { values[digit.charCodeAt(0)] = value; });
  const groups = Math.ceil(text.length / 5);
  const words = new DataView(new ArrayBuffer(4 * groups));
  for (let group = 0; group < groups; group++) {
    let word = 0;
    for (let at = 5 * group; at < 5 * group + 5; at++) {
      word = 85 * word + (at < text.length ? values[text.charCodeAt(at)] : 84);
    }
    words.setUint32(4 * group, word);
  }
  return new Uint8Array(words.buffer, 0, Math.floor(text.length / 5 * 4));
}

/**
 * The bytes that an element holds: packed with gzip, in base 85.
 * @param {Element} element
 */
async function unpacked(element) {
  const packed = new Blob([bytesOf((element.textContent ?? "").trim())]);
  const stream = packed.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
