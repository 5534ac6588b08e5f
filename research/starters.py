"""Starters, and the choice of their sessions: ``python -m research.starters 52x12 [SECONDS [SEED]]``.

A starter (``tournament/draws/rules/charts/starters.py``) is built table by table: the differences of each table's
pairs, with those of its two images, must all be new. After some nodes a dead end is abandoned and the search restarts
randomly. From each starter the program takes the sessions in which players who never meet have the most common
opponents. It prints an entry for ``tournament/draws/rules/data/chosen_charts.json``, first the one from the stored
starter.
"""

import json
import random
import sys
import time
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, islice, permutations

import numpy as np

from tournament.draws.rules.charts.starters import developed, longest
from tournament.draws.rules.types import Positions

Entry = tuple[int, int]

NODES, CHOICES = 20000, 2000


class Differences:
    """The differences of pairs under the automorphism, as bits; one that comes twice is None."""

    def __init__(self, length: int, factor: int) -> None:
        self.length = length
        self.images = [1, factor % length, factor * factor % length]
        self.of_pair = lru_cache(None)(self._of_pair)

    def _bits(self, pairs: list[tuple[Entry, Entry]]) -> int | None:
        differences = [(c * 3 + d) * self.length + (j - i) % self.length for (i, c), (j, d) in pairs]
        return sum(1 << bit for bit in differences) if len(set(differences)) == len(differences) else None

    def _image(self, entry: Entry, times: int) -> Entry:
        turn = (entry[1] + times) % 3
        return entry[0] * self.images[turn] % self.length, turn

    def _of_pair(self, first: Entry, second: Entry) -> int | None:
        images = [(self._image(first, times), self._image(second, times)) for times in range(3)]
        return self._bits([*images, *((there, here) for here, there in images)])

    def of_orbit(self, orbit: int) -> int | None:
        """Those of the table of a fixed point with the three images of an orbit."""
        return self._bits(list(permutations([self._image((orbit, 0), times) for times in range(3)], 2)))


def completed(differences: Differences, free: list[int], used: int, nodes: list[int]) -> list[Entry] | None:
    """Fours of entries from the free orbits whose differences are new; None at the end of the nodes."""
    if not free:
        return []
    entries = [(orbit, turn) for orbit in free[1:] for turn in range(3)]

    def further(four: list[Entry], used: int, start: int) -> list[Entry] | None:
        nodes[0] -= 1
        if len(four) == 4:
            left = [orbit for orbit in free if orbit not in {entry[0] for entry in four}]
            rest = completed(differences, left, used, nodes)
            return None if rest is None else four + rest
        for at in range(start, len(entries)):
            if nodes[0] < 0:
                return None
            if any(entries[at][0] == entry[0] for entry in four):
                continue
            more = used
            for entry in four:
                new = differences.of_pair(entry, entries[at])
                if new is None or more & new:
                    break
                more |= new
            else:
                entries_found = further([*four, entries[at]], more, at + 1)
                if entries_found:
                    return entries_found
        return None

    return further([(free[0], 0)], used, 0)


def starters(length: int, fixed: int, factor: int, chance: random.Random) -> Iterator[list[Entry]]:
    """Starters modulo ``length`` with one or two fixed points, as they are found."""
    differences = Differences(length, factor)
    while True:
        order = chance.sample(range(length), length)
        own = [differences.of_orbit(orbit) for orbit in order[:fixed]]
        if None in own or (fixed == 2 and own[0] & own[1]):  # type: ignore[operator]
            continue
        rest = completed(differences, order[fixed:], sum(filter(None, own)), [NODES])
        if rest:
            yield [*((orbit, 0) for orbit in order[:fixed]), *rest]


def best_sessions(chart: Positions, count: int) -> tuple[int, list[int]]:
    """The least number of common opponents, and of which sessions; the first is always taken, all are alike."""
    size = 4 * chart.shape[1]
    met = np.zeros((len(chart), size, size), dtype=np.float32)
    for at, session in enumerate(chart):
        for four in session:
            met[at][np.ix_(four, four)] = 1
    best: tuple[int, list[int]] = (-1, [])
    for chosen in islice(combinations(range(1, len(chart)), count - 1), CHOICES):
        opponents = np.minimum(met[[0, *chosen]].sum(axis=0), 1)
        np.fill_diagonal(opponents, 0)
        strangers = opponents == 0
        np.fill_diagonal(strangers, False)
        least = int((opponents @ opponents)[strangers].min())
        best = max(best, (least, [0, *chosen]), key=lambda choice: choice[0])
    return best


def main() -> None:
    players, count = map(int, sys.argv[1].split("x"))
    seconds, seed = (*map(int, sys.argv[2:4]), *(60, 1)[len(sys.argv) - 2 :])[:2]
    stored = longest(players // 4)
    best = best_sessions(stored, count) if stored is not None else (-1, [])
    print("stored", *best, flush=True)
    fixed = {4: 1, 8: 2}[players % 12]
    length = (players - fixed) // 3
    factors = [entry for entry in range(1, length) if entry**3 % length == 1]
    searches = [starters(length, fixed, factor, random.Random(seed)) for factor in factors]
    end, tried = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        factor = factors[tried % len(factors)]
        entries = next(searches[tried % len(factors)])
        tried += 1
        starter = {"v": length, "e": fixed, "mu": factor, "entries": [list(entry) for entry in entries]}
        least, sessions = best_sessions(developed(starter), count)
        if least > best[0]:
            best = (least, sessions)
            print(least, json.dumps({"starter": starter, "sessions": sessions}), flush=True)
    print(f"{tried} starters tried")


if __name__ == "__main__":
    main()
