"""The tray of a session's papers: their steps, their typists, and the next one to type."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet
from django.utils import timezone

from common.actions.permissions import Actor
from scoring.settings.models.scoring import ScoringSettings
from scoring.sheets.models.desk_work import DeskWork
from scoring.sheets.models.facts import Hand, SignedTotal
from scoring.sheets.models.sheets import Sheet, SheetVersion
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.paper.second_entries import MISSING, TYPING, entry_state, typed_by
from tournament.events.models.events import Event
from tournament.events.models.stages import Session


class Step(StrEnum):
    """The steps of a paper; papers of the first steps are on top."""

    AWAITED = "awaited"
    IN = "in"
    SECOND = "second"
    TYPED = "typed"
    SIGNED = "signed"
    CONFIRMED = "confirmed"


@dataclass(frozen=True)
class Paper:
    """A table's sheet in the tray.

    ``hands``: the number of entered hands; ``why``: the reason for another look, "missing" or "differs" (second
    entry), "contradiction", "disputed", or ""; ``typist`` and ``typist_ref``: name and ref of the one who holds it.
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
    """Return the first session with unconfirmed tables, else the last one: its papers are typed now."""
    sheets = Sheet.objects.filter(table__session__event=event)
    numbers = sheets.aggregate(
        first=Min("table__session__number", filter=~Q(state=Sheet.State.CONFIRMED)), last=Max("table__session__number")
    )
    return numbers["first"] or numbers["last"]


def papers(event: Event, session: int) -> list[Paper]:
    """Return the session's papers by step and table, missing ones on top, in a constant number of queries."""
    sheets = list(_sheets(event, session))
    seconds = _second_entry_states(event, sheets)
    return sorted((_paper(sheet, seconds.get(sheet.pk, "")) for sheet in sheets), key=_order)


def counts(tray: Sequence[Paper]) -> dict[Step, int]:
    """Return the number of papers at each step."""
    return {step: sum(paper.step is step for paper in tray) for step in Step}


def all_typed(tray: Sequence[Paper]) -> bool:
    """Return whether the session has papers and each of them is typed, signed or confirmed."""
    return bool(tray) and all(paper.step in (Step.TYPED, Step.SIGNED, Step.CONFIRMED) for paper in tray)


def in_hand(event: Event) -> int:
    """Return the number of the event's papers that typists hold now."""
    return DeskWork.objects.filter(sheet__table__session__event=event, held_until__gt=timezone.now()).count()


def next_for(session: Session, actor: Actor) -> Sheet | None:
    """Return the sheet that the actor types next, among those that no other typist holds; None if none is left.

    The order: arrived papers; papers that wait for a second entry and were typed by another person; awaited papers
    without hands from their tables.
    """
    free = [paper for paper in papers(session.event, session.number) if paper.typist_ref in ("", actor.ref)]
    arrived = [paper for paper in free if paper.step is Step.IN]
    arrived.sort(key=lambda paper: (paper.arrived_at, paper.number))
    second_entries = [paper for paper in free if paper.why == MISSING and not typed_by(paper.sheet, actor)]
    awaited = [paper for paper in free if paper.step is Step.AWAITED and not paper.hands]
    # The paper that the actor holds comes last, so that the actor gets another one.
    in_turn = sorted([*arrived, *second_entries, *awaited], key=lambda paper: bool(paper.typist_ref))
    return in_turn[0].sheet if in_turn else None


def _sheets(event: Event, session: int) -> QuerySet[Sheet]:
    def of_sheet(model: type) -> Exists:
        return Exists(model.objects.current().filter(sheet=OuterRef("pk")))  # type: ignore[attr-defined]

    current = Q(hand_set__valid_until_version__isnull=True)
    sheets = Sheet.objects.filter(table__session__event=event, table__session__number=session)
    sheets = sheets.select_related("comparison", "desk_work", "second_entry", "table")
    return sheets.annotate(
        hand_count=Count("hand_set", current),
        has_totals=of_sheet(SignedTotal),
        is_disputed=Exists(Hand.objects.current().filter(sheet=OuterRef("pk"), disputed=True)),
        from_paper=Exists(SheetVersion.objects.filter(sheet=OuterRef("pk"), action=TYPING)),
    ).order_by("table__number")


def _second_entry_states(event: Event, sheets: list[Sheet]) -> dict[int, str]:
    """Return sheet id -> why it waits for its second entry, if the event wants one."""
    if event.scoring_settings.second_entry == ScoringSettings.SecondEntry.NO:
        return {}
    unsigned = (sheet for sheet in sheets if sheet.state not in Sheet.COUNTED)
    from_paper = [sheet.pk for sheet in unsigned if sheet.from_paper]  # type: ignore[attr-defined]
    rows = Sheet.objects.filter(pk__in=from_paper)
    rows = rows.select_related("table__session__event__scoring_settings", "second_entry")
    return {
        facts.sheet.pk: entry_state(facts, getattr(facts.sheet, "second_entry", None)) for facts in sheet_facts(rows)
    }


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
    """Return why the sheet needs another look: a contradiction or a disputed hand."""
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
