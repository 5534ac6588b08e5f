// The table's page: enters hands, queues them until they are saved, and shows the current sheet.
import { ask } from "./asking.js";
import * as outbox from "./outbox.js";
import { nextHand, payments, projected, sitter, totals } from "./rules.js";
import { Sender } from "./sending.js";
import { isOfHand, markOf, newWrite, resent } from "./waiting.js";

const data = JSON.parse(document.getElementById("at-data").textContent);
const { plan, words } = data;
let state = data.state;
let writes = []; // queued or stopped writes of this sheet
let otherSheets = []; // queued or stopped writes of other sheets
let storing = []; // writes not yet stored in the outbox
let begun = null; // the hand in the form and the version the page showed of it then; null for an empty form
let fresh = false; // whether the next digit starts a new number
let outdated = false; // whether the page must be loaded again
let past = null; // the list of hands as rendered last

const root = document.getElementById("at");
const form = document.getElementById("hand");
const part = (name) => root.querySelector(`[data-at="${name}"]`);
const points = form.elements.points;
const MINUS = "\u2212";
const DRAFT = "pinju-draft";
const POLL = 3000 + Math.random() * 800;

const say = (key, values = {}) => words[key].replace(/%\((\w+)\)s/g, (_all, name) => values[name]);
const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `${MINUS}${-value}` : "0");
const name = (seat, no) => (seat in state.seats ? sitter(state, seat, no) : "");

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

// Current input

const winner = () => form.elements.winner.value;
const won = () => winner() in state.seats;
const waiting = () => writes.filter((write) => !write.stopped);
const hands = () => projected(state, waiting());
const current = () => begun?.no ?? nextHand(state, hands());
/** Return the version that a write on this hand is compared with: the one that the page shows. */
const shownVersion = (no) => ({ no, seen: state.version, after: markOf(writes, no) });

function chosenHand() {
  const no = current();
  if (!won()) return { no, winner: null, ...(winner() === "aborted" && { aborted: true }) };
  const from = form.elements.discarder.value;
  return { no, winner: winner(), ...(from !== "self" && { discarder: from }), points: Number(points.value) };
}

/** Return the key of the text why the hand cannot be saved; empty if it can. */
function fault() {
  if (!winner()) return "chooseWinner";
  if (!won()) return "";
  if (!form.elements.discarder.value || form.elements.discarder.value === winner()) return "chooseFrom";
  if ((state.dead[current()] ?? []).includes(winner())) return "dead";
  if (Number(points.value) < plan.minimum) return "few";
  return Number(points.value) > 999 ? "many" : "";
}

/** Return [code, key of the text] of each question to ask before saving. */
function questions(hand) {
  const known = hands();
  const asked = [];
  if ((hand.points ?? 0) > plan.largest) asked.push(["over-88", "over"]);
  if (state.due.some((no) => no < hand.no && !known.has(no))) asked.push(["gap", "gap"]);
  return asked;
}

// Saving

async function keep(kind, base, hand, fields) {
  const text = hand ? handWithPoints(hand, base.no, "nothing") : "";
  const write = newWrite(outbox.newKey(), { sheet: plan.sheet, where: plan.where, kind, hand, text, fields, ...base });
  // Show it before it is stored: the next hand may be tapped at once.
  storing = [...storing, write];
  writes = [...writes, write];
  render();
  await outbox.add(write);
  storing = storing.filter((other) => other !== write);
  await refresh();
  sender.send();
}

async function save(event) {
  event.preventDefault();
  const problem = fault();
  if (problem) return complain(say(problem));
  const hand = chosenHand();
  const base = begun ?? shownVersion(hand.no);
  const asked = questions(hand);
  if (asked.length && !(await confirmUnusual(event.submitter, hand, asked.map(([, word]) => say(word))))) return;
  const fields = [["no", hand.no], ["winner", winner()], ...asked.map(([code]) => ["acknowledged", code])];
  if (won()) fields.push(["discarder", form.elements.discarder.value], ["points", points.value]);
  clear();
  const kept = keep("hand", base, hand, fields);
  // Scroll now and without animation: a later movement would put another seat under the next tap.
  root.scrollIntoView({ block: "start", behavior: "instant" });
  await kept;
}

