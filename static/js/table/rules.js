// The rules needed offline: payments (3.9.1.3) and the sheet including queued writes.
export const SEATS = ["E", "S", "W", "N"];
const BASE = 8;

/** Return seat -> points won or lost by the hand; empty seats are included, for the calculation only. */
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

/** Return number -> hand, with the queued writes applied. */
export function projected(state, writes) {
  const hands = new Map(state.hands.map((hand) => [hand.no, hand]));
  for (const write of writes) {
    if (write.kind === "hand") hands.set(write.no, { ...write.hand, waiting: true });
    else if (write.kind === "remove") hands.delete(write.no);
  }
  return hands;
}

/** Return seat -> running total of these hands, penalties included. */
export function totals(state, hands) {
  const sums = Object.fromEntries(Object.keys(state.seats).map((seat) => [seat, state.outside[seat] ?? 0]));
  for (const hand of hands.values()) {
    const moved = payments(hand);
    const penalties = state.within[hand.no] ?? {};
    for (const seat in sums) sums[seat] += moved[seat] + (penalties[seat] ?? 0);
  }
  return sums;
}

/** Return the number of the first missing hand; null if all are written. */
export function nextHand(state, hands) {
  return state.due.find((no) => !hands.has(no)) ?? null;
}

/** Return the name of the player on the seat in this hand. */
export function sitter(state, seat, no) {
  return state.seats[seat].filter(([from]) => from <= no).at(-1)[1];
}
