"""What standings are made of: results, settings, the order of sums, shared ranks, gaps and movement (3.10.1).

Results are rows of one entry in one session, table points in twelfths, and are added as ints; only what goes
out is a Fraction.
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
    """What one session brought to the entry credited: table points in twelfths, competition points.

    `team` is the team credited (0: none), None for the entry's own: a reserve or guest may play another's number.
    """

    number: int
    session: int
    table_points: int
    competition_points: int
    team: int | None = None


class Entrant(NamedTuple):
    """An entry of the event: its number, kind and status, its team and its group (None: in none)."""

    number: int
    kind: Kind = "player"
    status: EntryStatus = "entered"
    team: int | None = None
    group: int | None = None


@dataclass(frozen=True, slots=True)
class StandingRules:
    """The event's settings of ranking (rulings: Ranking).

    `team_sessions`: teams and groups add the sessions up to this one, None all; `group_best`: how many
    members count for a group, which has no rank with fewer.
    """

    last_tie: LastTie = "session-points"
    reserve_rank: Ranked = "ranked"
    team_sessions: int | None = None
    team_incomplete: Ranked = "ranked"
    group_best: int = 4


DEFAULT_RULES = StandingRules()


class Gap(NamedTuple):
    """What is missing to the next rank above: that rank, table points, competition points (may be below 0)."""

    rank: int
    table_points: Fraction
    competition_points: int | Fraction


class Sums(NamedTuple):
    """What lines are ordered by, greatest first; lines with equal sums share a rank.

    `last` decides among equal points: the session points of a player, the best member of a team. Points are
    multiplied by the same unit in all lines, table points besides in twelfths.
    """

    stage: int
    table_points: int
    competition_points: int
    last: tuple[int, ...] = ()


class Line(Protocol):
    """A line of any standings."""

    @property
    def rank(self) -> int | None: ...
    @property
    def number(self) -> int: ...
    @property
    def sessions(self) -> tuple[int, ...]: ...


class Place(NamedTuple):
    """A rank, and the line that stands next above: its rank and sums.

    `above` is None at the top, and where the line above stands there because it reached a later stage.
    """

    rank: int
    above: tuple[int, Sums] | None


def ranks(ordered: Sequence[Sums]) -> list[Place]:
    """The place of each line, for sums in order: 1, 2, 2, 4 (rulings: Ranking)."""
    places: list[Place] = []
    place = Place(1, None)
    for index, sums in enumerate(ordered):
        if index and sums != ordered[index - 1]:
            above = ordered[index - 1]
            place = Place(index + 1, (place.rank, above) if above.stage == sums.stage else None)
        places.append(place)
    return places


def gap(place: Place, sums: Sums, unit: int = 1) -> Gap | None:
    """What the line of these sums lacks to the one above; None if there is none to reach."""
    if place.above is None:
        return None
    rank, above = place.above
    return Gap(
        rank,
        Fraction(above.table_points - sums.table_points, TWELFTHS * unit),
        in_units(above.competition_points - sums.competition_points, unit),
    )


def in_units(value: int, unit: int) -> int | Fraction:
    """A sum of multiplied points as it counts: an int where it is whole."""
    return Fraction(value, unit) if value % unit else value // unit


def movement(before: Iterable[Line], after: Iterable[Line]) -> dict[int, int | None]:
    """Number -> places gained from `before` to `after` (below 0: lost); None without a rank in both.

    Ranks before anything was played say nothing, so there is no movement from them.
    """
    earlier = list(before)
    ranked = {line.number: line.rank for line in earlier} if any(line.sessions for line in earlier) else {}
    moved: dict[int, int | None] = {}
    for line in after:
        rank = ranked.get(line.number)
        moved[line.number] = None if rank is None or line.rank is None else rank - line.rank
    return moved


def rows_by_number(
    rows: Iterable[ResultRow], entered: Mapping[int, Entrant], until: int | None
) -> dict[int, list[ResultRow]]:
    """Number -> the entry's rows up to session `until` (None: all), by session.

    ValueError for a row of an unknown entry and for two rows of one entry in one session.
    """
    played: defaultdict[int, list[ResultRow]] = defaultdict(list)
    for row in rows:
        if until is None or row.session <= until:
            played[row.number].append(row)
    by_session = attrgetter("session")
    for number, mine in played.items():
        if number not in entered:
            raise ValueError(f"a result of {number}, who is not entered")
        mine.sort(key=by_session)
        if len({row.session for row in mine}) < len(mine):
            raise ValueError(f"two results of {number} in one session")
    return dict(played)