async function undo(event) {
  event.preventDefault();
  const last = [...hands().keys()].sort((a, b) => a - b).at(-1);
  if (last === undefined) return;
  const base = shownVersion(last);
  const question = {
    pressed: event.submitter ?? part("undo"),
    title: say("hand", { no: last }),
    lines: [handWithPoints(hands().get(last), last, "nothing")],
    yes: say("undo", { no: last }),
    no: say("leave"),
  };
  if (await ask(question)) await keep("remove", base, null, [["no", last]]);
}

/** Ask to confirm an unusual hand, and show it as it would be saved. */
function confirmUnusual(pressed, hand, lines) {
  const title = say("hand", { no: hand.no });
  lines = [...lines, handWithPoints(hand, hand.no, "nothing")];
  return ask({ pressed: pressed ?? part("save"), title, lines, yes: say("saveAnyway", { no: hand.no }), no: say("change") });
}

/** Call a referee, or cancel the call; queued like a hand until it is saved. */
async function call(event, kind) {
  event.preventDefault();
  const fields = kind === "call" ? [["for_what", part("call").elements.for_what.value]] : [];
  await keep(kind, shownVersion(0), null, fields);
}

function change(no) {
  const hand = hands().get(no);
  begun = shownVersion(no);
  form.elements.winner.value = hand.winner ?? (hand.aborted ? "aborted" : "drawn");
  form.elements.discarder.value = hand.winner ? (hand.discarder ?? "self") : "";
  points.value = hand.points ?? "";
  fresh = true;
  complain("");
  keepDraft();
  render();
  form.scrollIntoView({ block: "start", behavior: "instant" });
}

function clear() {
  begun = null;
  for (const radio of form.querySelectorAll("input[type=radio]")) radio.checked = false;
  points.value = "";
  complain("");
  keepDraft();
}

// Draft of the open form, for the case that the page is loaded again.

function keepDraft() {
  const { winner, discarder, points } = form.elements;
  const filled = { sheet: plan.sheet, begun, winner: winner.value, discarder: discarder.value, points: points.value };
  if (begun) sessionStorage.setItem(DRAFT, JSON.stringify(filled));
  else sessionStorage.removeItem(DRAFT);
}

function restoreDraft() {
  const draft = JSON.parse(sessionStorage.getItem(DRAFT) ?? "null");
  if (draft?.sheet !== plan.sheet || !state.due.includes(draft.begun.no)) return;
  begun = draft.begun;
  for (const name of ["winner", "discarder", "points"]) form.elements[name].value = draft[name];
  fresh = true;
}

function complain(text) {
  part("fault").textContent = text;
}

// Rendering

async function refresh() {
  const everything = await outbox.all();
  const keys = new Set(everything.map((write) => write.key));
  writes = [...everything, ...storing.filter((write) => !keys.has(write.key))].filter((write) => write.sheet === plan.sheet);
  otherSheets = everything.filter((write) => write.sheet !== plan.sheet);
  render();
}

function render() {
  const known = hands();
  const no = current();
  const shown = no ?? state.due.at(-1);
  showSeats(shown, totals(state, known));
  part("round").textContent = plan.roundNames[plan.rounds[shown]];
  if (part("hand")) part("hand").textContent = say("handIs", { no: shown });
  part("who").textContent = no ? say("who", { no }) : say("complete");
  part("from").hidden = !won();
  part("points").hidden = !won();
  for (const choice of root.querySelectorAll("[data-from]")) choice.hidden = choice.dataset.from === winner() || !(choice.dataset.from in state.seats);
  const button = part("save");
  button.textContent = no ? say("save", { no }) : say("complete");
  button.disabled = !state.writes || !no;
  for (const fields of form.querySelectorAll("fieldset")) fields.disabled = !state.writes || !no;
  part("leave").hidden = !begun || !known.has(begun.no);
  showDispute(known);
  showCall();
  showResult(no);
  showFouls();
  showPast(known);
  showNetwork();
  showStopped();
}

/** Offer to dispute a saved hand, or to a referee to decide it, while it is open in the form. */
function showDispute(known) {
  const hand = begun && known.get(begun.no);
  for (const [name, wanted] of [["dispute", false], ["decide", true]]) {
    const step = part(name);
    if (!step) continue;
    step.hidden = !hand || hand.waiting || Boolean(hand.disputed) !== wanted;
    step.elements.no.value = begun?.no ?? "";
    step.elements.seen.value = begun?.seen ?? state.version;
  }
}

