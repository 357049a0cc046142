// @ts-check
// The drawing below a board: buckets, options, places, whatever the search keeps.

/**
 * @typedef { { kind: "numbers", numbers: (number | null)[], chosen: number | null } } Numbers
 * @typedef { { kind: "buckets", buckets: number[][], chosen: number | null } } Buckets
 * @typedef { { kind: "trail", rows: [number, number][][] } } Trail
 * @typedef { { at: number, digit: number, left: number[] } } ItemOption
 * @typedef { { kind: "options", item: number | null, options: ItemOption[], items: number[] } } Options
 * @typedef { { kind: "places", digit: number, before: number[], after: number[], ways: number[] } } Places
 * @typedef { { kind: "layouts", before: number[][], after: number[][],
 *   first: [number, number, number] | null } } Layouts
 * @typedef { { caption: string,
 *   drawing: Numbers | Buckets | Trail | Options | Places | Layouts } } Structure
 */

/** @param {HTMLElement} before what the drawing comes after */
function playerStructure(before) {
  const CELL = 20; // the side of a cell, in units of a drawing
  const ROWS = 6; // how many rows of a trail are shown, and how many cells of a row
  const cells = [...Array(81).keys()];
  const cellName = (/** @type {number} */ at) => `r${Math.floor(at / 9) + 1}c${at % 9 + 1}`;
  const names = (/** @type {number[]} */ cells) => cells.map(cellName).join(", ") || "none";

  const [body, caption] = [make("div"), make("figcaption")];
  const figure = Object.assign(make("figure", body, caption), { className: "structure" });
  before.after(figure);

  const title = (/** @type {string} */ text, /** @type {string} */ scope) =>
    Object.assign(make("th", text), { scope });

  /**
   * A picture of squares and texts.
   * @param {number} width
   * @param {number} height
   * @param {string} label what it shows, for those who do not see it
   */
  function sheet(width, height, label) {
    const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
    svg.style.maxWidth = `${1.5 * width}px`;
    const text = (/** @type {number} */ x, /** @type {number} */ y, said = "", name = "") =>
      svg.append(drawn("text", { x, y, class: name }, said));
    const path = (/** @type {string} */ name, /** @type {string} */ d) =>
      svg.append(drawn("path", { class: name, d }));
    /**
     * @param {string} name the class
     * @param {[number, number][]} corners
     * @param {number} side
     */
    const squares = (name, corners, side) =>
      path(name, corners.map(([x, y]) => `M${x} ${y}h${side}v${side}h${-side}z`).join(""));
    return { svg, text, path, squares };
  }

  /**
   * The cells of the grid.
   * @param {number} x
   * @param {number} y
   * @param {number} side of a cell
   * @returns {(at: number) => [number, number]} the corner of a cell, a little further after a box
   */
  const corners = (x, y, side) => at => {
    const place = (/** @type {number} */ i) => i * side + Math.floor(i / 3) * 0.2 * side;
    return [x + place(at % 9), y + place(Math.floor(at / 9))];
  };

  /** @param {Numbers} drawing */
  function numbers({ numbers, chosen }) {
    const wide = 9.4 * CELL;
    const said = numbers.flatMap((number, at) =>
      number === null ? [] : [`${cellName(at)}: ${number}`]);
    const { svg, text, squares } = sheet(wide, wide, said.join(", "));
    const corner = corners(0, 0, CELL);
    squares("bare", cells.filter(at => numbers[at] === null).map(corner), CELL - 1);
    squares("none", cells.filter(at => numbers[at] !== null).map(corner), CELL - 1);
    if (chosen !== null) squares("lit", [corner(chosen)], CELL - 1);
    numbers.forEach((number, at) => {
      if (number === null) return;
      const [x, y] = corner(at);
      text(x + CELL / 2, y + CELL * 0.72, String(number), at === chosen ? "on-lit" : "");
    });
    return [svg];
  }

  /** @param {Buckets} drawing */
  function buckets({ buckets, chosen }) {
    const [side, wide, high] = [6, 62, 76];
    const shown = buckets.flatMap((inside, number) =>
      number < 6 || inside.length > 0 ? [number] : []); // most have no others, and none moves then
    const said = shown.map(number => `${number} left: ${names(buckets[number])}`).join("; ");
    const { svg, text, squares } = sheet(3 * wide, high * Math.ceil(shown.length / 3), said);
    shown.forEach((number, i) => {
      const [x, y] = [i % 3 * wide, Math.floor(i / 3) * high];
      const corner = corners(x, y + 14, side);
      const inside = buckets[number];
      const decides = chosen !== null && inside.includes(chosen);
      text(x + wide / 2 - 3, y + 10, `${number}: ${inside.length}`, decides ? "decides" : "");
      squares("none", cells.filter(at => !inside.includes(at)).map(corner), side - 1);
      squares("some", inside.filter(at => at !== chosen).map(corner), side - 1);
      if (decides) squares("lit", [corner(chosen)], side - 1);
    });
    return [svg];
  }

  /** @param {Trail} drawing */
  function trail({ rows }) {
    const earlier = Math.max(0, rows.length - ROWS);
    const list = make("ol", ...rows.slice(earlier).map((row, i) => {
      const old = Math.max(0, row.length - ROWS);
      const said = row.slice(old).map(([at, digit]) => `${cellName(at)} = ${digit}`);
      const more = old > 0 ? `${old} more, ` : "";
      const name = earlier + i === 0 ? "start" : `guess ${earlier + i}`;
      return make("li", make("b", name), make("span", ` ${more}${said.join(", ") || "nothing yet"}`));
    }));
    return earlier > 0 ? [make("p", `${earlier} more before`), list] : [list];
  }

  /** @param {Options} drawing */
  function options({ item, options, items }) {
    const shown = [];
    if (item !== null) {
      const head = ["option", "cell", "row", "col", "box"].map(name => title(name, "col"));
      const kind = Math.floor(item / 81);
      const rows = options.map(({ at, digit, left }) => {
        const numbers = left.map((number, i) => {
          const cell = make("td", String(number));
          cell.classList.toggle("lit", i === kind);
          return cell;
        });
        return make("tr", title(`${digit} at ${cellName(at)}`, "row"), ...numbers);
      });
      shown.push(make("table", make("thead", make("tr", ...head)), make("tbody", ...rows)));
    }
    const [wide, high, most] = [20, 40, Math.max(1, ...items)];
    const fewest = items.findIndex(Boolean);
    const said = items.map((number, left) => `${number} with ${left}`).join(", ");
    const { svg, text, path } = sheet(10 * wide, high + 26, `Items by options left: ${said}`);
    items.forEach((number, left) => {
      const tall = number && Math.max(1, high * number / most);
      path(left === fewest ? "lit" : "some",
        `M${left * wide + 2} ${high + 13}v${-tall}h${wide - 4}v${tall}z`);
      text((left + 0.5) * wide, high + 11 - tall, number ? String(number) : "");
      text((left + 0.5) * wide, high + 24, String(left));
    });
    return [...shown, svg];
  }

  /** The box in which a line of a band has the minirow of a layout. */
  const boxOf = (/** @type {number} */ layout, /** @type {number} */ line) =>
    (layout + (layout < 3 ? line : 2 * line)) % 3;

  /** @param {Places} drawing */
  function places({ before, after, ways }) {
    const side = 12;
    const wide = 9.6 * side;
    const of = (/** @type {number[]} */ words) => cells.filter(at =>
      words[Math.floor(at / 27)] >> at % 27 & 1);
    const [had, has] = [of(before), of(after)];
    const gone = had.filter(at => !has.includes(at));
    const { svg, squares } = sheet(wide + 6 * side + 6, 9.6 * side,
      `left: ${names(has)}; gone: ${names(gone)}`);
    const corner = corners(0, 0, side);
    squares("none", cells.filter(at => !had.includes(at)).map(corner), side - 2);
    squares("gone", gone.map(corner), side - 2);
    squares("some", has.map(corner), side - 2);
    ways.forEach((open, band) => {
      for (let way = 0; way < 6; way++) {
        const [, top] = corner(27 * band);
        const [x, y] = [wide + 8 + way % 3 * 2 * side, top + Math.floor(way / 3) * 1.5 * side];
        const minirows = [0, 1, 2].map(line => /** @type {[number, number]} */ ([
          x + boxOf(way, line) * side / 2, y + line * side / 2,
        ]));
        squares(open >> way & 1 ? "lit" : "none", minirows, side / 2 - 1);
      }
    });
    return [svg];
  }

  /** @param {Layouts} drawing */
  function layouts({ before, after, first }) {
    const [side, left, top] = [5, 12, 14];
    const wide = 6 * side + 4;
    const number = (/** @type {number[]} */ own) =>
      own.map(set => set.toString(2).replaceAll("0", "").length).join(" ");
    const { svg, text, squares } = sheet(left + 6 * wide, top + 9 * (side + 7),
      after.map((own, digit) => `${digit + 1}: ${number(own)}`).join("; "));
    const x = (/** @type {number} */ place) => left + (place % 2 * 3 + (place >> 1)) * wide;
    text(x(2) + 3 * side, 9, "bands");
    text(x(3) + 3 * side, 9, "stacks");
    /** @type {Record<string, [number, number][]>} */
    const all = { none: [], gone: [], some: [], lit: [] };
    before.forEach((own, digit) => {
      text(4, top + digit * (side + 7) + 5, String(digit + 1), "small");
      own.forEach((had, place) => {
        for (let layout = 0; layout < 6; layout++) {
          const is = (/** @type {number} */ set) => set >> layout & 1;
          const isFirst = first && first[0] === place && first[1] === digit + 1 && is(first[2]);
          const name = isFirst ? "lit"
            : is(after[digit][place]) ? "some"
            : is(had) ? "gone" : "none";
          all[name].push([x(place) + layout * side, top + digit * (side + 7)]);
        }
      });
    });
    for (const [name, where] of Object.entries(all)) squares(name, where, side - 1);
    return [svg];
  }

  /** @type {Record<string, (drawing: any) => Element[]>} */
  const draw = { numbers, buckets, trail, options, places, layouts };
  let shown = "";
  /** @param {Structure | null} [structure] */
  return structure => {
    const now = JSON.stringify(structure ?? null);
    if (now === shown) return;
    shown = now;
    figure.hidden = !structure;
    figure.dataset.kind = structure?.drawing.kind ?? "";
    caption.textContent = structure?.caption ?? "";
    body.replaceChildren(...structure ? draw[structure.drawing.kind](structure.drawing) : []);
  };
}
