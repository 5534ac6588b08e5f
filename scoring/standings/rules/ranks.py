"""The parts of standings: results, settings, order of sums, shared ranks, gaps and movement (3.10.1).

A result is one entry's in one session, with table points in twelfths. Sums are ints; only the output has Fractions.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import Literal, NamedTuple, Protocol

from scoring.game.rules.table_points import TWELFTHS

Kind = Literal["player", "filler", "reserve"]
EntryStatus = Literal["entered", "withdrawn", "disqualified"]
Ranked = Literal["ranked", "unranked"]
LastTie = Literal["session-points", "same-rank"]


class ResultRow(NamedTuple):
    """The result of one session for the credited entry: table points in twelfths, competition points.

    `team`: the credited team (0: none); None: the entry's team. A reserve or guest may play another team's number.
    """

    number: int
    session: int
    table_points: int
    competition_points: int
    team: int | None = None


class Entrant(NamedTuple):
    """An entry of the event; `team` and `group`: numbers, or None."""

    number: int
    kind: Kind = "player"
    status: EntryStatus = "entered"
    team: int | None = None
    group: int | None = None


@dataclass(frozen=True, slots=True)
class StandingRules:
    """The event's settings of ranking (rulings: Ranking).

    `team_sessions`: the last session that counts for teams and groups, None: all. `group_best`: the number of members
    that count for a group; a group with fewer has no rank.
    """

    last_tie: LastTie = "session-points"
    reserve_rank: Ranked = "ranked"
    team_sessions: int | None = None
    team_incomplete: Ranked = "ranked"
    group_best: int = 4


DEFAULT_RULES = StandingRules()


class Gap(NamedTuple):
    """The distance to the next higher `rank` in table points and competition points (may be below 0)."""

    rank: int
    table_points: Fraction
    competition_points: int | Fraction


class Sums(NamedTuple):
    """The sort key of lines, greatest first; lines with equal sums share a rank.

    `frozen` holds the negative bracket of each stage reached, since a frozen bracket keeps its range of ranks. `last`
    breaks ties of points: the session points of a player, the best member of a team. All lines multiply points by the
    same unit; table points are in twelfths.
    """

    stage: int
    frozen: tuple[int, ...]
    table_points: int
    competition_points: int
    last: tuple[int, ...] = ()


class Line(Protocol):
    @property
    def rank(self) -> int | None: ...
    @property
    def number(self) -> int: ...
    @property
    def sessions(self) -> tuple[int, ...]: ...


class Place(NamedTuple):
    """A rank, with rank and sums of the next line above.

    `above` is None at the top, and if the line above reached a later stage or is in a higher frozen bracket.
    """

    rank: int
    above: tuple[int, Sums] | None


def ranks(ordered: Sequence[Sums]) -> list[Place]:
    """Return the place of each line for sums in order: 1, 2, 2, 4 (rulings: Ranking)."""
    places: list[Place] = []
    place = Place(1, None)
    for index, sums in enumerate(ordered):
        if index and sums != ordered[index - 1]:
            above = ordered[index - 1]
            place = Place(index + 1, (place.rank, above) if above[:2] == sums[:2] else None)
        places.append(place)
    return places


def gap(place: Place, sums: Sums, unit: int = 1) -> Gap | None:
    """Return the distance of a line with these sums to the one above; None without one to reach."""
    if place.above is None:
        return None
    rank, above = place.above
    return Gap(
        rank,
        Fraction(above.table_points - sums.table_points, TWELFTHS * unit),
        in_units(above.competition_points - sums.competition_points, unit),
    )


def in_units(value: int, unit: int) -> int | Fraction:
    """Return a sum of multiplied points in points: an int if it is whole."""
    return Fraction(value, unit) if value % unit else value // unit


def movement(before: Iterable[Line], after: Iterable[Line]) -> dict[int, int | None]:
    """Return number -> places gained from `before` to `after` (below 0: lost); None without a rank in both.

    There is no movement from ranks before the first result.
    """
    earlier = list(before)
    ranked = {line.number: line.rank for line in earlier} if any(line.sessions for line in earlier) else {}
    moved: dict[int, int | None] = {}
    for line in after:
        rank = ranked.get(line.number)
        moved[line.number] = None if rank is None or line.rank is None else rank - line.rank
    return moved


def rows_by_number(
    rows: Iterable[ResultRow], entered: Mapping[int, Entrant], last_session: int | None
) -> dict[int, list[ResultRow]]:
    """Return number -> the entry's rows up to session `last_session` (None: all), by session.

    Raise ValueError for a row of an unknown entry and for two rows of one entry in one session.
    """
    played: defaultdict[int, list[ResultRow]] = defaultdict(list)
    counted = rows if last_session is None else [row for row in rows if row.session <= last_session]
    for row in counted:
        played[row.number].append(row)
    by_session = attrgetter("session")
    for number, entry_rows in played.items():
        if number not in entered:
            raise ValueError(f"a result of {number}, who is not entered")
        entry_rows.sort(key=by_session)
        if len({row.session for row in entry_rows}) < len(entry_rows):
            raise ValueError(f"two results of {number} in one session")
    return dict(played)
