// Entering hands: save, undo and change them, and call a referee.
import { ask } from "../asking.js";
import { keepDraft } from "./draft.js";
import { changedDeals, chosenHand, current, cutOff, fault, form, game, hands, leavesGap, name, page, part, partOf, points, root, say, shownVersion, winner, won } from "./model.js";
import { keep } from "./queue.js";
import { handWithPoints } from "./texts.js";

export async function save(event) {
  event.preventDefault();
  const problem = fault();
  if (problem) return complain(say(problem), partOf(problem));
  const hand = chosenHand();
  const last = cutOff(hand);
  if (last) return complain(say("cutsOff", { no: last }), partOf("cutsOff"));
  const base = page.begun ?? shownVersion(hand.no);
  const acknowledged = game.questions(hand).map(([code]) => code);
  if (leavesGap(hand)) {
    if (!(await confirmGap(event.submitter, hand))) return;
    acknowledged.push("gap");
  }
  const changed = changedDeals(hand);
  if (changed.length) {
    if (!(await confirmDeals(event.submitter, hand, changed))) return;
    acknowledged.push("deals-change");
  }
  const fields = [["no", hand.no], ["winner", winner()], ...acknowledged.map((code) => ["acknowledged", code])];
  if (won()) fields.push(["discarder", form.elements.discarder.value], ["points", points.value]);
  for (const [field, value] of Object.entries(game.extrasOf(form, hand))) for (const one of [value].flat()) fields.push([field, one]);
  clear();
  const kept = keep("hand", base, hand, fields);
  // Scroll now and without animation: a later movement would put another seat under the next tap.
  root.scrollIntoView({ block: "start", behavior: "instant" });
  await kept;
}

export async function undo(event) {
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

/** Ask to confirm a hand before a missing one is entered, and show it as it would be saved. */
function confirmGap(pressed, hand) {
  const title = say("hand", { no: hand.no });
  const lines = [say("gap"), handWithPoints(hand, hand.no, "nothing")];
  return ask({ pressed: pressed ?? part("save"), title, lines, yes: say("saveAnyway", { no: hand.no }), no: say("change") });
}

/** Ask to confirm a correction that gives later hands another dealer, round or period; name each of them. */
function confirmDeals(pressed, hand, changed) {
  const where = (deal) => say("dealIs", { period: deal.period, round: deal.round, dealer: name(deal.dealer, deal.no) });
  const rows = changed.map(([no, before, after]) => `${no}: ${where(before)} → ${where(after)}`);
  const title = say("hand", { no: hand.no });
  const lines = [handWithPoints(hand, hand.no, "nothing"), say("dealsChange"), ...rows];
  return ask({ pressed: pressed ?? part("save"), title, lines, yes: say("saveAnyway", { no: hand.no }), no: say("change") });
}

/** Call a referee, or cancel the call; queued like a hand until it is saved. */
export async function call(event, kind) {
  event.preventDefault();
  const asked = () => [["for_what", event.submitter?.value ?? "question"], ["hand", current() ?? 0]];
  part("call").querySelector("details").open = false;
  await keep(kind, shownVersion(0), null, kind === "call" ? asked() : []);
}

export function change(no) {
  const hand = hands().get(no);
  page.begun = shownVersion(no);
  form.elements.winner.value = hand.winner ?? (hand.aborted ? "aborted" : "drawn");
  form.elements.discarder.value = hand.winner ? (hand.discarder ?? "self") : "";
  points.value = game.shown(hand.points);
  game.fill(form, hand);
  page.fresh = true;
  complain("");
  keepDraft();
  page.redraw();
  form.scrollIntoView({ block: "start", behavior: "instant" });
}

export function clear() {
  page.begun = null;
  for (const radio of form.querySelectorAll("input[type=radio]")) radio.checked = false;
  points.value = "";
  game.fill(form, {});
  complain("");
  keepDraft();
}

/** Show a fault below the part of the form that it is about, else above Save; an empty text removes it. */
export function complain(text, about = null) {
  const fault = part("fault");
  if (about) about.append(fault);
  else part("save").before(fault);
  fault.textContent = text;
  for (const described of form.querySelectorAll("[aria-describedby=at-fault]")) described.removeAttribute("aria-describedby");
  if (!about) return;
  about.setAttribute("aria-describedby", fault.id);
  fault.scrollIntoView({ block: "center", behavior: "instant" });
}
