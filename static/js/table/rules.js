// The sheet including queued writes, for every game.

/** Return number -> hand, with the queued writes applied. */
export function projected(state, writes) {
  const hands = new Map(state.hands.map((hand) => [hand.no, hand]));
  for (const write of writes) {
    if (write.kind === "hand") hands.set(write.no, { ...write.hand, waiting: true });
    else if (write.kind === "remove") hands.delete(write.no);
  }
  return hands;
}

/** Return the course of the table with these hands, as the game knows it; the state has rounds like "2ESWN". */
export function courseOf(game, state, hands) {
  const rounds = Object.fromEntries(state.rounds.map((text) => [text[0], text.slice(1)]));
  return game.course(hands, { seats: Object.keys(state.seats), rounds });
}

/** Return seat -> running total of these hands, penalties included. */
export function totals(game, state, hands) {
  const sums = Object.fromEntries(Object.keys(state.seats).map((seat) => [seat, game.start() + (state.outside[seat] ?? 0)]));
  for (const hand of hands.values()) {
    const moved = game.payments(hand);
    const penalties = state.within[hand.no] ?? {};
    for (const seat in sums) sums[seat] += moved[seat] + (penalties[seat] ?? 0);
  }
  return sums;
}

/** Return the number of the first hand that is due and missing; null if all are written. */
export function nextHand(course, hands) {
  return course.due.find((no) => !hands.has(no)) ?? null;
}

/** Return the person on the seat in this hand: name, number (null: not entered) and short name. */
export function sitter(state, seat, no) {
  const [, name, number, short] = state.seats[seat].filter(([from]) => from <= no).at(-1);
  return { name, number, short };
}
