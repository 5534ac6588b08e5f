// MCR as the phone needs it offline: the twin of scoring/game/rules/mcr, bound to it by tests/data/tables.json.
import { SEATS } from "./seats.js";

const BASE = 8;
const MINIMUM = 8;
const LARGEST_FAN = 88;
const MOST = 999;
const HANDS = 16;
// A4: per round the starting seats that sit East, South, West, North.
const SITTING = ["ESWN", "SENW", "WNSE", "NWES"];

export const start = () => 0;

/** Return seat -> points won or lost by the hand (3.9.1.3); empty seats are included, for the calculation only. */
export function payments(hand) {
  const moved = Object.fromEntries(SEATS.map((seat) => [seat, 0]));
  if (!hand.winner) return moved;
  for (const seat of SEATS) {
    if (seat === hand.winner) continue;
    const pays = BASE + (!hand.discarder || hand.discarder === seat ? hand.points : 0);
    moved[seat] -= pays;
    moved[hand.winner] += pays;
  }
  return moved;
}

/**
 * Return the course of a table: `deals` number -> {no, period, round, dealer, winds, order}, and the numbers `due`.
 * `seats`: the played ones; `rounds`: round -> its seats East to North, for rounds that did not follow A4.
 */
export function course(_hands, { seats, rounds }) {
  const deals = new Map(Array.from({ length: HANDS }, (_none, index) => [index + 1, deal(index + 1, rounds)]));
  const planned = (no) => SITTING[roundOf(no) - 1][(no - 1) % 4];
  return { deals, due: [...deals.keys()].filter((no) => seats.includes(planned(no))) };
}

const roundOf = (no) => Math.floor((no - 1) / 4) + 1;

function deal(no, rounds) {
  const round = roundOf(no);
  const order = [...(rounds[round] ?? SITTING[round - 1])];
  const first = (no - 1) % 4;
  const winds = Object.fromEntries(SEATS.map((wind, step) => [order[(first + step) % 4], wind]));
  return { no, period: 1, round, dealer: order[first], winds, order };
}

/** Return the key of the text why a won hand cannot be saved; empty if it can. */
export function fault(hand) {
  if (hand.points < MINIMUM) return "few";
  return hand.points > MOST ? "many" : "";
}

/** Return [code, key of the text on the Save button] of each question about the values of a hand. */
export const questions = (hand) => ((hand.points ?? 0) > LARGEST_FAN ? [["over-88", "over"]] : []);

// How the form holds points, and what this game adds to a hand: nothing.
export const pointsOf = Number;
export const shown = (points) => (points ? String(points) : "");
export const pointsText = (points, say) => say("points", { points });
export const cleaned = (text) => text.replace(/\D/g, "").slice(0, 3);
export const extrasOf = () => ({});
export const fill = () => {};
export const show = () => {};
export const extrasText = () => "";
