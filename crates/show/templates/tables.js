// @ts-check
// Every table of some length can be sorted, and filtered by solver and by set.

/**
 * The units of a time that is printed, in nanoseconds.
 * @type {Record<string, number>}
 */
const UNITS = { ns: 1, "µs": 1e3, ms: 1e6, s: 1e9 };

(() => {
  "use strict";

  const FEW = 6;

  /**
   * What a cell is sorted by: its own figure, or the one that it shows.
   * @param {HTMLTableCellElement} cell
   */
  function figure(cell) {
    if (cell.dataset.sort !== undefined) return Number(cell.dataset.sort);
    const text = (cell.firstChild?.textContent ?? "").replaceAll(",", "");
    const [, number, unit] = /^([\d.]+(?:e-?\d+)?)(?: ([nµm]?s)|×)?$/.exec(text) ?? [];
    return number === undefined ? undefined : Number(number) * (unit ? UNITS[unit] : 1);
  }

  /**
   * @param {HTMLTableSectionElement} body
   * @param {number} column
   * @param {number} sign
   */
  function sort(body, column, sign) {
    const rows = [...body.rows].filter(row => !row.classList.contains("group"));
    const keyed = rows.map(row =>
      ({ row, cell: row.cells[column], key: figure(row.cells[column]) }));
    keyed.sort((a, b) => {
      if (a.key !== undefined && b.key !== undefined) return sign * (a.key - b.key);
      if (a.key !== undefined || b.key !== undefined) return a.key === undefined ? 1 : -1;
      const [one, other] = [a, b].map(({ cell }) => cell.textContent ?? "");
      return sign * one.localeCompare(other, "en", { numeric: true });
    });
    body.append(...keyed.map(({ row }) => row));
  }

  /**
   * A control with its name.
   * @param {string} name
   * @param {HTMLElement} control
   */
  function labelled(name, control) {
    const label = document.createElement("label");
    label.append(name, " ", control);
    return label;
  }

  for (const said of document.querySelectorAll(".with-script")) said.removeAttribute("hidden");

  for (const table of document.querySelectorAll("table")) {
    const bodies = [...table.tBodies];
    const rows = bodies.flatMap(body => [...body.rows]);
    if (!table.tHead || rows.length < FEW) continue;

    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      const link = head.querySelector("a");
      if (link) {
        // A click on the name follows its link, so that the button stands beside it.
        button.ariaLabel = `Sort by ${link.textContent}`;
        link.after(button);
      } else {
        button.append(...head.childNodes);
        head.append(button);
      }
      button.addEventListener("click", () => {
        const up = head.getAttribute("aria-sort") !== "ascending";
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        for (const body of bodies) sort(body, column, up ? 1 : -1);
      });
    });

    const solver = heads.findIndex(head => head.textContent === "solver");
    const sets = bodies.map(body => body.dataset.group ?? "").filter(name => name !== "");
    const [search, select] = [document.createElement("input"), document.createElement("select")];
    const filter = document.createElement("div");
    filter.className = "filter";
    if (solver >= 0) {
      search.type = "search";
      search.placeholder = "bitmask";
      filter.append(labelled("Solver", search));
    }
    if (sets.length > 1) {
      select.append(new Option("all", ""), ...sets.map(name => new Option(name)));
      filter.append(labelled("Set", select));
    }
    if (!filter.children.length) continue;
    const found = document.createElement("span");
    found.setAttribute("role", "status");
    filter.append(found);
    filter.addEventListener("input", () => {
      const wanted = search.value.trim().toLowerCase();
      let shown = 0;
      for (const body of bodies) {
        const chosen = select.value === "" || body.dataset.group === select.value;
        let some = false;
        for (const row of body.rows) {
          if (row.classList.contains("group")) continue;
          const name = (row.cells[solver].textContent ?? "").toLowerCase();
          const fits = !wanted || name.includes(wanted);
          row.hidden = !fits;
          some ||= fits;
          if (fits && chosen) shown += 1;
        }
        body.hidden = !chosen || !some;
      }
      found.textContent = shown === 1 ? "1 row" : `${shown} rows`;
    });
    table.parentElement?.before(filter);
  }
})();