function showCall() {
  if (!part("call")) return;
  const last = waiting().filter((write) => write.kind === "call" || write.kind === "uncall").at(-1);
  const text = last ? (last.kind === "call" ? `◐ ${say("calling")} ${say("notSent")}` : "") : state.call;
  part("called").hidden = !text;
  part("called").querySelector('[data-part="called"]').textContent = text;
  part("call").hidden = Boolean(text);
  part("uncall").hidden = !text;
}

function showSeats(no, sums) {
  const seats = [...root.querySelectorAll(".at-seat")];
  const order = plan.seating[plan.rounds[no]];
  const rank = (row) => order.indexOf(row.dataset.seat);
  const sorted = seats.toSorted ? seats.toSorted((a, b) => rank(a) - rank(b)) : [...seats].sort((a, b) => rank(a) - rank(b));
  if (sorted.some((row, at) => row !== seats[at])) sorted.forEach((row) => part("who").parentNode.insertBefore(row, root.querySelector(".at-nobody")));
  for (const row of seats) {
    const seat = row.dataset.seat;
    row.hidden = !(seat in state.seats);
    if (row.hidden) continue;
    const wind = plan.winds[no][seat];
    const deals = plan.dealers[no] === seat;
    const put = (which, ...content) => row.querySelector(`[data-part="${which}"]`).replaceChildren(...content);
    put("wind", element("abbr", { className: "glyph", title: plan.windNames[wind] }, plan.windSigns[wind]));
    put("name", name(seat, no));
    put("deals", deals ? say("dealer") : "");
    put("total", signed(sums[seat]));
    row.classList.toggle("deals", deals);
  }
  for (const choice of root.querySelectorAll("[data-from]")) choice.querySelector('[data-part="name"]').textContent = name(choice.dataset.from, no);
}

function showResult(no) {
  const line = part("result");
  if (!no || fault()) return line.replaceChildren();
  const moved = payments(chosenHand());
  line.replaceChildren(...Object.keys(state.seats).map((seat) =>
    element("span", { className: moved[seat] > 0 ? "up" : moved[seat] < 0 ? "down" : "muted" }, `${name(seat, no)} ${signed(moved[seat])}`)));
}

function handText(hand, no) {
  if (!hand) return say("nothing");
  if (!hand.winner) return say(hand.aborted ? "aborted" : "drawn");
  const from = hand.discarder ? `← ${name(hand.discarder, no)}` : say("selfDrawn");
  return `${name(hand.winner, no)} ${from}`;
}

function showFouls() {
  part("fouls").hidden = !state.fouls.length;
  part("foul-lines").replaceChildren(...state.fouls.map((foul) =>
    element("li", {}, element("b", { className: "num" }, String(foul.no)),
      element("span", {}, `${foul.who} \u00b7 ${foul.what}`, element("small", {}, foul.penalty)))));
}

function showPast(known) {
  const lines = [...known.values()].sort((a, b) => b.no - a.no).map((hand) => {
    const text = element("span", {}, handText(hand, hand.no));
    const penalties = Object.entries(state.within[hand.no] ?? {}).map(([seat, given]) => `${name(seat, hand.no)} ${signed(given)}`);
    if (penalties.length) text.append(element("small", {}, say("penalty", { who: penalties.join(", ") })));
    if (hand.disputed) text.append(element("small", {}, say("disputed")));
    if (hand.waiting) text.append(element("small", { className: "waiting" }, `◐ ${say("notSent")}`));
    const line = element("li", {}, element("b", { className: "num" }, String(hand.no)), text, element("span", { className: "num" }, hand.points ? String(hand.points) : ""));
    if (state.writes) {
      const button = element("button", { type: "button", className: "btn btn-quiet", ariaLabel: say("changeHand", { no: hand.no }) }, say("change"));
      button.addEventListener("click", () => change(hand.no));
      line.append(button);
    }
    return line;
  });
  // Replace the list only if it changed, so that a pressed button stays.
  const same = lines.length === past?.length && lines.every((line, at) => line.isEqualNode(past[at]));
  if (!same && (lines.length || !part("past").querySelector(".at-none"))) part("past").replaceChildren(...(past = lines));
  const step = part("undo");
  if (!step) return;
  const last = [...known.keys()].sort((a, b) => a - b).at(-1);
  step.hidden = !state.writes || last === undefined;
  if (last !== undefined) step.querySelector("button").textContent = say("undo", { no: last });
}

