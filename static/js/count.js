// Builds a hand in the browser: every tap is shown at once, and works without network. The points come from the server
// (the fan rules live once), which answers when the taps pause. Without this script each tap asks the server.

const PAUSE = 150; // milliseconds without a tap before the server is asked
const AGAIN = 3000; // milliseconds before an unanswered question is asked again
const LONG = 500; // milliseconds that make a press a long one
const COPIES = 4;
const HONOURS = "ESWNPFC"; // 1z to 7z, as other programs write them
const form = document.getElementById("count-form");
const element = (id) => document.getElementById(id);
const keys = () => [...form.querySelectorAll(".keyboard .key")];
const order = keys().map((key) => key.value);
const rank = (tile) => order.indexOf(tile);
const past = [];
let version = 0;
let timer = 0;

// The hand: texts of tiles (1m, E), and melds as {kind, tile, hidden}.
let hand = read();

function read() {
  const melds = element("text-melds").value.trim().split(/\s+/).filter(Boolean).map(meldOf);
  return { tiles: split(element("text-hand").value), win: split(element("text-win").value)[0] ?? "", melds };
}

function split(text) {
  const tiles = [];
  for (const [, digits, suit, honour] of text.matchAll(/(\d+)\s*([mps])|([ESWNCFP])/g))
    if (honour) tiles.push(honour);
    else for (const digit of digits) tiles.push(digit + suit);
  return tiles.filter((tile) => rank(tile) >= 0);
}

function meldOf(text) {
  const tiles = split(text);
  const kind = tiles.length === 4 ? "kong" : tiles[0] === tiles[1] ? "pung" : "chow";
  return { kind, tile: tiles[0], hidden: /[(（]/.test(text) };
}

function tilesOf(meld) {
  if (meld.kind === "chow") return [0, 1, 2].map((step) => order[rank(meld.tile) + step]);
  return Array(meld.kind === "kong" ? 4 : 3).fill(meld.tile);
}

const room = () => 13 - 3 * hand.melds.length;
const missing = () => room() - hand.tiles.length + (hand.win ? 0 : 1);
const held = () => [...hand.tiles, ...hand.melds.flatMap(tilesOf), ...(hand.win ? [hand.win] : [])];
const copies = (tile) => held().filter((other) => other === tile).length;
const mode = () => form.querySelector("[name=mode]:checked").value;

function meldWith(kind, tile) {
  if (kind === "hidden") return { kind: "kong", tile, hidden: true };
  return { kind, tile, hidden: false };
}

function fits(kind, tile) {
  if (kind === "tile") return copies(tile) - (missing() === 0 && hand.win === tile ? 1 : 0) < COPIES;
  if (hand.melds.length === 4 || hand.tiles.length > room() - 3) return false;
  if (kind === "chow" && (tile.length === 1 || Number(tile[0]) > 7)) return false;
  const needed = tilesOf(meldWith(kind, tile));
  return needed.every((one) => copies(one) + needed.filter((other) => other === one).length <= COPIES);
}

function change(made) {
  past.push(hand);
  hand = { ...hand, ...made };
  show();
}

function tap(kind, tile) {
  if (!fits(kind, tile)) return;
  if (kind !== "tile") change({ melds: [...hand.melds, meldWith(kind, tile)] });
  else if (hand.tiles.length < room()) change({ tiles: sorted([...hand.tiles, tile]) });
  else change({ win: tile });
}

const sorted = (tiles) => tiles.sort((one, other) => rank(one) - rank(other));

function without(list, index) {
  return list.filter((_item, at) => at !== index);
}

// What each button of the form does to the hand.
const ACTS = {
  tile: (button) => tap(mode(), button.value),
  remove: (button) => change({ tiles: without(hand.tiles, hand.tiles.indexOf(button.value)) }),
  unwin: () => change({ win: "" }),
  win_is: (button) => copies(button.value) < COPIES && change({ win: button.value }),
  drop: (button) => change({ melds: without(hand.melds, Number(button.value)) }),
};

function text(tiles) {
  return tiles.join("").replace(/(\d)([mps])(?=\d\2)/g, "$1");
}

function meldText(meld) {
  const plain = text(tilesOf(meld));
  return meld.hidden ? `(${plain})` : plain;
}

function show() {
  element("text-hand").value = text(hand.tiles);
  element("text-win").value = hand.win;
  element("text-melds").value = hand.melds.map(meldText).join(" ");
  draw();
  fade();
  element("count-undo").disabled = past.length === 0;
  ask();
}

function fade() {
  for (const key of keys()) key.disabled = !fits(mode(), key.value);
}

function face(tile) {
  return element(`key-${tile}`).innerHTML;
}

function row(label, buttons) {
  if (!buttons.length) return "";
  return `<div class="hand-row" role="group" aria-label="${label}">${buttons.join("")}</div>`;
}

function button(name, value, id, look, content) {
  const remove = `<span class="visually-hidden">${form.dataset.remove}</span>`;
  return `<button class="${look}" name="${name}" value="${value}" id="${id}">${remove}${content}</button>`;
}

// The rows of the hand, as the server draws them (templates/shared/fans/_count.html).
function draw() {
  const focus = document.activeElement?.id;
  const { meldsLabel, tilesLabel, winLabel } = form.dataset;
  const melds = hand.melds.map((meld, at) => button("drop", at, `drop-${at}`, "key-set", tilesOf(meld).map(face).join("")));
  const tiles = hand.tiles.map((tile, at) => button("remove", tile, `remove-${at + 1}`, "key-tile", face(tile)));
  const win = hand.win ? [button("unwin", "1", "unwin", "key-tile won-tile", face(hand.win))] : [];
  element("hand-rows").innerHTML = row(meldsLabel, melds) + row(tilesLabel, tiles) + row(winLabel, win);
  element(focus)?.focus();
}

function query() {
  const filled = [...new FormData(form)].filter(([, value]) => value !== "");
  const plain = filled.filter(([name, value]) => !(name === "mode" && value === "tile"));
  return plain.length ? `?${new URLSearchParams(plain)}` : "";
}

function ask(pause = PAUSE) {
  version += 1;
  form.classList.add("count-asking");
  history.replaceState(null, "", location.pathname + query());
  clearTimeout(timer);
  timer = setTimeout(answer, pause, version);
}

async function answer(asked) {
  try {
    const response = await fetch(form.action + query(), { headers: { "HX-Request": "true" } });
    if (!response.ok) throw new Error(response.status);
    const html = await response.text();
    if (asked === version) put(html, response.headers.get("HX-Push-Url"));
  } catch {
    if (asked !== version) return;
    element("count-waiting").hidden = false;
    form.classList.add("count-unanswered");
    timer = setTimeout(answer, AGAIN, asked);
  }
}

// Everything but the keyboard comes from the server; the keyboard stands still under the finger.
function put(html, address) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const focus = document.activeElement?.id;
  for (const id of ["hand", "count-flags", "count-answer", "count-links"])
    element(id).replaceWith(document.adoptNode(page.getElementById(id)));
  element("count-said").textContent = page.getElementById("count-said")?.textContent ?? "";
  element("count-waiting").hidden = true;
  form.classList.remove("count-asking", "count-unanswered");
  if (address) history.replaceState(null, "", address);
  if (focus && document.activeElement?.id !== focus) element(focus)?.focus();
}

