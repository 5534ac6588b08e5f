"""The tray of papers at the Desk: arrival of a paper, its reservation by a typist, and the second entry of totals."""

from collections.abc import Mapping
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, ActionContext, Answer, Done, action
from common.actions.errors import Forbidden, Refused
from scoring.sheets.models.desk_work import DeskWork, SecondEntry
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.paper.second_entries import differences, typed_by, typed_from_paper
from scoring.sheets.selectors.paper.tray import next_for
from scoring.sheets.services.facts.writing import TYPISTS, UNLOCKED, audit_name
from tournament.events.models.stages import Session

#: The reservation of a paper ends after this time without input.
HELD = timedelta(minutes=10)
ALWAYS: dict[str, Answer] = dict.fromkeys(Sheet.State.values, Answer.SAFE)


@action(
    "session.next_paper",
    summary=gettext_lazy("Take the next paper sheet to type"),
    roles=TYPISTS,
    subject="session",
)
def next_paper(context: ActionContext, session: Session) -> Done:
    """Reserve the next free paper for the caller, and free the one that the caller had.

    The order: arrived papers, papers that wait for a second entry by the caller, papers still awaited. The answer has
    ``table``: its number, None if no paper is left.
    """
    # The session's lock serialises `next_paper`; the sheet's lock also excludes `take_paper` of the same sheet.
    while chosen := next_for(session, context.actor):
        sheet = Sheet.objects.select_for_update().get(pk=chosen.pk)
        work = _desk_work(sheet)
        if not _other_holder(context, work):
            _release_papers(context, session.event_id)
            _hold(context, work)
            number = sheet.table.number
            return Done({"table": number}, f"sheet:{session.number}/{number}", after={"typist": context.actor.name})
    _release_papers(context, session.event_id)
    return Done({"table": None}, f"session:{session.number}", changed=False)


@action("sheet.take", summary=gettext_lazy("Take a paper sheet to type"), roles=TYPISTS, subject="sheet", states=ALWAYS)
def take_paper(context: ActionContext, sheet: Sheet, *, over: bool = False) -> Done:
    """Reserve the paper for the caller for ten minutes; refused if another typist has it, unless ``over``."""
    work = _desk_work(sheet)
    other = _other_holder(context, work)
    if other and not over:
        raise Refused(_("%(name)s is typing this paper sheet.") % {"name": other})
    held_already = _is_held_by_actor(context, work)
    if not held_already:
        _release_papers(context, sheet.table.session.event_id)
    _hold(context, work)
    before = {"typist": other} if other else None
    return Done({}, audit_name(sheet), before, {"typist": context.actor.name}, changed=not held_already)


@action("sheet.leave", summary=gettext_lazy("Put a paper sheet back"), roles=TYPISTS, subject="sheet", states=ALWAYS)
def leave_paper(_context: ActionContext, sheet: Sheet, *, of: str) -> Done:
    """End the reservation if the actor with the ref ``of`` still holds it."""
    work = _desk_work(sheet)
    if work.typist_ref != of:
        return Done({}, audit_name(sheet), changed=False)
    before = {"typist": work.typist_name}
    work.typist_ref, work.typist_name, work.held_until = "", "", None
    work.save()
    return Done({}, audit_name(sheet), before, None)


@action(
    "sheet.arrive",
    summary=gettext_lazy("Record that a paper sheet was received"),
    roles=TYPISTS,
    subject="sheet",
    states=ALWAYS,
)
def paper_arrived(_context: ActionContext, sheet: Sheet, *, arrived: bool = True) -> Done:
    """Note that the paper arrived at the Desk, or undo that note (not ``arrived``)."""
    work = _desk_work(sheet)
    if (work.arrived_at is not None) == arrived:
        return Done({}, audit_name(sheet), changed=False)
    work.arrived_at = timezone.now() if arrived else None
    work.save()
    return Done({}, audit_name(sheet), {"arrived": not arrived}, {"arrived": arrived})


@action(
    "sheet.type_again",
    summary=gettext_lazy("Type the totals of a paper sheet a second time"),
    roles=TYPISTS,
    subject="sheet",
    states=UNLOCKED,
)
def type_again(context: ActionContext, sheet: Sheet, *, totals: Mapping[str, int]) -> Done:
    """Store the totals as a second person reads them; a later call replaces them.

    The answer has ``agree``. If they differ, the sheet cannot be signed until one of the two entries is corrected.
    Refused before the first entry and for missing totals ("totals"); Forbidden for the person of the first entry.
    """
    if not typed_from_paper(sheet):
        raise Refused(_("This paper sheet is not typed yet."))
    if typed_by(sheet, context.actor):
        raise Forbidden(_("A different person must type the totals the second time."))
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    if set(totals) != set(facts.played_seats):
        raise Refused(_("Type all totals."), where="totals")
    if any(abs(points) >= facts.game.terms.most_total for points in totals.values()):
        raise Refused(_("Too many points."), where="totals")
    before = SecondEntry.objects.filter(sheet=sheet).first()
    values = {"totals": dict(totals), "by_ref": context.actor.ref, "by_name": context.actor.name, "at": timezone.now()}
    SecondEntry.objects.update_or_create(sheet=sheet, defaults=values)
    answer = {"agree": not differences(facts, totals)}
    return Done(answer, audit_name(sheet), before and {"total": before.totals}, {"total": dict(totals)}, (LIVE,))


def _desk_work(sheet: Sheet) -> DeskWork:
    return DeskWork.objects.get_or_create(sheet=sheet)[0]


def _is_held_by_actor(context: ActionContext, work: DeskWork) -> bool:
    return work.typist_ref == context.actor.ref and work.held_until is not None and work.held_until > timezone.now()


def _other_holder(context: ActionContext, work: DeskWork) -> str:
    """Return the name of another typist who holds the paper; empty if there is none."""
    held = work.held_until is not None and work.held_until > timezone.now()
    return work.typist_name if held and work.typist_ref != context.actor.ref else ""


def _hold(context: ActionContext, work: DeskWork) -> None:
    work.typist_ref, work.typist_name = context.actor.ref, context.actor.name
    work.held_until = timezone.now() + HELD
    work.save()


def _release_papers(context: ActionContext, event_id: int) -> None:
    """Free the papers of the actor: a typist holds one paper at a time."""
    held = DeskWork.objects.filter(sheet__table__session__event=event_id, typist_ref=context.actor.ref)
    held.update(typist_ref="", typist_name="", held_until=None)
