// @ts-check
// The figures of a chart, for whoever points at a mark or walks there with the arrow keys.
(() => {
  "use strict";

  const tip = document.createElement("p");
  tip.className = "tip";
  tip.setAttribute("role", "status");
  tip.hidden = true;
  document.body.append(tip);

  /** @type {SVGRectElement | undefined} */
  let shown;

  /** @type {WeakMap<SVGRectElement, string>} */
  const texts = new WeakMap();

  /** @param {SVGRectElement} spot */
  function show(spot) {
    shown?.removeAttribute("class");
    shown = spot;
    spot.setAttribute("class", "shown");
    tip.textContent = texts.get(spot) ?? "";
    tip.hidden = false;
    place(spot);
  }

  /** @param {SVGRectElement} spot */
  function place(spot) {
    const { left, right, top, bottom } = spot.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = tip;
    const middle = (Math.max(left, 0) + Math.min(right, innerWidth) - width) / 2;
    const room = document.documentElement.clientWidth - width - 8;
    tip.style.left = `${Math.max(8, Math.min(middle, room))}px`;
    tip.style.top = `${top - height - 6 > 0 ? top - height - 6 : bottom + 6}px`;
  }

  function hide() {
    shown?.removeAttribute("class");
    shown = undefined;
    tip.hidden = true;
  }

  /**
   * The spot that lies next in a direction, those straight ahead first.
   * @param {SVGRectElement[]} spots
   * @param {SVGRectElement} from
   * @param {[number, number]} way
   */
  function next(spots, from, [x, y]) {
    /** @param {SVGRectElement} spot */
    const middle = spot => {
      const box = spot.getBBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [fromX, fromY] = middle(from);
    let nearest, least = Infinity;
    for (const spot of spots) {
      const [toX, toY] = middle(spot);
      const ahead = (toX - fromX) * x + (toY - fromY) * y;
      const aside = Math.abs((toX - fromX) * y) + Math.abs((toY - fromY) * x);
      if (ahead > 1 && ahead + 4 * aside < least) [nearest, least] = [spot, ahead + 4 * aside];
    }
    return nearest;
  }

  /** @type {Record<string, [number, number]>} */
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  for (const frame of document.querySelectorAll(".chart .scroll")) {
    const spots = [...frame.querySelectorAll("rect")].filter(rect => rect.firstElementChild);
    if (spots.length === 0) continue;
    for (const spot of spots) {
      // A title would be told a second time, and late.
      texts.set(spot, spot.textContent ?? "");
      spot.replaceChildren();
      spot.addEventListener("pointerenter", () => show(spot));
      spot.addEventListener("pointerleave", hide);
    }
    frame.addEventListener("keydown", event => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      if (key === "Escape") return hide();
      if (!(key in WAYS) && key !== "Home" && key !== "End") return;
      event.preventDefault();
      const from = shown && spots.includes(shown) ? shown : undefined;
      const ends = key === "End" ? spots.at(-1) : spots[0];
      const to = from && key in WAYS ? next(spots, from, WAYS[key]) : ends;
      if (!to) return;
      to.scrollIntoView({ block: "nearest", inline: "nearest" });
      show(to);
    });
    frame.addEventListener("blur", hide);
  }
  addEventListener("scroll", () => {
    if (shown?.matches(":hover")) hide();
    else if (shown) place(shown);
  }, { passive: true });
})();