form.addEventListener("click", (event) => {
  const pressed = event.target.closest("button");
  if (!pressed || !(pressed.name in ACTS)) return;
  event.preventDefault();
  event.stopPropagation();
  if (!long) ACTS[pressed.name](pressed);
  long = false;
}, true);

form.addEventListener("change", (event) => {
  if (event.target.id.startsWith("text-")) return;
  event.stopPropagation();
  fade();
  ask(0);
}, true);

// Typed texts are checked by the server, which answers with the whole form.
document.addEventListener("htmx:afterSettle", () => {
  hand = read();
  fade();
});

element("count-undo").addEventListener("click", () => {
  const before = past.pop();
  if (before) hand = before;
  show();
});

document.addEventListener("paste", (event) => {
  if (event.target.closest?.("input, textarea")) return;
  const pasted = event.clipboardData.getData("text");
  const tiles = split(pasted.replace(/([1-7]+)z/g, (_all, digits) => [...digits].map((digit) => HONOURS[digit - 1]).join("")));
  if (!tiles.length || tiles.length > 14) return;
  const win = tiles.length === 14 ? tiles.pop() : "";
  change({ tiles: sorted(tiles), win, melds: [] });
});

// A long press, or the right mouse button, offers the melds that begin with the tile.
// It is a popover that the browser never closes: it would take the end of the press for a tap beside it.
const menu = element("meld-menu");
let long = false;
let pressing = 0;
let chosen = "";

function offer(tile) {
  chosen = tile;
  for (const choice of menu.querySelectorAll("button"))
    choice.disabled = !fits(choice.dataset.meld, tile);
  menu.showPopover();
}

addEventListener("pointerdown", (event) => { if (!menu.contains(event.target)) menu.hidePopover(); });
addEventListener("keydown", (event) => { if (event.key === "Escape") menu.hidePopover(); });

form.addEventListener("pointerdown", (event) => {
  const key = event.target.closest(".keyboard .key");
  long = false;
  clearTimeout(pressing);
  if (!key) return;
  pressing = setTimeout(() => { long = true; offer(key.value); }, LONG);
});
for (const end of ["pointerup", "pointercancel", "pointermove"])
  form.addEventListener(end, (event) => { if (end !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 4) clearTimeout(pressing); });
form.addEventListener("contextmenu", (event) => {
  const key = event.target.closest(".keyboard .key");
  if (!key) return;
  event.preventDefault();
  offer(key.value);
});
menu.addEventListener("click", (event) => {
  const choice = event.target.closest("[data-meld]");
  if (!choice) return;
  menu.hidePopover();
  tap(choice.dataset.meld, chosen);
});

document.addEventListener("click", async (event) => {
  if (!event.target.closest("#hand-share")) return;
  const url = element("hand-link").value;
  if (navigator.share) await navigator.share({ url, title: document.title }).catch(() => {});
  else await navigator.clipboard?.writeText(url);
});

addEventListener("online", () => ask(0));
element("count-undo").hidden = false;
fade();
// Without network the page is that of an empty hand: its address has the hand.
const kept = new URLSearchParams(location.search);
if (!held().length && (kept.get("hand") || kept.get("melds"))) {
  const melds = (kept.get("melds") ?? "").trim().split(/\s+/).filter(Boolean).map(meldOf);
  hand = { tiles: split(kept.get("hand") ?? ""), win: split(kept.get("win") ?? "")[0] ?? "", melds };
  show();
}
