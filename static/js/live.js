// What lives in a page without asking: moments that are counted down to, and lists that stay where they were scrolled.

// [data-until] (seconds) counts down by the server's clock, which the part around it named when it came ([data-now]).
const ahead = new WeakMap();
function serverAhead(element) {
  const part = element.closest("[data-now]");
  if (!part) return 0;
  if (!ahead.has(part)) ahead.set(part, Number(part.dataset.now) - Date.now());
  return ahead.get(part);
}
function countDown() {
  for (const element of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.ceil(element.dataset.until - (Date.now() + serverAhead(element)) / 1000));
    const [hours, rest] = [Math.floor(left / 3600), left % 3600];
    const minutes = String(Math.floor(rest / 60)).padStart(hours ? 2 : 1, "0");
    const shown = `${hours ? `${hours}:` : ""}${minutes}:${String(rest % 60).padStart(2, "0")}`;
    const text = hours < 24 ? shown : "";
    if (element.textContent !== text) element.textContent = text;
  }
}
countDown();
setInterval(countDown, 500);
document.addEventListener("htmx:load", countDown);

// A part that comes anew keeps the scroll of its boxes, by their order.
const scrolled = new Map();
const boxes = (id) => document.getElementById(id)?.querySelectorAll(".table-box") ?? [];
document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
  scrolled.set(target.id, [...boxes(target.id)].map((box) => [box.scrollLeft, box.scrollTop]));
});
document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
  const before = scrolled.get(target.id) ?? [];
  for (const [at, box] of boxes(target.id).entries()) {
    if (before[at]) [box.scrollLeft, box.scrollTop] = before[at];
  }
});