function showNetwork() {
  const sign = part("network");
  const count = waiting().length + otherSheets.filter((write) => !write.stopped).length;
  sign.hidden = !count && sender.online;
  // Show the number only when all writes are stored and thus survive the page.
  const kept = storing.length ? "…" : say("waiting", { count });
  sign.textContent = [count ? `◐ ${kept}` : "", sender.online ? "" : `! ${say("offline")}`].filter(Boolean).join(" · ");
}

// Stopped writes: both values are kept until a person decides

function showStopped() {
  const stopped = [...writes, ...otherSheets].filter((write) => write.stopped);
  const forPen = stopped.filter((write) => write.stopped.kind === "pen" && write.sheet === plan.sheet);
  const others = stopped.filter((write) => !forPen.includes(write));
  const alerts = [...(forPen.length ? [penAlert(forPen)] : []), ...others.map(stoppedAlert)];
  if (part("pen")) part("pen").hidden = state.pen !== "other" || forPen.length > 0;
  const shown = [...part("stopped").children];
  // Keep unchanged alerts, so that a button is not replaced while it is pressed; new ones wait (js/deliberate.js).
  if (alerts.length === shown.length && alerts.every((alert, at) => alert.isEqualNode(shown[at]))) return;
  part("stopped").replaceChildren(...alerts);
}

/** Build one alert for all writes that wait for the pen, as they are sent together. */
function penAlert(stopped) {
  const rows = stopped.map((write) => [titleOf(write), isOfHand(write) ? handWithPoints(write.hand, write.no, "removed") : ""]);
  const discard = async (pressed) => {
    const question = { pressed, title: say("discard"), lines: rows.map((row) => row.join(" ")), yes: say("discard"), no: say("leave") };
    if (await ask(question)) for (const { id } of stopped) await outbox.drop(id);
  };
  return alertOf(stopped, [definitions(rows)], [["discard", discard], ["takePen", () => takePen(stopped[0])]]);
}

function stoppedAlert(write) {
  const here = write.sheet === plan.sheet;
  const { kind } = write.stopped;
  const lines = isOfHand(write) ? [bothValues(write, here)] : [];
  const title = here ? titleOf(write) : `${titleOf(write)} · ${write.where ?? say("elsewhere")}`;
  const buttons = [[kind === "conflict" ? "keepTheirs" : "discard", () => outbox.drop(write.id)]];
  const mine = write.kind === "remove" ? "removeTheirs" : "sendMine";
  if (here) buttons.push([kind === "conflict" ? mine : "sendAgain", () => sendAgain(write)]);
  return alertOf([write], lines, buttons, title);
}

/** Build an alert about stopped writes; `buttons`: pairs of a text key and a function. */
function alertOf(stopped, lines, buttons, title = "") {
  const [{ message }] = stopped.map((write) => write.stopped);
  const row = element("p", { className: "row-line" }, ...buttons.map(([word, act]) => {
    const button = element("button", { type: "button", className: "btn" }, say(word));
    button.dataset.deliberate = "";
    button.addEventListener("click", () => decide(() => act(button)));
    return button;
  }));
  const heading = title ? [element("p", { className: "alert-title" }, title)] : [];
  const body = element("div", { className: "stack" }, ...heading, element("p", {}, message ?? say("reload")), ...lines, row);
  const sign = element("span", { className: "sign", ariaHidden: "true" }, "!");
  const alert = element("div", { className: "alert tone-warn", role: "alert" }, sign, body);
  alert.dataset.about = stopped.map((write) => [write.key, write.stopped.version].join()).join(" ");
  return alert;
}

const titleOf = (write) => (isOfHand(write) ? say("hand", { no: write.no }) : say(write.kind));

/** List the saved value (if the server sent it) and the value of this phone. */
function bothValues(write, here) {
  const { theirs } = write.stopped;
  const yours = here ? handWithPoints(write.hand, write.no, "removed") : write.text || say("removed");
  const rows = [[say("yours"), yours]];
  if (here && theirs) rows.unshift([say("theirs"), handWithPoints(theirs.hand?.[write.no], write.no, "nothing")]);
  return definitions(rows);
}

const definitions = (rows) => element("dl", { className: "at-both" },
  ...rows.flatMap(([word, value]) => [element("dt", {}, word), element("dd", {}, value)]));

