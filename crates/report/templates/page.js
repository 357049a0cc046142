// Everything here is an addition: without it the page says the same.
document.querySelectorAll(".with-script").forEach(text => text.hidden = false);

for (const table of document.querySelectorAll("table.times, table.work, table.matrix")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      heads.forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      for (const body of table.tBodies) sort(body, column, up);
    });
  });
}

function sort(body, column, up) {
  const rows = [...body.rows].filter(row => !row.classList.contains("group"));
  const key = row => row.cells[column].dataset.sort;
  const text = row => row.cells[column].textContent;
  rows.sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x === undefined && y === undefined) return (up ? 1 : -1) * text(a).localeCompare(text(b));
    if (x === undefined || y === undefined) return x === undefined ? 1 : -1;
    return (up ? 1 : -1) * (x - y);
  });
  body.append(...rows);
}

for (const table of document.querySelectorAll("table.times, table.work")) {
  const filter = document.createElement("div");
  filter.className = "filter";
  filter.setAttribute("role", "group");
  filter.setAttribute("aria-label", "Corpus");
  const bodies = [...table.tBodies];
  const choose = chosen => {
    for (const button of filter.children)
      button.setAttribute("aria-pressed", button.value === chosen);
    for (const body of bodies) body.hidden = chosen !== "" && body.dataset.group !== chosen;
  };
  for (const name of ["", ...bodies.map(body => body.dataset.group)]) {
    const button = document.createElement("button");
    button.type = "button";
    button.value = name;
    button.textContent = name || "all corpora";
    button.addEventListener("click", () => choose(name));
    filter.append(button);
  }
  choose("");
  table.parentElement.before(filter);
}

const links = new Map([...document.querySelectorAll("nav li a")].map(a => [a.hash.slice(1), a]));
const watcher = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    links.forEach(link => link.removeAttribute("aria-current"));
    links.get(target.id)?.setAttribute("aria-current", "true");
  }
}, { rootMargin: "-20% 0px -70% 0px" });
document.querySelectorAll("section").forEach(section => watcher.observe(section));
