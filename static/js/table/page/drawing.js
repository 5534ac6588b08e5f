// Draw the page: the seats, the form, the call, and the hands that are written.
import { patchChildren } from "../../patching.js";
import { totals } from "../rules.js";
import { showSeats, signed } from "../seats_view.js";
import { change } from "./entering.js";
import { chosenHand, course, current, element, fault, form, game, hands, name, page, part, plainHand, plan, root, say, waiting, winner, won } from "./model.js";
import { sender } from "./queue.js";
import { showStopped } from "./stopped.js";
import { handText } from "./texts.js";

export function render() {
  const known = hands();
  const { deals, due, unseated } = course(known);
  // The form for the seats of a period comes with the page.
  if (unseated && unseated !== plan.unseated && !waiting().length) location.reload();
  const no = current(known);
  const shown = no ?? due.at(-1);
  const moves = no && !fault() ? game.payments(chosenHand()) : null;
  const sums = totals(game, page.state, known);
  // A hand that is changed leaves the totals: the total of a seat and what the form moves add up to the new one.
  const before = known.has(no) ? game.payments(known.get(no)) : {};
  for (const seat in before) if (seat in sums) sums[seat] -= before[seat];
  showSeats(root, { state: page.state, plan, deal: deals.get(shown), sums, moves, dealerWord: say("dealer") });
  part("round").textContent = plan.roundNames[deals.get(shown).round];
  if (part("period")) part("period").textContent = say("period", { period: deals.get(shown).period });
  if (part("hand")) part("hand").textContent = say("handIs", { no: shown });
  if (part("hand-name")) part("hand-name").textContent = plan.handNames[shown] ?? "";
  part("who").textContent = no ? say("who", { no }) : say("complete");
  part("from").hidden = !won();
  part("points").hidden = !won();
  game.show(form, plainHand(), (seat) => name(seat, shown));
  for (const choice of root.querySelectorAll("[data-from]")) choice.hidden = choice.dataset.from === winner() || !(choice.dataset.from in page.state.seats);
  const button = part("save");
  if (no) button.textContent = saveLabel(no);
  button.disabled = button.hidden = !page.state.writes || !no;
  part("sign").hidden = Boolean(no);
  part("sign-early").hidden = !no;
  for (const fields of form.querySelectorAll("fieldset")) fields.disabled = !page.state.writes || !no;
  part("leave").hidden = !page.begun || !known.has(page.begun.no);
  showDispute(known);
  showCall();
  showResult(no, moves);
  showFouls();
  showPast(known);
  showNetwork();
  showStopped();
}

/** Return the label of Save; it asks about unusual points itself, so that they need no further tap. */
function saveLabel(no) {
  const [unusual] = fault() ? [] : game.questions(chosenHand());
  return say(unusual ? unusual[1] : "save", { no });
}

/** Offer to dispute a saved hand, or to a referee to decide it, while it is open in the form. */
function showDispute(known) {
  const hand = page.begun && known.get(page.begun.no);
  for (const [name, wanted] of [["dispute", false], ["decide", true]]) {
    const step = part(name);
    if (!step) continue;
    step.hidden = !hand || hand.waiting || Boolean(hand.disputed) !== wanted;
    step.elements.no.value = page.begun?.no ?? "";
    step.elements.seen.value = page.begun?.seen ?? page.state.version;
  }
}

function showCall() {
  if (!part("call")) return;
  const last = waiting().filter((write) => write.kind === "call" || write.kind === "uncall").at(-1);
  const text = last ? (last.kind === "call" ? `${say("calling")} ◐ ${say("notSent")}` : "") : page.state.call;
  part("called").hidden = !text;
  part("called").querySelector('[data-part="called"]').textContent = text;
  part("call").hidden = Boolean(text);
  part("uncall").hidden = !text;
}

/** Say what the hand in the form moves, for readers of the screen; the seats show it too. */
function showResult(no, moved) {
  const text = moved ? Object.keys(page.state.seats).map((seat) => `${name(seat, no)} ${signed(moved[seat])}`).join(", ") : "";
  if (part("result").textContent !== text) part("result").textContent = text;
}

function showFouls() {
  part("fouls").hidden = !page.state.fouls.length;
  part("foul-lines").replaceChildren(...page.state.fouls.map((foul) =>
    element("li", {}, element("b", { className: "num" }, String(foul.no)),
      element("span", {}, `${foul.who} \u00b7 ${foul.what}`, element("small", {}, foul.penalty)))));
}

function showPast(known) {
  const lines = [...known.values()].sort((a, b) => b.no - a.no).map((hand) => {
    const text = element("span", {}, handText(hand, hand.no));
    const named = plan.handNames[hand.no];
    if (named) text.prepend(element("span", { className: "hand-name" }, named), " ");
    const penalties = Object.entries(page.state.within[hand.no] ?? {}).map(([seat, given]) => `${name(seat, hand.no)} ${signed(given)}`);
    if (penalties.length) text.append(element("small", {}, say("penalty", { who: penalties.join(", ") })));
    if (hand.disputed) text.append(element("small", {}, say("disputed")));
    if (hand.waiting) text.append(element("small", { className: "waiting" }, `◐ ${say("notSent")}`));
    const line = element("li", {}, element("b", { className: "num" }, String(hand.no)), text, element("span", { className: "num" }, game.shown(hand.points)));
    if (page.state.writes) {
      const button = element("button", { type: "button", className: "btn btn-quiet", value: hand.no, ariaLabel: say("changeHand", { no: hand.no }) }, say("change"));
      button.addEventListener("click", () => change(hand.no));
      line.append(button);
    }
    return line;
  });
  if (lines.length || !part("past").querySelector(".at-none")) patchChildren(part("past"), element("ul", {}, ...lines));
  if (part("here")) part("here").hidden = known.size > 0;
  const step = part("undo");
  if (!step) return;
  const last = [...known.keys()].sort((a, b) => a - b).at(-1);
  step.hidden = !page.state.writes || last === undefined;
  if (last !== undefined) step.querySelector("button").textContent = say("undo", { no: last });
}

export function showNetwork() {
  const sign = part("network");
  const count = waiting().length + page.otherSheets.filter((write) => !write.stopped).length;
  sign.hidden = !count && sender.online;
  // Show the number only when all writes are stored and thus survive the page.
  const kept = page.storing.length ? "…" : say("waiting", { count });
  sign.textContent = [count ? `◐ ${kept}` : "", sender.online ? "" : `! ${say("offline")}`].filter(Boolean).join(" · ");
}
