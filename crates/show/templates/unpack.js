// @ts-check
// Unpacks the parts of the page that are packed: the solvers, and the times of single puzzles.

/**
 * The bytes that an element holds: packed with gzip, in base 64.
 * @param {Element} element
 */
async function unpacked(element) {
  const text = atob((element.textContent ?? "").trim());
  const packed = new Blob([Uint8Array.from(text, char => char.charCodeAt(0))]);
  const stream = packed.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
