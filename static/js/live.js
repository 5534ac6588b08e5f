// Live parts of a page: countdowns, and fragments that are fetched again when they change.
import { patch, patchChildren } from "./patching.js";
import { released, steadily, watch } from "./steady.js";

// [data-until] (seconds) counts down by the server's clock: the part around it has the server's time in [data-now].
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

// Live fragments (web/live/fragments.py): some seconds after the last answer, while it is visible, the page polls with
// the versions it has, and fetches the changed fragments from the addresses of their new versions. An answer for a part
// that paging or a search replaced meanwhile is out of date and ignored.
{
  const held = (part) => new URL(part.dataset.live, location.href);
  const nameOf = (address) => address.pathname.split("/").at(-1);
  const isCurrent = ({ part, was }) => part.isConnected && part.dataset.live === was;
  // A server with many visitors lets them poll less often (PINJU_POLL_SECONDS).
  const seconds = Number(document.querySelector('meta[name="pinju"]')?.dataset.poll || 1.5);
  // Milliseconds between polls: random, so that the phones of a hall do not poll at the same time.
  const pause = () => seconds * (1000 + 250 * Math.random());
  const coming = new Map();
  let asking;

  function taken({ part, now }, address) {
    part.dataset.live = address;
    part.dataset.now = now;
    ahead.delete(part);
  }

  // A file of many players, [number, markup] of each: the part shows those of this phone (web/pocket/own_cards.py).
  async function fetchFile(wanted, address) {
    const answer = await fetch(address);
    if (!answer.ok || !isCurrent(wanted)) return;
    const file = await answer.json();
    const { part } = wanted;
    const own = part.dataset.numbers.split("-").map(Number);
    const drawn = part.cloneNode(false);
    drawn.innerHTML = file.filter(([number]) => own.includes(number)).map(([, markup]) => markup).join("");
    await released();
    if (!isCurrent(wanted)) return;
    steadily(() => patchChildren(part, drawn));
    taken(wanted, new URL(answer.url).pathname + new URL(answer.url).search);
  }

  async function renew(wanted, version) {
    if (!isCurrent(wanted)) return;
    const { part } = wanted;
    const address = held(part);
    address.searchParams.set("v", version);
    const path = address.pathname + address.search;
    if ("numbers" in part.dataset) return fetchFile(wanted, path);
    coming.set(part, wanted);
    await htmx.ajax("GET", path, { source: part, target: part, swap: "patch" });
  }

  async function poll(parts) {
    const wanted = parts.map((part) => ({ part, was: part.dataset.live, name: nameOf(held(part)) }));
    const versions = new URLSearchParams(wanted.map(({ part, name }) => [name, held(part).searchParams.get("v")]));
    const path = held(parts[0]).pathname.slice(0, -wanted[0].name.length);
    let news = {};
    const handler = (_element, { xhr }) => { if (xhr.status === 200) news = JSON.parse(xhr.responseText); };
    await htmx.ajax("GET", `${path}version?${versions}`, { source: "#main", swap: "none", handler });
    const changed = wanted.filter(({ name }) => news.changed?.[name]);
    await Promise.allSettled(changed.map((one) => renew({ ...one, now: news.now }, news.changed[one.name])));
  }

  async function ask() {
    clearTimeout(asking);
    const parts = [...document.querySelectorAll("[data-live]")];
    if (parts.length && !document.hidden) await poll(parts).catch(() => {});
    clearTimeout(asking); // of another poll that began meanwhile
    asking = setTimeout(ask, pause());
  }

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const wanted = coming.get(detail.target);
    if (!wanted || !detail.requestConfig.path.startsWith("/live/")) return;
    coming.delete(detail.target);
    if (!isCurrent(wanted)) detail.shouldSwap = false;
    if (!detail.shouldSwap) return;
    const address = new URL(detail.xhr.responseURL);
    taken(wanted, address.pathname + address.search);
  });
  document.addEventListener("visibilitychange", ask);
  asking = setTimeout(ask, pause());
}

// An answer waits while a finger or a mouse button is down.
document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
  const came = xhr.onload;
  xhr.onload = async () => {
    await released();
    came.call(xhr);
  };
});

// A control that an answer moved rests (steady.js), also after an answer to a press, which may come late.
document.addEventListener("htmx:beforeSwap", ({ detail }) => { detail.xhr.settle = watch(); });
document.addEventListener("htmx:afterSwap", ({ detail }) => detail.xhr.settle());

// hx-swap="patch" gives the target new children, "patch-itself" makes it the new element; both keep nodes that are still
// there (patching.js).
htmx.defineExtension("patch", {
  handleSwap(style, target, fragment) {
    if (style !== "patch" && style !== "patch-itself") return false;
    if (style === "patch") patchChildren(target, fragment);
    else patch(target, fragment.firstElementChild);
    htmx.process(target);
    target.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true, detail: { elt: target } }));
    return [];
  },
});
