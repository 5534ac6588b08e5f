// Optimistic locking of queued writes: a write is compared with the version that its author saw; with a newer one only
// by choice.

/** Create a queued write. `seen`, `after`: version and queued write (its mark) that the page showed of this hand. */
export function newWrite(key, { sheet, where, kind, no, hand, text, fields, seen, after }) {
  return { sheet, where, kind, no, hand, text, fields, seen, after, key, mark: key };
}

/** Return the mark of the queued write that the page shows for the hand; empty if it shows the saved hand. */
export function markOf(writes, no) {
  return writes.filter((write) => !write.stopped && write.no === no && isOfHand(write)).at(-1)?.mark ?? "";
}

export const isOfHand = ({ kind }) => kind === "hand" || kind === "remove";

/** Return whether the author of `later` saw `sent`, and thus the version that `sent` makes. */
export function follows(later, sent) {
  return later.sheet === sent.sheet && Boolean(sent.mark) && later.after === sent.mark && !later.stopped;
}

/** Return the changed fields of a stopped write that is sent again. Only a conflict showed the current version. */
export function resent({ stopped, seen, fields }, key) {
  const asked = Object.keys(stopped.questions ?? {}).map((code) => ["acknowledged", code]);
  const shown = stopped.kind === "conflict" ? (stopped.version ?? seen) : seen;
  return { stopped: undefined, key, seen: shown, fields: [...fields, ...asked] };
}
