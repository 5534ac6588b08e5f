// A screen of the hall shows its parts in turn without loading the page. While the server does not answer, it keeps
// the current part and shows a small offline mark.
const POLL = 2000; // milliseconds between polls
const TICK = 250; // milliseconds between checks whether a part's time is over
const PATIENCE = 4000; // timeout of a request in milliseconds
const frame = document.querySelector("[data-screen]");
const cut = document.querySelector(".screen-cut");
const shown = () => frame.querySelector("[data-at]");
let since = performance.now();
let asked = performance.now();
let asking = false;

async function ask(at, version) {
  const query = new URLSearchParams({ at, v: version });
  const signal = AbortSignal.timeout(PATIENCE);
  const answer = await fetch(`${frame.dataset.screen}?${query}`, { cache: "no-store", redirect: "error", signal });
  if (answer.status === 403 || answer.status === 404) location.reload(); // revoked or deleted: the page explains it
  if (!answer.ok) throw new Error(answer.status);
  return answer.status === 204 ? "" : answer.text();
}

// Show a new part once its pictures are loaded, to avoid flicker.
async function put(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const part = holder.content.querySelector("[data-at]");
  if (!part) throw new Error("no part");
  const pictures = [...part.querySelectorAll("img")].map((image) => {
    const loading = new Image();
    loading.src = image.src;
    return loading.decode();
  });
  await Promise.race([Promise.allSettled(pictures), new Promise((done) => setTimeout(done, PATIENCE))]);
  frame.replaceChildren(part);
  part.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true, detail: { elt: part } }));
}

async function look() {
  const { at, next, seconds, version } = shown().dataset;
  const now = performance.now();
  const over = now - since >= seconds * 1000;
  if (asking || (now - asked < POLL && !(over && cut.hidden))) return;
  asking = true;
  asked = now;
  try {
    const html = await ask(over ? next : at, over ? "" : version);
    if (html) await put(html);
    if (over) since = performance.now();
    cut.hidden = true;
  } catch {
    cut.hidden = false;
  } finally {
    asking = false;
  }
}

setInterval(look, TICK);
