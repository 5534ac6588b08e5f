"""Balances of two persons, runs of first places, and hands dealt in. None of it counts for a rank or a pin."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

#: The table points of a first place, in twelfths (3.9.2). A shared one gives fewer, unless ties get the best of them.
FIRST = 48


class Score(NamedTuple):
    """The result of a seat: table points in twelfths, and points at the table."""

    table_points: int
    points: int


class Sitter(NamedTuple):
    """The person (id, or None) on a seat from hand ``from_hand`` on."""

    from_hand: int
    person: int | None


@dataclass(frozen=True, slots=True)
class Balance:
    """The tables that two persons shared, from the side of one of them; ``difference``: the sum of points."""

    ahead: int
    level: int
    behind: int
    difference: int

    def __add__(self, other: "Balance") -> "Balance":
        level, behind = self.level + other.level, self.behind + other.behind
        return Balance(self.ahead + other.ahead, level, behind, self.difference + other.difference)

    @property
    def tables(self) -> int:
        return self.ahead + self.level + self.behind

    @property
    def mean_difference(self) -> int:
        """The mean difference of points at a table, rounded half away from zero."""
        twice = abs(2 * self.difference)
        mean = (twice + self.tables) // (2 * self.tables)
        return -mean if self.difference < 0 else mean


def lead(own: Score, other: Score) -> int:
    """Return 1 if ``own`` has more points at the table than ``other``, -1 if fewer, else 0."""
    return (own.points > other.points) - (own.points < other.points)


def balance(scores: Iterable[tuple[Score, Score]]) -> Balance:
    """Return the balance of (own score, other's score) of at least one table."""
    pairs = list(scores)
    leads = [lead(own, other) for own, other in pairs]
    difference = sum(own.points - other.points for own, other in pairs)
    return Balance(leads.count(1), leads.count(0), leads.count(-1), difference)


def longest_run(scores: Iterable[Score]) -> tuple[int, int] | None:
    """Return (index of the first, length) of the longest run of first places, the earliest of equals.

    ``scores`` are in the order of play; None without a first place.
    """
    longest = None
    start = length = 0
    for index, score in enumerate(scores):
        if score.table_points != FIRST:
            length = 0
            continue
        start = start if length else index
        length += 1
        if longest is None or length > longest[1]:
            longest = (start, length)
    return longest


def sitter(sitters: Sequence[Sitter], hand: int) -> int | None:
    """Return the person who sat on a seat in ``hand``; ``sitters``: those of the seat, the latest first."""
    return next((row.person for row in sitters if row.from_hand <= hand), None)


def share_ahead(rank: int, players: int) -> Fraction:
    """Return the share of the other players who are not ahead of ``rank``: 1 for the first, 0 for the last."""
    if players < 2:
        return Fraction(1)
    return max(Fraction(0), Fraction(players - rank, players - 1))
