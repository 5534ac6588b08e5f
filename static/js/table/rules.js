// What the phone must know to go on without network: payments (3.9.1.3) and the sheet with what waits to be sent.
export const SEATS = ["E", "S", "W", "N"];
const BASE = 8;

/** Seat -> points that a win moves; seats outside the table count on paper only. */
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

/** The hands by number as they will be once everything waiting has arrived. */
export function projected(state, writes) {
  const hands = new Map(state.hands.map((hand) => [hand.no, hand]));
  for (const write of writes) {
    if (write.kind === "hand") hands.set(write.no, { ...write.hand, waiting: true });
    else if (write.kind === "remove") hands.delete(write.no);
  }
  return hands;
}

/** Seat -> running total of these hands, penalties included. */
export function totals(state, hands) {
  const sums = Object.fromEntries(Object.keys(state.seats).map((seat) => [seat, state.outside[seat] ?? 0]));
  for (const hand of hands.values()) {
    const moved = payments(hand);
    const penalties = state.within[hand.no] ?? {};
    for (const seat in sums) sums[seat] += moved[seat] + (penalties[seat] ?? 0);
  }
  return sums;
}

/** The next hand to write: the first that is not there; null once all are. */
export function nextHand(state, hands) {
  return state.due.find((no) => !hands.has(no)) ?? null;
}

/** Who sits on the seat in this hand. */
export function sitter(state, seat, no) {
  return state.seats[seat].filter(([from]) => from <= no).at(-1)[1];
}
