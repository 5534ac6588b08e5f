"""The tables of one session with players and results."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef

from scoring.game.rules.seats import SEATS, Seat
from scoring.sheets.models.results import Comparison, CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.view import View
from scoring.sheets.selectors.corrections import under_way
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting, Table


@dataclass(frozen=True, slots=True)
class SeatOfTable:
    """A seat: its people (the holder first; loaded with what a page names) and its counted result (None: no result)."""

    seat: Seat
    people: tuple[Sitting, ...]
    result: CountedResult | None


@dataclass(frozen=True, slots=True)
class SessionTable:
    """A table of the session; ``sheet`` and ``comparison`` are None until they exist.

    ``correcting``: its released results are being corrected, and the public sees the last released ones.
    """

    number: int
    seats: tuple[SeatOfTable, ...]
    sheet: Sheet | None
    comparison: Comparison | None
    correcting: bool


def sessions_shown(event: Event, view: View) -> list[int]:
    """Return the numbers of the event's sessions that the view shows."""
    return list(
        event.sessions.filter(number__lte=view.last_session).order_by("number").values_list("number", flat=True)
    )


def session_tables(event: Event, view: View, session: int) -> list[SessionTable]:
    """Return the tables of the session by number; empty if the view does not show it. Three queries."""
    if session > view.last_session:
        return []
    tables = Table.objects.filter(session__event=event, session__number=session).select_related("sheet__comparison")
    tables = tables.annotate(correcting=Exists(under_way().filter(sheet__table=OuterRef("pk")))).order_by("number")
    people = _people(event, session)
    results = _results(event, session, view)
    correcting = [table.pk for table in tables if table.correcting]
    if correcting and not view.live:
        results |= _released_results(correcting, people)
    return [_table(table, people[table.pk], results) for table in tables]


def _table(table: Table, people: list[Sitting], results: dict[tuple[int, str], CountedResult]) -> SessionTable:
    sheet = getattr(table, "sheet", None)
    seats = []
    for seat in SEATS:
        sittings = tuple(sitting for sitting in people if sitting.seat == seat)
        if sittings:
            seats.append(SeatOfTable(seat, sittings, results.get((table.pk, seat))))
    comparison = getattr(sheet, "comparison", None)
    return SessionTable(table.number, tuple(seats), sheet, comparison, table.correcting)  # type: ignore[attr-defined]


def _people(event: Event, session: int) -> dict[int, list[Sitting]]:
    sittings = Sitting.objects.filter(table__session__event=event, table__session__number=session)
    columns = ("table", "seat", "name", *(f"entry__{name}" for name in ("number", "name", "name_consent", "kind")))
    people = defaultdict(list)
    for sitting in sittings.select_related("entry").only(*columns).order_by("from_hand"):
        people[sitting.table_id].append(sitting)
    return people


def _results(event: Event, session: int, view: View) -> dict[tuple[int, str], CountedResult]:
    results = CountedResult.objects.filter(session__event=event, session__number=session)
    if not view.live:
        results = results.filter(provisional=False)
    return {(result.its_table, result.seat): result for result in results.annotate(its_table=F("sheet__table"))}


def _released_results(tables: list[int], people: dict[int, list[Sitting]]) -> dict[tuple[int, str], CountedResult]:
    """Return the last released results of these tables, which are being corrected."""
    results = {}
    for correction in under_way().filter(sheet__table__in=tables).select_related("sheet"):
        table = correction.sheet.table_id
        seats = {sitting.entry.number: sitting.seat for sitting in people[table] if sitting.entry}
        for number, (table_points, competition_points) in correction.before.items():
            seat = seats.get(int(number), "")
            results[table, seat] = CountedResult(table_points=table_points, competition_points=competition_points)
    return results
