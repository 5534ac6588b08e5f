"""The tables of one session with who sits there and what they got."""

from collections import defaultdict
from dataclasses import dataclass

from scoring.game.rules.seats import SEATS, Seat
from scoring.sheets.models.results import Comparison, CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.view import View
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting, Table


@dataclass(frozen=True, slots=True)
class SeatOfTable:
    """A seat: its people (the holder first) and the counted result (None: nothing counts)."""

    seat: Seat
    people: tuple[Sitting, ...]
    result: CountedResult | None


@dataclass(frozen=True, slots=True)
class SessionTable:
    """A table of the session; ``sheet`` and ``comparison`` are None where there is nothing yet."""

    number: int
    seats: tuple[SeatOfTable, ...]
    sheet: Sheet | None
    comparison: Comparison | None


def sessions_shown(event: Event, view: View) -> list[int]:
    """The numbers of the event's sessions that the view shows."""
    return list(event.sessions.filter(number__lte=view.until).order_by("number").values_list("number", flat=True))


def session_tables(event: Event, view: View, session: int) -> list[SessionTable]:
    """The tables of the session by number; none if the view does not show it. Three queries."""
    if session > view.until:
        return []
    tables = Table.objects.filter(session__event=event, session__number=session).select_related("sheet__comparison")
    people = _people(event, session)
    results = _results(event, session, view)
    return [_table(table, people[table.pk], results) for table in tables.order_by("number")]


def _table(table: Table, people: list[Sitting], results: dict[tuple[int, str], CountedResult]) -> SessionTable:
    sheet = getattr(table, "sheet", None)
    seats = []
    for seat in SEATS:
        sitting = tuple(one for one in people if one.seat == seat)
        if sitting:
            seats.append(SeatOfTable(seat, sitting, results.get((table.pk, seat))))
    return SessionTable(table.number, tuple(seats), sheet, getattr(sheet, "comparison", None))


def _people(event: Event, session: int) -> dict[int, list[Sitting]]:
    sittings = Sitting.objects.filter(table__session__event=event, table__session__number=session)
    found = defaultdict(list)
    for sitting in sittings.select_related("entry").order_by("from_hand"):
        found[sitting.table_id].append(sitting)
    return found


def _results(event: Event, session: int, view: View) -> dict[tuple[int, str], CountedResult]:
    results = CountedResult.objects.filter(session__event=event, session__number=session).select_related("sheet")
    if not view.live:
        results = results.filter(provisional=False)  # a sheet reopened after its release
    return {(result.sheet.table_id, result.seat): result for result in results}
