"""Search for a partition with few rematches, or prove that there is none: a tree search with a limit of steps.

The player with the fewest possible opponents is seated first. Sets of players that cannot be seated are remembered.
"""

from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from tournament.draws.rules.rounds.prices import SIX
from tournament.draws.rules.rounds.types import Bools, Ints, Tables

STEPS = 300_000
#: Players of a bracket in which the search is tried.
LARGEST = 40


class OutOfSteps(Exception):
    """The search ended before it found or refuted anything."""


@dataclass
class _Search:
    """Bad pairs, and pairs that must never sit together, as bit sets of each player; ``left`` steps."""

    bad: list[int]
    never: list[int]
    left: int
    failed: set[tuple[int, int]] = field(default_factory=set)

    def seated(self, free: int, budget: int) -> Tables | None:
        """Return tables for the free players with at most ``budget`` bad pairs."""
        if not free:
            return []
        if (free, budget) in self.failed:
            return None
        players = [player for player in range(len(self.bad)) if free >> player & 1]
        missing = {player: 3 - (free & ~self.bad[player] & ~(1 << player)).bit_count() for player in players}
        if sum(max(0, short) for short in missing.values()) > 2 * budget:
            return None
        hardest = max(players, key=lambda player: missing[player])
        for four, pairs in self._fours(hardest, free, budget):
            rest = self.seated(free & ~sum(1 << player for player in four), budget - pairs)
            if rest is not None:
                return [four, *rest]
        self.failed.add((free, budget))
        return None

    def _fours(self, player: int, free: int, budget: int) -> list[tuple[tuple[int, ...], int]]:
        others = free & ~(1 << player) & ~self.never[player]
        if not budget:
            others &= ~self.bad[player]
        mates = [other for other in range(len(self.bad)) if others >> other & 1]
        possible = []
        for three in combinations(mates, 3):
            self.left -= 1
            if self.left < 0:
                raise OutOfSteps
            four = (player, *three)
            pairs = sum(self.bad[four[one]] >> four[two] & 1 for one, two in SIX)
            if pairs <= budget and not (pairs and any(self.never[four[one]] >> four[two] & 1 for one, two in SIX)):
                possible.append((four, pairs))
        return sorted(possible, key=lambda four_pairs: four_pairs[1])


def fewest_pairs(bad: Bools, never: Bools, most: int, steps: int = STEPS) -> tuple[int, Tables | None]:
    """Return a proven lower bound of the bad pairs, and tables with fewer than ``most``; None if none were found.

    No pair of ``never``, which are bad too, sits together. Each number of pairs is tried from the least possible on;
    one that ends without an answer is skipped.
    """
    bad_sets, never_sets = _bit_sets(bad), _bit_sets(never)
    least = None
    for budget in range(degree_bound(bad), most):
        try:
            tables = _Search(bad_sets, never_sets, steps).seated((1 << len(bad)) - 1, budget)
        except OutOfSteps:
            least = budget if least is None else least
            continue
        if tables is not None:
            return budget if least is None else least, tables
    return most if least is None else least, None


def _bit_sets(pairs: Bools) -> list[int]:
    return [sum(1 << other for other in np.flatnonzero(row).tolist()) for row in pairs]


def degree_bound(bad: Bools) -> int:
    """Return how many bad pairs there are at least: players with fewer than three others to meet."""
    good = len(bad) - 1 - bad.sum(axis=1)
    return -(-int(np.maximum(0, 3 - good).sum()) // 2)


def meeting_bound(met: Ints) -> int:
    """Return the least possible number of meetings of a pair: everybody's third fewest, and one."""
    others = np.sort(met + np.where(np.eye(len(met), dtype=bool), 1 << 30, 0), axis=1)
    return int(others[:, 2].max()) + 1
