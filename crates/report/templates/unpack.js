// @ts-check
/**
 * The bytes that an element holds: packed with gzip, in base64.
 * @param {Element} element
 */
async function unpacked(element) {
  const base64 = (element.textContent ?? "").trim();
  const packets = new Blob([Uint8Array.from(atob(base64), char => char.charCodeAt(0))]);
  const stream = packets.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
