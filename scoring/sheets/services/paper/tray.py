"""The tray of papers at the Desk: one comes in, a typist takes it so that nobody else does, its totals typed again."""

from collections.abc import Mapping
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import LIVE, Answer, Call, Done, action
from common.actions.errors import Forbidden, Refused
from scoring.sheets.models.desk_work import DeskWork, SecondEntry
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.records import sheet_facts
from scoring.sheets.selectors.paper.second_entries import differences, typed_by, typed_from_paper
from scoring.sheets.selectors.paper.tray import next_for
from scoring.sheets.services.facts.whole import MOST
from scoring.sheets.services.facts.writing import TYPISTS, UNLOCKED, about
from tournament.events.models.stages import Session

#: A paper in hand is free again after so long without a key.
HELD = timedelta(minutes=10)
ALWAYS: dict[str, Answer] = dict.fromkeys(Sheet.State.values, Answer.SAFE)


@action(
    "session.next_paper",
    summary=gettext_lazy("Take the next paper to type"),
    roles=TYPISTS,
    subject="session",
)
def next_paper(call: Call, session: Session) -> Done:
    """Hand the caller the next paper that nobody has in hand; the one he had before is free again.

    In this order: what came in first, what waits for his second entry, what is awaited. The answer holds its ``table``
    (None: nothing is left).
    """
    # The session's lock lets one typist after the other choose; the sheet's own keeps it from who takes that very one.
    while chosen := next_for(session, call.actor):
        sheet = Sheet.objects.select_for_update().get(pk=chosen.pk)
        work = _work(sheet)
        if not _others(call, work):
            _let_go(call, session.event_id)
            _hold(call, work)
            number = sheet.table.number
            return Done({"table": number}, f"sheet:{session.number}/{number}", after={"typist": call.actor.name})
    _let_go(call, session.event_id)
    return Done({"table": None}, f"session:{session.number}", changed=False)


@action("sheet.take", summary=gettext_lazy("Take a paper to type"), roles=TYPISTS, subject="sheet", states=ALWAYS)
def take_paper(call: Call, sheet: Sheet, *, over: bool = False) -> Done:
    """Hold the paper for the caller for ten minutes from now on, if nobody else has it; ``over``: from whoever does."""
    work = _work(sheet)
    other = _others(call, work)
    if other and not over:
        raise Refused(_("%(name)s is typing this paper.") % {"name": other})
    mine = _mine(call, work)
    if not mine:
        _let_go(call, sheet.table.session.event_id)
    _hold(call, work)
    before = {"typist": other} if other else None
    return Done({}, about(call, sheet), before, {"typist": call.actor.name}, changed=not mine)


@action("sheet.leave", summary=gettext_lazy("Put a paper back"), roles=TYPISTS, subject="sheet", states=ALWAYS)
def leave_paper(call: Call, sheet: Sheet, *, of: str) -> Done:
    """Let the paper go if it is still in the hands of the actor ``of`` (its ref); meanwhile somebody else's stays."""
    work = _work(sheet)
    if work.typist_ref != of:
        return Done({}, about(call, sheet), changed=False)
    before = {"typist": work.typist_name}
    work.typist_ref, work.typist_name, work.held_until = "", "", None
    work.save()
    return Done({}, about(call, sheet), before, None)


@action(
    "sheet.arrive", summary=gettext_lazy("Note that a paper came in"), roles=TYPISTS, subject="sheet", states=ALWAYS
)
def paper_arrived(call: Call, sheet: Sheet, *, arrived: bool = True) -> Done:
    """The paper lies at the Desk, or (not ``arrived``) it does not after all."""
    work = _work(sheet)
    if (work.arrived_at is not None) == arrived:
        return Done({}, about(call, sheet), changed=False)
    work.arrived_at = timezone.now() if arrived else None
    work.save()
    return Done({}, about(call, sheet), {"arrived": not arrived}, {"arrived": arrived})


@action(
    "sheet.type_again",
    summary=gettext_lazy("Type the totals of a paper a second time"),
    roles=TYPISTS,
    subject="sheet",
    states=UNLOCKED,
)
def type_again(call: Call, sheet: Sheet, *, totals: Mapping[str, int]) -> Done:
    """What the paper's totals read to another person than the first; may be typed anew by the same.

    The answer says whether they ``agree``. Where not, the sheet cannot be signed until one of the two is corrected.
    Refused: before the first entry, by the person who made it (Forbidden), totals that are not all there ("totals").
    """
    if not typed_from_paper(sheet):
        raise Refused(_("Nobody typed this paper yet."))
    if typed_by(sheet, call.actor):
        raise Forbidden(_("Another person than the first types the totals again."))
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    if set(totals) != set(facts.played_seats):
        raise Refused(_("Type all totals."), where="totals")
    if any(abs(points) >= MOST for points in totals.values()):
        raise Refused(_("These are too many points."), where="totals")
    before = SecondEntry.objects.filter(sheet=sheet).first()
    values = {"totals": dict(totals), "by_ref": call.actor.ref, "by_name": call.actor.name, "at": timezone.now()}
    SecondEntry.objects.update_or_create(sheet=sheet, defaults=values)
    answer = {"agree": not differences(facts, totals)}
    return Done(answer, about(call, sheet), before and {"total": before.totals}, {"total": dict(totals)}, (LIVE,))


def _work(sheet: Sheet) -> DeskWork:
    return DeskWork.objects.get_or_create(sheet=sheet)[0]


def _mine(call: Call, work: DeskWork) -> bool:
    return work.typist_ref == call.actor.ref and work.held_until is not None and work.held_until > timezone.now()


def _others(call: Call, work: DeskWork) -> str:
    """Who else has the paper in hand now; empty if nobody."""
    held = work.held_until is not None and work.held_until > timezone.now()
    return work.typist_name if held and work.typist_ref != call.actor.ref else ""


def _hold(call: Call, work: DeskWork) -> None:
    work.typist_ref, work.typist_name = call.actor.ref, call.actor.name
    work.held_until = timezone.now() + HELD
    work.save()


def _let_go(call: Call, event_id: int) -> None:
    """A typist has one paper in hand."""
    mine = DeskWork.objects.filter(sheet__table__session__event=event_id, typist_ref=call.actor.ref)
    mine.update(typist_ref="", typist_name="", held_until=None)
