// Draft of the open form, for the case that the page is loaded again.
import { course, form, game, page, plainHand, plan } from "./model.js";

const DRAFT = "pinju-draft";

export function keepDraft() {
  const { winner, discarder, points } = form.elements;
  const filled = { sheet: plan.sheet, begun: page.begun, winner: winner.value, discarder: discarder.value, points: points.value, fresh: page.fresh, extras: game.extrasOf(form, plainHand()) };
  if (page.begun) sessionStorage.setItem(DRAFT, JSON.stringify(filled));
  else sessionStorage.removeItem(DRAFT);
}

export function restoreDraft() {
  const draft = JSON.parse(sessionStorage.getItem(DRAFT) ?? "null");
  if (draft?.sheet !== plan.sheet || !course().due.includes(draft.begun.no)) return;
  page.begun = draft.begun;
  for (const name of ["winner", "discarder", "points"]) form.elements[name].value = draft[name];
  game.fill(form, draft.extras ?? {});
  page.fresh = draft.fresh ?? true;
}
