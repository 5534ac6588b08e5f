"""A draw's chart with names: the tables of a session, a number's path through the sessions, and meetings."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import filler_entries, numbers_of
from tournament.events.models.tables import SeatChoices


@dataclass(frozen=True, slots=True)
class Holder:
    """The holder of a position of the chart.

    ``number`` is the position, which nobody reads on a page or paper; ``entry`` is the player's number, None for an
    unnamed filler.
    """

    number: int
    name: str
    team: str
    country: str
    region: str
    entry: int | None
    filler: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a session and its holder."""

    session: int
    table: int
    wind: str
    holder: Holder


@dataclass(frozen=True, slots=True)
class Stop:
    """A session on a player's path: the player's seat and the three tablemates at the table."""

    seat: Seat
    tablemates: list[Seat]


class DrawnChart:
    """The chart of a draw that has one; two queries."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw

    @cached_property
    def holders(self) -> dict[int, Holder]:
        """Return number on the chart -> holder, fillers after the players."""
        lines = [line for line in numbers_of(self.draw) if line.number]
        holders = {
            line.number: Holder(line.number, line.name, line.team, line.country, line.region, line.entry.number, False)
            for line in lines
            if line.number
        }
        fillers = self.draw.most_fillers
        entries = filler_entries(self.draw.event) if fillers else []
        for index in range(fillers):
            number = self.draw.players + index + 1
            entry = entries[index] if index < len(entries) else None
            name, country = (entry.name, entry.country) if entry else ("", "")
            holders[number] = Holder(number, name, "", country, "", entry.number if entry else None, True)
        return holders

    @property
    def player_numbers(self) -> dict[int, int]:
        """Return position on the chart -> player's number, without unnamed fillers."""
        return {position: holder.entry for position, holder in self.holders.items() if holder.entry is not None}

    def tables(self, session: int) -> list[list[Seat]]:
        """Return the tables of a session (from 1) in order, each with its seats East, South, West, North."""
        return [list(self._seats(session, table)) for table in range(1, len(self.draw.chart[session - 1]) + 1)]

    def path(self, number: int) -> list[Stop]:
        """Return the path of a chart number: each session's seat with the tablemates there.

        Sessions without a seat are omitted.
        """
        stops = []
        for session, tables in enumerate(self.draw.chart, start=1):
            table = next((index for index, four in enumerate(tables, start=1) if number in four), None)
            if table is None:
                continue
            seats = list(self._seats(session, table))
            own_seat = next(seat for seat in seats if seat.holder.number == number)
            stops.append(Stop(own_seat, [seat for seat in seats if seat is not own_seat]))
        return stops

    def _seats(self, session: int, table: int) -> Iterator[Seat]:
        four = self.draw.chart[session - 1][table - 1]
        for wind, number in zip(SeatChoices.values, four, strict=True):
            yield Seat(session, table, wind, self.holders[number])

    def meetings(self) -> list[list[int]]:
        """Return how often number i + 1 meets number j + 1."""
        size = max(self.holders)
        met = [[0] * size for _number in range(size)]
        for session in self.draw.chart:
            for four in session:
                for first, second in permutations(four, 2):
                    met[first - 1][second - 1] += 1
        return met
