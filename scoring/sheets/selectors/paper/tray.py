"""The tray of a session's papers: how far each table's sheet is, who has it in hand, which one is typed next."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet
from django.utils import timezone

from common.actions.permissions import Actor
from scoring.settings.models import ScoringSettings
from scoring.sheets.models.desk_work import DeskWork
from scoring.sheets.models.facts import Hand, SignedTotal
from scoring.sheets.models.sheets import Sheet, SheetVersion
from scoring.sheets.selectors.facts.records import sheet_facts
from scoring.sheets.selectors.paper.second_entries import MISSING, TYPING, typed_by, waiting
from tournament.events.models.events import Event
from tournament.events.models.stages import Session


class Step(StrEnum):
    """How far a paper is, the first to be looked for on top."""

    AWAITED = "awaited"
    IN = "in"
    SECOND = "second"
    TYPED = "typed"
    SIGNED = "signed"
    CONFIRMED = "confirmed"


@dataclass(frozen=True)
class Paper:
    """A table's sheet as the tray shows it.

    ``hands``: how many are entered; ``why`` a second look is needed: "missing" or "differs" (second entry),
    "contradiction", "disputed", or ""; ``typist`` has it in hand now, ``typist_ref`` names the account.
    """

    sheet: Sheet
    number: int
    step: Step
    hands: int
    why: str
    arrived_at: datetime | None
    typist: str
    typist_ref: str


def current_session(event: Event) -> int | None:
    """The session whose papers are typed now: the first with tables that are not all confirmed, else the last."""
    sheets = Sheet.objects.filter(table__session__event=event)
    numbers = sheets.aggregate(
        first=Min("table__session__number", filter=~Q(state=Sheet.State.CONFIRMED)), last=Max("table__session__number")
    )
    return numbers["first"] or numbers["last"]


def papers(event: Event, session: int) -> list[Paper]:
    """The session's papers, missing tables on top, then by state and table; a constant number of queries."""
    sheets = list(_sheets(event, session))
    seconds = _seconds(event, sheets)
    return sorted((_paper(sheet, seconds.get(sheet.pk, "")) for sheet in sheets), key=_order)


def counts(found: Sequence[Paper]) -> dict[Step, int]:
    """How many papers are at each step."""
    return {step: sum(paper.step is step for paper in found) for step in Step}


def in_hand(event: Event) -> int:
    """How many papers of the event somebody has in hand now."""
    return DeskWork.objects.filter(sheet__table__session__event=event, held_until__gt=timezone.now()).count()


def next_for(session: Session, actor: Actor) -> Sheet | None:
    """The sheet that the actor types next, of those that nobody else has in hand; None if nothing is left to type.

    What came in first; what waits for a second entry by somebody else than who typed it; then what is awaited and was
    not begun at its table.
    """
    free = [one for one in papers(session.event, session.number) if one.typist_ref in ("", actor.ref)]
    came_in = sorted((one for one in free if one.step is Step.IN), key=lambda one: (one.arrived_at, one.number))
    again = [one for one in free if one.why == MISSING and not typed_by(one.sheet, actor)]
    awaited = [one for one in free if one.step is Step.AWAITED and not one.hands]
    # Whoever asks while having one in hand does not find that paper: it comes last.
    in_turn = sorted([*came_in, *again, *awaited], key=lambda one: bool(one.typist_ref))
    return in_turn[0].sheet if in_turn else None


def _sheets(event: Event, session: int) -> QuerySet[Sheet]:
    def of_sheet(model: type) -> Exists:
        return Exists(model.objects.current().filter(sheet=OuterRef("pk")))  # type: ignore[attr-defined]

    current = Q(hand_set__until__isnull=True)
    found = Sheet.objects.filter(table__session__event=event, table__session__number=session)
    found = found.select_related("comparison", "desk_work", "second_entry", "table")
    return found.annotate(
        hand_count=Count("hand_set", current),
        has_totals=of_sheet(SignedTotal),
        is_disputed=Exists(Hand.objects.current().filter(sheet=OuterRef("pk"), disputed=True)),
        from_paper=Exists(SheetVersion.objects.filter(sheet=OuterRef("pk"), action=TYPING)),
    ).order_by("table__number")


def _seconds(event: Event, sheets: list[Sheet]) -> dict[int, str]:
    """Sheet id -> what of its second entry it waits for, where the event wants one."""
    if event.scoring_settings.second_entry == ScoringSettings.SecondEntry.NO:
        return {}
    open_ones = [one for one in sheets if one.from_paper and one.state not in Sheet.COUNTED]  # type: ignore[attr-defined]
    wanted = Sheet.objects.filter(pk__in=[one.pk for one in open_ones])
    wanted = wanted.select_related("table__session__event__scoring_settings", "second_entry")
    return {facts.sheet.pk: waiting(facts, getattr(facts.sheet, "second_entry", None)) for facts in sheet_facts(wanted)}


def _paper(sheet: Sheet, second: str) -> Paper:
    work = getattr(sheet, "desk_work", None)
    holder = work if work and work.held_until and work.held_until > timezone.now() else None
    why = second or _doubt(sheet)
    return Paper(
        sheet=sheet,
        number=sheet.table.number,
        step=_step(sheet, why, work is not None and work.arrived_at is not None),
        hands=sheet.hand_count,  # type: ignore[attr-defined]
        why=why,
        arrived_at=work.arrived_at if work else None,
        typist=holder.typist_name if holder else "",
        typist_ref=holder.typist_ref if holder else "",
    )


def _doubt(sheet: Sheet) -> str:
    """Why somebody has to look at it again: what is typed contradicts itself, or a hand is disputed."""
    comparison = getattr(sheet, "comparison", None)
    if comparison is not None and comparison.contradicts:
        return "contradiction"
    return "disputed" if sheet.is_disputed else ""  # type: ignore[attr-defined]


def _step(sheet: Sheet, why: str, arrived: bool) -> Step:
    if sheet.state == Sheet.State.CONFIRMED:
        return Step.CONFIRMED
    if sheet.state == Sheet.State.SIGNED:
        return Step.SIGNED
    entered = sheet.from_paper or sheet.has_totals or sheet.state == Sheet.State.CHECKED  # type: ignore[attr-defined]
    written = sheet.hand_count or sheet.has_totals  # type: ignore[attr-defined]
    if entered and written:
        return Step.SECOND if why else Step.TYPED
    return Step.IN if arrived else Step.AWAITED


def _order(paper: Paper) -> tuple[int, int]:
    return list(Step).index(paper.step), paper.number
