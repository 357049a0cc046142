// @ts-check
// The depth over all steps of a search: what is still to come is veiled.

/**
 * @param {HTMLElement} before what it comes after
 */
function playerStrip(before) {
  const strip = drawn("svg", { class: "strip", preserveAspectRatio: "none", role: "img" });
  const [tree, veil] = [drawn("path"), drawn("rect", { width: "100%", height: "100%" })];
  strip.append(tree, veil);
  before.after(strip);
  let parts = 0;

  return {
    /**
     * @param {number[]} depths the greatest in each of the equal parts of the search
     * @param {number} deepest of both searches
     */
    lay(depths, deepest) {
      parts = depths.length;
      strip.setAttribute("viewBox", `0 0 ${Math.max(1, parts)} ${Math.max(1, deepest)}`);
      const steps = depths.map((depth, i) => `V${deepest - depth}H${i + 1}`);
      tree.setAttribute("d", `M0 ${deepest}${steps.join("")}V${deepest}Z`);
      const most = Math.max(0, ...depths);
      strip.setAttribute("aria-label", `The depth over all steps, ${most} at most`);
    },
    /**
     * @param {number} done the share of the search that is done
     * @param {number} wide the share of the time that the search takes
     */
    move(done, wide) {
      strip.style.width = `${100 * wide}%`;
      veil.setAttribute("x", String(parts * done));
    },
  };
}
