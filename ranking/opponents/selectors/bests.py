"""The records of a person over the stored tables: best hand, longest run of first places, most hands dealt in."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ranking.opponents.rules import Sitter, longest_run, sitter
from ranking.opponents.selectors.tables import StoredTable
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.hand_records import HandRecord
from tournament.events.models.tables import Sitting
from tournament.people.models.persons import Person


@dataclass(frozen=True, slots=True)
class BestHand:
    """A won hand; ``record``: the id of its record by an official (None: none), ``fans``: the recorded keys, if any."""

    table: StoredTable
    hand: int
    points: int
    self_drawn: bool
    record: int | None
    fans: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive tables with a first place."""

    length: int
    first: StoredTable
    last: StoredTable


class HandEnds(NamedTuple):
    """How the hands of a person ended, each hand in one of them."""

    won_by_discard: int
    won_self_drawn: int
    dealt_in: int
    lost_self_drawn: int
    between_others: int
    without_winner: int


@dataclass(frozen=True, slots=True)
class Bests:
    """The records of a person.

    ``tables``: how many tables they are over; ``hand_tables``: those of them with recorded hands, which the figures of
    hands are over. ``most``: the table with the most hands dealt in, and their number.
    """

    tables: int
    hand_tables: int
    best: BestHand | None
    run: Run | None
    most: tuple[StoredTable, int] | None
    ends: HandEnds

    @property
    def dealt_in(self) -> int:
        return self.ends.dealt_in

    @property
    def hands(self) -> int:
        return sum(self.ends)


class _HandRow(NamedTuple):
    sheet: int
    no: int
    winner: str
    discarder: str
    points: int | None


def bests(person: Person, tables: Sequence[StoredTable]) -> Bests:
    """Return the records over ``tables`` of the kept person, in at most three queries."""
    by_sheet = {table.sheet: table for table in tables}
    seats = _seats(person, tables)
    hands = Hand.objects.current().filter(sheet__in=by_sheet).order_by("sheet", "no")
    rows = [_HandRow(*row) for row in hands.values_list(*_HandRow._fields)]

    def own_seats(row: _HandRow) -> set[str]:
        of_table = seats[by_sheet[row.sheet].pk]
        return {seat for seat, sitters in of_table.items() if sitter(sitters, row.no) == person.pk}

    seated = [(row, own_seats(row)) for row in rows]
    played = [row for row, own in seated if own]
    dealt_in = Counter(row.sheet for row, own in seated if row.discarder in own)
    won = [row for row, own in seated if row.winner in own]
    place = {table.sheet: index for index, table in enumerate(tables)}
    best = min(won, key=lambda row: (-(row.points or 0), place[row.sheet], row.no), default=None)
    most = min(dealt_in.items(), key=lambda item: (-item[1], place[item[0]]), default=None)
    run = longest_run(table.own for table in tables)
    return Bests(
        tables=len(tables),
        hand_tables=len({row.sheet for row in played}),
        best=_best(best, by_sheet[best.sheet]) if best else None,
        run=Run(run[1], tables[run[0]], tables[run[0] + run[1] - 1]) if run else None,
        most=(by_sheet[most[0]], most[1]) if most else None,
        ends=_ends(played, won, dealt_in.total()),
    )


def _ends(played: Sequence[_HandRow], won: Sequence[_HandRow], dealt_in: int) -> HandEnds:
    by_discard = sum(bool(row.discarder) for row in won)
    with_winner = sum(bool(row.winner) for row in played)
    # A hand without a discarder was won self-drawn: by the person, or by another at everybody's cost.
    self_drawn = sum(bool(row.winner) and not row.discarder for row in played)
    won_self_drawn = len(won) - by_discard
    between_others = with_winner - self_drawn - by_discard - dealt_in
    return HandEnds(
        by_discard,
        won_self_drawn,
        dealt_in,
        self_drawn - won_self_drawn,
        between_others,
        len(played) - with_winner,
    )


def _best(row: _HandRow, table: StoredTable) -> BestHand:
    record = HandRecord.objects.current().filter(sheet=row.sheet, no=row.no, winner=row.winner).first()
    fans = tuple(fan["id"] for fan in record.record.get("fans", ())) if record else ()
    return BestHand(table, row.no, row.points or 0, not row.discarder, record.pk if record else None, fans)


def _seats(person: Person, tables: Sequence[StoredTable]) -> dict[int, dict[str, list[Sitter]]]:
    """Return table (id) -> each seat on which the person ever sat -> its sitters, the latest first."""
    sitters: dict[int, dict[str, list[Sitter]]] = defaultdict(lambda: defaultdict(list))
    entries = {table.entry for table in tables}
    rows = Sitting.objects.filter(table__in=[table.pk for table in tables]).order_by("-from_hand")
    for table, seat, from_hand, entry in rows.values_list("table", "seat", "from_hand", "entry"):
        sitters[table][seat].append(Sitter(from_hand, person.pk if entry in entries else None))
    return defaultdict(
        dict,
        {
            table: {seat: rows for seat, rows in seats.items() if any(row.person == person.pk for row in rows)}
            for table, seats in sitters.items()
        },
    )
