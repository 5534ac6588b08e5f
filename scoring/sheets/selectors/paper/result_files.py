"""The results in a list, table by table, with the players and seats of the event; nothing is written."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from scoring.game.rules.seats import SEATS, Seat
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.result_files import FileRow, file_rows, seat_of, table_points_text
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.paper.list_cells import Wrong, number_of, required_number, seat_named, seats_of
from scoring.sheets.selectors.paper.listed_hands import hand_of
from tournament.events.models.events import Event


@dataclass(frozen=True)
class Problem:
    """What is wrong in a row (0: in the whole table), and the field of its column ("" if none)."""

    row: int
    field: str
    text: str


@dataclass
class TableResults:
    """What a list gives for one table: hands by number, totals and table points by starting seat."""

    facts: SheetFacts
    hands: dict[int, dict[str, Any]] = field(default_factory=dict)
    totals: dict[Seat, int] = field(default_factory=dict)
    table_points: dict[Seat, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def session(self) -> int:
        return self.facts.sheet.table.session.number

    @property
    def table(self) -> int:
        return self.facts.sheet.table.number


def results_in(
    event: Event, rows: Sequence[Sequence[str]], chosen: Mapping[str, int] | None, session: int | None
) -> tuple[list[TableResults], list[Problem]]:
    """Return the results of the list by table in order, and the problems of rows that belong to no table.

    ``chosen`` as in `file_rows`; ``session`` is that of rows without one.
    """
    hall = _Hall(event)
    problems: list[Problem] = []
    for row in file_rows(rows, chosen):
        try:
            results = hall.table_of(row, session)
        except Wrong as wrong:
            problems.append(Problem(row.number, wrong.field, wrong.text))
            continue
        try:
            _take_row(results, row)
        except Wrong as wrong:
            results.problems.append(Problem(row.number, wrong.field, wrong.text))
    tables = sorted(hall.tables.values(), key=lambda results: (results.session, results.table))
    return tables, problems


class _Hall:
    """The tables of the event, for finding the one that a row is about."""

    def __init__(self, event: Event) -> None:
        sheets = Sheet.objects.filter(table__session__event=event).select_related(*Sheet.read_with)
        facts = sheet_facts(sheets)
        self.by_number = {
            (of_sheet.sheet.table.session.number, of_sheet.sheet.table.number): of_sheet for of_sheet in facts
        }
        self.sessions: dict[int, list[SheetFacts]] = defaultdict(list)
        for of_sheet in facts:
            self.sessions[of_sheet.sheet.table.session.number].append(of_sheet)
        self.tables: dict[int, TableResults] = {}

    def table_of(self, row: FileRow, session: int | None) -> TableResults:
        """Return the results of the row's table so far; raise Wrong."""
        number = number_of(row, "session") or row.session or session
        if number is None:
            raise Wrong("session", _("Which session? Choose it below, or add a column."))
        if number not in self.sessions:
            raise Wrong("session", _("Session %(number)d has no tables yet.") % {"number": number})
        table = number_of(row, "table")
        if table is None:
            facts = self._table_of_player(row, number)
        elif (number, table) in self.by_number:
            facts = self.by_number[number, table]
        else:
            figures = {"session": number, "table": table}
            raise Wrong("table", _("Session %(session)d has no table %(table)d.") % figures)
        return self.tables.setdefault(facts.sheet.pk, TableResults(facts))

    def _table_of_player(self, row: FileRow, session: int) -> SheetFacts:
        where = _player_field(row)
        if not where:
            raise Wrong("table", _("The table is missing."))
        text = row.cells[where]
        tables = [facts for facts in self.sessions[session] if seats_of(facts, text)]
        if len(tables) == 1:
            return tables[0]
        figures = {"player": text, "session": session}
        if tables:
            raise Wrong(where, _("“%(player)s” fits several players of session %(session)d.") % figures)
        raise Wrong(where, _("“%(player)s” does not play in session %(session)d.") % figures)


def _take_row(results: TableResults, row: FileRow) -> None:
    if "hand" in row.cells:
        hand = hand_of(results.facts, row)
        if hand["no"] in results.hands:
            raise Wrong("hand", _("Hand %(no)s appears twice.") % {"no": hand["no"]})
        results.hands[hand["no"]] = hand
        return
    by_seat = [seat for seat in SEATS if seat in row.cells]
    if by_seat:
        for seat in by_seat:
            _put(results.totals, seat, required_number(row, seat), seat)
        return
    seat = _seat(results.facts, row)
    if "total" in row.cells:
        _put(results.totals, seat, required_number(row, "total"), "total")
    if "table_points" in row.cells:
        _put(results.table_points, seat, table_points_text(row.cells["table_points"]), "table_points")


def _put(values: dict[Seat, Any], seat: Seat, value: Any, where: str) -> None:
    if seat in values and values[seat] != value:
        raise Wrong(where, _("This player already has a result at this table in the list."))
    values[seat] = value


def _player_field(row: FileRow) -> str:
    return next((name for name in ("number", "name") if name in row.cells), "")


def _seat(facts: SheetFacts, row: FileRow) -> Seat:
    """Return the starting seat of the row's player, or the one that the row names."""
    where = _player_field(row)
    if where:
        return seat_named(facts, row.cells[where], where, words_too=False)
    if "seat" not in row.cells:
        raise Wrong("number", _("The player is missing."))
    seat = seat_of(row.cells["seat"])
    if seat is None:
        raise Wrong("seat", _("“%(text)s” is not a seat.") % {"text": row.cells["seat"][:60]})
    return seat
