"""The rating of players from tables of four: Weng and Lin (2011), method "Bradley-Terry, full pair" (algorithm 1).

Each player has a mean and a variance of strength. A difference of 1 is one deviation of luck at a table. Of
Plackett-Luce, this method and Glicko-2 over the six pairs it predicts best who is ahead at a table
(``research/ratings``; the figures are in ``docs/benchmarks.md``). ``SIGMA`` is the best start there; a drift of
strength did not help.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

#: The deviation of a new player, and the least share of the variance that a table leaves.
SIGMA, LEAST = 0.6, 1e-4
#: Points: 1500 for the mean of a new player, 400 for a difference of 1, and as many deviations less.
CENTRE, SCALE, CAUTION = 1500, 400, 3


class Strength(NamedTuple):
    """The mean and the variance of a player's strength."""

    mean: float
    variance: float

    @property
    def points(self) -> float:
        """The points: what the player is worth with near certainty, so a few lucky tables do not lead."""
        return CENTRE + SCALE * (self.mean - CAUTION * math.sqrt(self.variance))


NEW = Strength(0.0, SIGMA**2)


def chance_ahead(strength: Strength, other: Strength) -> float:
    """Return the probability that ``strength`` has more points at a table than ``other``."""
    return _logistic((strength.mean - other.mean) / math.sqrt(strength.variance + other.variance + 2))


def after_table(strengths: Sequence[Strength], scores: Sequence[int]) -> list[Strength]:
    """Return the strengths after a table; ``scores`` are the points there, in the same order."""
    return [_after(at, strengths, scores) for at in range(len(strengths))]


def with_place(own: Strength, others: Sequence[Strength], place: int) -> Strength:
    """Return ``own`` after a table with ``others``, who are in the order of their points there; place 1 is the best."""
    table = [*others[: place - 1], own, *others[place - 1 :]]
    return after_table(table, range(len(table), 0, -1))[place - 1]


def rate(strengths: dict[int, Strength], scores: Mapping[int, int]) -> None:
    """Change the strengths of the players (id -> points at the table) after a table."""
    before = [strengths.get(player, NEW) for player in scores]
    strengths.update(zip(scores, after_table(before, list(scores.values())), strict=True))


def _after(own: int, strengths: Sequence[Strength], scores: Sequence[int]) -> Strength:
    mean, variance = strengths[own]
    step = shrink = 0.0
    for at, (other, spread) in enumerate(strengths):
        if at == own:
            continue
        both = math.sqrt(variance + spread + 2)
        chance = _logistic((mean - other) / both)
        result = 0.5 + 0.5 * ((scores[own] > scores[at]) - (scores[own] < scores[at]))
        step += variance / both * (result - chance)
        shrink += math.sqrt(variance) / both * variance / both**2 * chance * (1 - chance)
    return Strength(mean + step, variance * max(1 - shrink, LEAST))


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))
