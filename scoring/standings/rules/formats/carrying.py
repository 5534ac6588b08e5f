"""What of earlier stages counts in a stage (3.5.4; rulings: Ranking, Stages)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

CarryKind = Literal["full", "half", "none", "bonus"]
CARRY_KINDS: tuple[CarryKind, ...] = ("full", "half", "none", "bonus")


@dataclass(frozen=True, slots=True)
class Points:
    """Table points and competition points."""

    table: Fraction = Fraction(0)
    competition: Fraction = Fraction(0)

    def __add__(self, other: "Points") -> "Points":
        return Points(self.table + other.table, self.competition + other.competition)


def carried(earned: Points, rank: int, carry: CarryKind, bonus: Sequence[Fraction] = ()) -> Points:
    """Return what a player brings into a stage.

    ``bonus``: table points for rank 1, 2, … of the stage before, with nothing else carried; 0 below the table. Shared
    ranks get the same bonus. Pins use the points as earned, never these.
    """
    if carry == "full":
        return earned
    if carry == "half":
        return Points(earned.table / 2, earned.competition / 2)
    if carry == "bonus" and rank <= len(bonus):
        return Points(bonus[rank - 1])
    return Points()


def stage_points(before: Mapping[int, Points], in_stage: Mapping[int, Points]) -> dict[int, Points]:
    """Return the points for the rank of a stage: carried and earned in it, for everybody who plays in it."""
    return {number: before.get(number, Points()) + points for number, points in in_stage.items()}


def ranking(points: Mapping[int, Points]) -> list[tuple[int, int]]:
    """Return (number, rank), best first: table points, then competition points (3.10.1); equals share a rank."""
    ordered = sorted(points, key=lambda number: (-points[number].table, -points[number].competition, number))
    ranks: list[tuple[int, int]] = []
    for at, number in enumerate(ordered):
        same = at and points[number] == points[ordered[at - 1]]
        ranks.append((number, ranks[-1][1] if same else at + 1))
    return ranks
