// Which version a waiting write is compared with: the one that its person saw, never a newer one without a choice.

/** A write as it is kept. `seen`, `after`: version and waiting write (its mark) that the page showed of this hand. */
export function newWrite(key, { sheet, where, kind, no, hand, text, fields, seen, after }) {
  return { sheet, where, kind, no, hand, text, fields, seen, after, key, mark: key };
}

/** The mark of the waiting write that the page shows for the hand; empty if it shows the sheet's. */
export function markOf(writes, no) {
  return writes.filter((write) => !write.stopped && write.no === no && isOfHand(write)).at(-1)?.mark ?? "";
}

export const isOfHand = ({ kind }) => kind === "hand" || kind === "remove";

/** Whether `later` was made by somebody who saw `sent`: then it has also seen the version that `sent` made. */
export function follows(later, sent) {
  return later.sheet === sent.sheet && Boolean(sent.mark) && later.after === sent.mark && !later.stopped;
}

/** What changes in a stopped write when its person sends it again. Only a conflict showed what is there now. */
export function resent({ stopped, seen, fields }, key) {
  const asked = Object.keys(stopped.questions ?? {}).map((code) => ["acknowledged", code]);
  const shown = stopped.kind === "conflict" ? (stopped.version ?? seen) : seen;
  return { stopped: undefined, key, seen: shown, fields: [...fields, ...asked] };
}
