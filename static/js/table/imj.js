// The International Mahjong Rules as the phone needs them offline: the twin of scoring/game/rules/imj, bound to it by
// tests/data/tables.json. Ranks are half fans.
import { SEATS } from "./seats.js";

const ROUNDS = 4;
const PERIODS = 2;
const MOST = 120;
const FALSE_WIN = 1000;
// IMJ 30.1, from half a fan and one fan to 15.
const CHART = [2, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000, 2000, 3000, 4000, 5000, 6000];

// What the event agreed on (IMJ 7): mados at the start, lowest and highest rank in half fans.
let terms = { start: 20000, lowest: 1, highest: 30 };

export const agree = (agreed) => { terms = { ...terms, ...agreed }; };

export const start = () => terms.start;

// The ranks of hands won on flowers, kongs or single tiles, which need no agreed lowest rank (IMJ 7.2(1), 25.2).
const OF_SPECIAL_HANDS = [6, 12, 18, 26, 30];

/** Return what a rank in half fans is worth; half a fan beside whole ones is dropped (IMJ 30.2). */
export const mados = (rank) => CHART[Math.floor(Math.min(rank, terms.highest) / 2)];

/** Return seat -> mados that the deal moves (IMJ 30.3, 32.3, 33.4). */
export function payments(hand) {
  const moved = Object.fromEntries(SEATS.map((seat) => [seat, 0]));
  if (hand.winner) {
    for (const [seat, shares] of shared(hand)) {
      moved[seat] -= shares * mados(hand.points);
      moved[hand.winner] += shares * mados(hand.points);
    }
  }
  for (const offender of hand.false_wins ?? "") {
    const each = Math.min(FALSE_WIN, mados(terms.highest));
    for (const seat of SEATS) moved[seat] += seat === offender ? -3 * each : each;
  }
  return moved;
}

/** Return who pays the winner, and how many times. */
function shared(hand) {
  if (hand.bound) return [[hand.bound, 3]];
  if (hand.discarder) return [[hand.discarder, hand.robbed ? 3 : 1]];
  return SEATS.filter((seat) => seat !== hand.winner).map((seat) => [seat, 1]);
}

/**
 * Return the course of a table: `deals` number -> {no, period, round, dealer, winds, order}, and the numbers `due`.
 * `hands`: number -> hand; `rounds`: period -> its seats in turn, the starter first.
 */
export function course(hands, { rounds }) {
  const deals = new Map();
  let retired = 0;
  for (let no = 1; retired < PERIODS * ROUNDS * 4; no += 1) {
    const one = deal(no, retired, rounds);
    deals.set(no, one);
    const hand = hands.get(no);
    if (!hand) return { deals, due: [...deals.keys()], unseated: rounds[one.period] ? 0 : one.period };
    if (retires(hand, one.dealer)) retired += 1;
  }
  return { deals, due: [...deals.keys()], unseated: 0 };
}

/** Whether the dealer passes: the deal was paid, and the dealer has not won it (IMJ 12, 23.10, 34.7). */
const retires = (hand, dealer) => (hand.winner ? hand.winner !== dealer : Boolean(hand.false_wins?.length));

function deal(no, retired, rounds) {
  const period = Math.floor(retired / (4 * ROUNDS)) + 1;
  const order = [...(rounds[period] ?? SEATS)];
  const step = retired % 4;
  const winds = Object.fromEntries(SEATS.map((wind, at) => [order[(step + at) % 4], wind]));
  return { no, period, round: (Math.floor(retired / 4) % ROUNDS) + 1, dealer: order[step], winds, order };
}

/** Return the numbers of the written deals whose period, round or dealer differs in the two courses. */
export const changedDeals = (before, after, written) => [...written]
  .filter((no) => before.deals.has(no) && after.deals.has(no) && place(before.deals.get(no)) !== place(after.deals.get(no)))
  .sort((a, b) => a - b);

const place = ({ period, round, dealer }) => [period, round, dealer].join();