function handWithPoints(hand, no, without) {
  return hand ? [handText(hand, no), hand.points ? say("points", { points: hand.points }).replaceAll(" ", "\u00a0") : ""].filter(Boolean).join(" · ") : say(without);
}

async function sendAgain(write) {
  await outbox.change(write.id, resent(write, outbox.newKey()));
}

/** Take the pen and send the writes that waited for it, each compared with the version its author saw. */
async function takePen(write) {
  const headers = { Accept: "application/json", "X-CSRFToken": data.csrf };
  const response = await fetch(`${plan.sheet}pen/`, { method: "POST", headers }).catch(() => null);
  sender.online = Boolean(response);
  const answer = await response?.json().catch(() => null);
  if (response?.ok && answer) {
    state = answer.state;
    await release(({ kind }, { sheet }) => kind === "pen" && sheet === plan.sheet);
  } else if (answer?.kind) {
    await outbox.change(write.id, { stopped: answer });
  }
}

/** Queue stopped writes of this phone again, unchanged. */
async function release(what) {
  for (const write of await outbox.all()) {
    if (write.stopped && what(write.stopped, write)) await outbox.change(write.id, { stopped: undefined });
  }
}

/** Queue again the writes that were stopped because the page, its card or its pen was out of date. */
async function resume() {
  const mine = (write) => write.sheet === plan.sheet && state.pen === "mine";
  await release(({ kind }, write) => kind === "reload" || kind === "card" || (kind === "pen" && mine(write)));
  await refresh();
  sender.send();
}

async function decide(act) {
  await act();
  await refresh();
  sender.send();
}

// Polling

async function poll() {
  try {
    const response = await fetch(`${plan.sheet}state/?v=${encodeURIComponent(state.marker)}`, { headers: { Accept: "application/json" } });
    const back = !sender.online;
    sender.online = true;
    if (response.status === 200) {
      state = await response.json();
    }
    // Open state and seats are rendered by the server: reload the page if they changed.
    const pageState = ({ open, rounds }) => JSON.stringify([open, rounds]);
    outdated ||= pageState(state) !== pageState(data.state);
    // Wait until every write is stored: a reload would lose it.
    if (outdated && !storing.length) return location.reload();
    if (back) sender.send();
    if (back || response.status === 200) await refresh();
  } catch {
    sender.online = false;
    showNetwork();
  }
  setTimeout(poll, POLL);
}

const sender = new Sender({
  csrf: data.csrf,
  onAnswer: (write, answer) => {
    if (write.sheet === plan.sheet && answer?.state) state = answer.state;
  },
  onChange: refresh,
});

function start() {
  points.readOnly = matchMedia("(pointer: coarse)").matches;
  part("keys").hidden = false;
  part("keys").addEventListener("click", ({ target }) => {
    const key = target.closest("button")?.dataset.key;
    if (!key) return;
    if (key === "clear" || (fresh && key !== "back")) points.value = "";
    fresh = false;
    if (key === "clear") return changed();
    if (key === "back") points.value = points.value.slice(0, -1);
    else if (points.value.length < 3) points.value = `${points.value === "0" ? "" : points.value}${key}`;
    changed();
  });
  const changed = () => {
    begun ??= shownVersion(current());
    complain("");
    keepDraft();
    render();
  };
  points.addEventListener("input", () => {
    points.value = points.value.replace(/\D/g, "").slice(0, 3);
    changed();
  });
  form.addEventListener("change", ({ target }) => {
    changed();
    // Scroll to the next part of the question.
    if (target.name === "winner" && won()) part("from").scrollIntoView({ block: "start", behavior: "instant" });
  });
  form.addEventListener("submit", save);
  part("undo")?.addEventListener("submit", undo);
  part("call")?.addEventListener("submit", (event) => call(event, "call"));
  part("uncall")?.addEventListener("submit", (event) => call(event, "uncall"));
  part("leave").addEventListener("click", () => {
    clear();
    render();
  });
  const requestedHand = Number(new URLSearchParams(location.search).get("hand"));
  if (requestedHand && hands().has(requestedHand)) begun = shownVersion(requestedHand);
  else restoreDraft();
  outbox.onChange(refresh);
  resume();
  setTimeout(poll, POLL);
}

// Offline, the browser could not show this page again: ask before leaving. The queue survives in any case.
addEventListener("beforeunload", (event) => {
  if (!sender.online) event.preventDefault();
});
outbox.usable.then((usable) => usable && start());
