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

// The live parts of a page (web/live/fragments.py) are asked for together, some seconds after the last answer, while somebody
// may be looking; a part that has changed takes the place of the old one. Where somebody here changed a part meanwhile,
// by a step or a search, the answer is of before and is not taken.
{
  const parts = () => [...document.querySelectorAll("[data-live]")];
  const isOurs = ({ requestConfig }) => requestConfig.path.startsWith("/live/");
  let stamp = "";
  let asking;
  let changedHere = false;
  async function ask() {
    clearTimeout(asking);
    changedHere = false;
    const [first, ...others] = parts();
    if (first && !document.hidden) {
      const [path] = first.dataset.live.split("?");
      const query = new URLSearchParams(stamp && { v: stamp });
      for (const part of [first, ...others]) query.append("f", part.dataset.live.split("/").at(-1));
      const place = path.slice(0, path.lastIndexOf("/") + 1);
      await htmx.ajax("GET", `${place}?${query}`, { source: "#main", swap: "none" }).catch(() => {});
    }
    clearTimeout(asking); // of another that was asked meanwhile
    asking = setTimeout(ask, Number(first?.dataset.every ?? 1700));
  }
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!isOurs(detail)) changedHere = true;
    else if (changedHere) detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (!isOurs(detail)) return;
    // A short "nothing new" does not repeat it.
    if (detail.xhr.status !== 204) stamp = "";
    if (!changedHere) stamp = detail.xhr.getResponseHeader("X-Live") ?? stamp;
  });
  document.addEventListener("visibilitychange", ask);
  asking = setTimeout(ask, Number(parts()[0]?.dataset.every ?? 1700));
}

// An answer waits while a finger or a button of the mouse is down: what is pressed stays until it is let go, else the
// press would be lost with it.
{
  const MOST = 3000; // milliseconds: a release that nobody told of holds nothing up
  const TAP = 50; // so soon after the release the browser has made a click of it
  let held = null;
  const free = (press) => {
    if (held === press) held = null;
    press.end();
  };
  document.addEventListener("pointerdown", () => {
    const press = {};
    press.over = new Promise((resolve) => { press.end = resolve; });
    held?.end();
    held = press;
    setTimeout(free, MOST, press);
  }, true);
  for (const release of ["pointerup", "pointercancel"]) {
    document.addEventListener(release, () => { if (held) setTimeout(free, TAP, held); }, true);
  }
  document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
    const came = xhr.onload;
    xhr.onload = async () => {
      while (held) await held.over;
      came.call(xhr);
    };
  });
}

// It keeps the scroll of its boxes, by their order.
const scrolled = new Map();
const boxes = (id) => document.getElementById(id)?.querySelectorAll(".table-box") ?? [];
for (const swap of ["htmx:beforeSwap", "htmx:oobBeforeSwap"]) {
  document.addEventListener(swap, ({ detail: { target } }) => {
    scrolled.set(target.id, [...boxes(target.id)].map((box) => [box.scrollLeft, box.scrollTop]));
  });
}
for (const swap of ["htmx:afterSwap", "htmx:oobAfterSwap"]) {
  document.addEventListener(swap, ({ detail: { target } }) => {
    const before = scrolled.get(target.id) ?? [];
    for (const [at, box] of boxes(target.id).entries()) {
      if (before[at]) [box.scrollLeft, box.scrollTop] = before[at];
    }
  });
}
