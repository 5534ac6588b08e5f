// What the page holds: the sheet's state, the queued writes, and the hand in the form.
import { GAMES } from "../games.js";
import { courseOf, nextHand, projected, sitter } from "../rules.js";
import { markOf } from "../waiting.js";

export const data = JSON.parse(document.getElementById("at-data").textContent);
export const { plan, words } = data;
export const game = GAMES[plan.game];
game.agree?.(plan.terms);
export const root = document.getElementById("at");
export const form = document.getElementById("hand");
export const points = form.elements.points;

export const page = {
  state: data.state,
  writes: [], // queued or stopped writes of this sheet
  otherSheets: [], // queued or stopped writes of other sheets
  storing: [], // writes not yet stored in the outbox
  begun: null, // the hand in the form and the version the page showed of it then; null for an empty form
  fresh: false, // whether the next digit starts a new number
  redraw: () => {}, // shows all this; page.js sets it
};

export const part = (name) => root.querySelector(`[data-at="${name}"]`);
export const say = (key, values = {}) => words[key].replace(/%\((\w+)\)s/g, (_all, name) => values[name]);
export const name = (seat, no) => (seat in page.state.seats ? sitter(page.state, seat, no).name : "");

export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

export const winner = () => form.elements.winner.value;
export const won = () => winner() in page.state.seats;
export const waiting = () => page.writes.filter((write) => !write.stopped);
export const hands = () => projected(page.state, waiting());
export const course = (known = hands()) => courseOf(game, page.state, known);
export const current = (known = hands()) => page.begun?.no ?? nextHand(course(known), known);

/** Return the version that a write on this hand is compared with: the one that the page shows. */
export const shownVersion = (no) => ({ no, seen: page.state.version, after: markOf(page.writes, no) });

export function chosenHand() {
  const hand = plainHand();
  return { ...hand, ...game.extrasOf(form, hand) };
}

/** Return the hand in the form without what only one game has. */
export function plainHand() {
  const no = current();
  if (!won()) return { no, winner: null, ...(winner() === "aborted" && { aborted: true }) };
  const from = form.elements.discarder.value;
  return { no, winner: winner(), ...(from !== "self" && { discarder: from }), points: game.pointsOf(points.value) };
}

/** Key of a fault -> the part of the form that it is about; other faults are about the points. */
const PARTS = { chooseWinner: "seats", dead: "seats", cutsOff: "seats", chooseFrom: "from", falseWinDraws: "false-wins", falseWinAborted: "false-wins" };

/** Return the part of the form below which a fault is shown; null if it is about none of them. */
export const partOf = (key) => (key === "unseated" ? null : part(PARTS[key] ?? "points"));

/** Return the key of the text why the hand cannot be saved; empty if it can. */
export function fault() {
  if (course().unseated) return "unseated";
  if (!winner()) return "chooseWinner";
  if (!won()) return game.fault(chosenHand());
  if (!form.elements.discarder.value || form.elements.discarder.value === winner()) return "chooseFrom";
  if ((page.state.dead[current()] ?? []).includes(winner())) return "dead";
  return game.fault(chosenHand());
}

/** Return the course once the hand is written. */
const courseWith = (hand) => course(new Map(hands()).set(hand.no, hand));

/** Return [number, place before, place after] of each written hand that gets another dealer, round or period. */
export function changedDeals(hand) {
  const [before, after] = [course(), courseWith(hand)];
  const numbers = game.changedDeals?.(before, after, hands().keys()) ?? [];
  return numbers.map((no) => [no, before.deals.get(no), after.deals.get(no)]);
}

/** Return the first written hand that would come after the end of the table; undefined if none does. */
export function cutOff(hand) {
  const { deals } = courseWith(hand);
  return [...hands().keys()].sort((a, b) => a - b).find((no) => !deals.has(no));
}

/** Whether an earlier hand is missing. */
export function leavesGap(hand) {
  const known = hands();
  return course(known).due.some((no) => no < hand.no && !known.has(no));
}
