"""Results of a team or a country, added up by event, year, place and member. None of it counts for a pin."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import NamedTuple

#: The places that are counted together: first and last one; None: all further ones.
PLACES: tuple[tuple[int, int | None], ...] = ((1, 1), (2, 2), (3, 3), (4, 8), (9, 16), (17, 32), (33, None))
#: The last place of a podium.
PODIUM = 3


class Played(NamedTuple):
    """A member's official result in an event.

    ``field`` is the number of players, or of teams with a rank; ``rank`` and ``team_rank`` are None without a place.
    """

    event: int
    day: date | None
    field: int
    member: int
    rank: int | None
    team_rank: int | None


class EventPlace(NamedTuple):
    """An event: the best place of the country's players, or the team's, and who had it (a team: None)."""

    event: int
    day: date | None
    field: int
    members: int
    rank: int | None
    best: int | None


@dataclass(frozen=True, slots=True)
class Year:
    """A calendar year: events, different members, and places 1 to 3."""

    year: int
    events: int
    members: int
    podiums: int


class Member(NamedTuple):
    """A member's results: number, best place of the member, and the last day."""

    person: int
    results: int
    best: int | None
    last: date | None


@dataclass(frozen=True, slots=True)
class Results:
    """All results: events and years from the oldest on, the number of each of PLACES, members with most results first.

    ``places``: how many results have a place.
    """

    events: list[EventPlace]
    years: list[Year]
    counts: list[int]
    members: Sequence[Member]

    @property
    def places(self) -> int:
        return sum(self.counts)

    @property
    def wins(self) -> int:
        return self.counts[0]

    @property
    def podiums(self) -> int:
        return sum(self.counts[:PODIUM])


def added_up(rows: Iterable[Played], *, team: bool) -> Results:
    """Return the results of rows of one event after the other; ``team``: places are the team's, not the members'.

    Two rows of a member in an event (a merged person) count once, with the better place.
    """
    events, placed, of_member = [], [], defaultdict(list)
    for _event, together in groupby(rows, key=lambda row: row.event):
        members = _once_each(together)
        event = _team_place(members) if team else _best_place(members)
        events.append(event)
        placed += [(event.day, event.rank)] if team else [(row.day, row.rank) for row in members]
        for row in members:
            of_member[row.member].append(row)
    events.sort(key=lambda event: (event.day or date.min, event.event))
    order = [_member(rows) for rows in of_member.values()]
    order.sort(key=lambda member: (-member.results, member.best or _LAST, member.person))
    counts = counts_of_places([rank for _day, rank in placed if rank])
    return Results(events, _years(of_member.values(), placed), counts, order)


#: Sorts behind every place.
_LAST = 1_000_000
Placed = Sequence[tuple[date | None, int | None]]


def _once_each(rows: Iterable[Played]) -> list[Played]:
    best: dict[int, Played] = {}
    for row in sorted(rows, key=lambda row: row.rank or _LAST):
        best.setdefault(row.member, row)
    return list(best.values())


def _best_place(rows: Sequence[Played]) -> EventPlace:
    first = rows[0]
    return EventPlace(first.event, first.day, first.field, len(rows), first.rank, first.member if first.rank else None)


def _team_place(rows: Sequence[Played]) -> EventPlace:
    rank = min((row.team_rank for row in rows if row.team_rank), default=None)
    return EventPlace(rows[0].event, rows[0].day, rows[0].field, len(rows), rank, None)


def _member(rows: Sequence[Played]) -> Member:
    best = min((row.rank for row in rows if row.rank), default=None)
    last = max((row.day for row in rows if row.day), default=None)
    return Member(rows[0].member, len(rows), best, last)


def _years(of_members: Iterable[Sequence[Played]], placed: Placed) -> list[Year]:
    """Return the years with an event; events without a date have none."""
    events: dict[int, set[int]] = defaultdict(set)
    members: dict[int, set[int]] = defaultdict(set)
    for rows in of_members:
        for row in rows:
            if row.day:
                events[row.day.year].add(row.event)
                members[row.day.year].add(row.member)
    podiums = Counter(day.year for day, rank in placed if day and rank and rank <= PODIUM)
    return [Year(year, len(events[year]), len(members[year]), podiums[year]) for year in sorted(events)]


def counts_of_places(ranks: Sequence[int]) -> list[int]:
    """Return how many of the ranks are in each of PLACES."""
    return [sum(first <= rank <= (last or rank) for rank in ranks) for first, last in PLACES]
