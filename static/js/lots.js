// Step the lots or the ceremony by key: space, right or page down for the next, left or page up for back, End for all.
const STEPS = { " ": "next", ArrowRight: "next", PageDown: "next", ArrowLeft: "back", PageUp: "back", End: "all" };
const steps = () => document.querySelector("[data-lot-steps]");
document.addEventListener("keydown", (event) => {
  const move = STEPS[event.key];
  const typing = event.target.closest?.("input, select, textarea, button, a, summary");
  if (!move || !steps() || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  if (typing && !steps().contains(typing)) return;
  event.preventDefault();
  steps().querySelector(`[value="${move}"]`)?.click();
});
// Step from the part shown last: another window may have stepped meanwhile.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const shown = document.querySelector("[data-shown]");
  if (detail.elt.matches("[data-lot-steps]") && shown) detail.parameters.seen = shown.dataset.shown;
});
