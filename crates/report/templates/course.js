// @ts-check
// A lesson's button opens the replay, where the page has one.
document.addEventListener("click", event => {
  const button = event.target instanceof Element && event.target.closest("button[data-watch]");
  if (!(button instanceof HTMLButtonElement)) return;
  const { watch, solvers = "" } = button.dataset;
  const detail = { puzzle: watch, solvers: solvers.split(" "), step: "parting" };
  document.dispatchEvent(new CustomEvent("watch", { detail }));
});