/** Return the key of the text why a deal cannot be saved; empty if it can. */
export function fault(hand) {
  const { false_wins: falseWins = [] } = hand;
  if (!hand.winner) return falseWins.length && hand.aborted ? "falseWinAborted" : "";
  if (falseWins.length && !hand.discarder) return "falseWinDraws";
  if (!hand.points || hand.points < 1) return "few";
  if (hand.points < terms.lowest && !OF_SPECIAL_HANDS.includes(hand.points)) return "belowLowest";
  return hand.points > MOST ? "many" : "";
}

/** Return [code, key of the text on the Save button] of each question about the values of a deal. */
export const questions = ({ points = 0 }) => [
  ...(points >= terms.highest ? [["limit-reached", "limit"]] : []),
  ...(points > 0 && points < terms.lowest ? [["special-below-lowest", "special"]] : []),
];

// How the form holds a rank, and what this game adds to a deal.

/** Return the half fans of `5`, `½` or `6½`. */
export const pointsOf = (text) => 2 * Number(text.replace("½", "")) + (text.includes("½") ? 1 : 0);

/** Return half fans as text. */
export const shown = (rank) => (rank ? `${Math.floor(rank / 2) || ""}${rank % 2 ? "½" : ""}` : "");

/** Return half fans with their unit. */
export function pointsText(rank, say) {
  if (rank <= 2) return say(rank === 1 ? "halfFan" : "oneFan");
  return say("points", { points: shown(rank) });
}

export const cleaned = (text) => {
  const [, whole, half] = /^(\d{0,2})\d*(½?)/.exec(text.replace(/[^\d½]/g, ""));
  return whole + half;
};

// The least rank of a self-drawn win with one of the elements that bind (IMJ 33): 6 fans, half a fan and one.
const MAY_BIND = 14;

/** Whether a binding is possible for a self-drawn win of this rank; the agreed highest rank may stand for more. */
const mayBind = (rank) => rank >= Math.min(MAY_BIND, terms.highest);

/** Return what the form adds to a deal. */
export function extrasOf(form, { winner, discarder, points }) {
  const bound = form.elements.bound.value;
  const falseWins = SEATS.filter((seat) => form.querySelector(`input[name="false_wins"][value="${seat}"]`)?.checked);
  const others = falseWins.filter((seat) => seat !== winner && seat !== discarder);
  return {
    ...(winner && discarder && form.elements.robbed.checked && { robbed: true }),
    ...(winner && !discarder && mayBind(points) && bound && bound !== winner && { bound }),
    ...(others.length && { false_wins: others }),
  };
}

/** Fill the form with the extras of a deal. */
export function fill(form, { robbed, bound, false_wins: falseWins = [] }) {
  form.elements.robbed.checked = Boolean(robbed);
  for (const choice of form.querySelectorAll('input[name="bound"]')) choice.checked = choice.value === (bound ?? "");
  for (const box of form.querySelectorAll('input[name="false_wins"]')) box.checked = falseWins.includes(box.value);
}

/** Show each question only where it is possible; `name`: seat -> the player's name in the deal. */
export function show(form, { winner, discarder, points }, name) {
  const part = (key) => form.querySelector(`[data-at="${key}"]`);
  part("robbed").hidden = !winner || !discarder;
  part("bound").hidden = !winner || Boolean(discarder) || !mayBind(points);
  for (const [key, left] of [["bound", [winner]], ["false", [winner, discarder]]]) {
    for (const choice of form.querySelectorAll(`[data-${key}]`)) {
      const seat = choice.dataset[key];
      choice.hidden = left.includes(seat);
      choice.querySelector('[data-part="name"]').textContent = name(seat);
    }
  }
}

/** Return the extras of a deal as text. */
export function extrasText({ robbed, bound, false_wins: falseWins = [] }, name, say) {
  return [
    robbed ? say("robbed") : "",
    bound ? say("bound", { name: name(bound) }) : "",
    falseWins.length ? say("falseWin", { names: falseWins.map(name).join(", ") }) : "",
  ].filter(Boolean).join("; ");
}
