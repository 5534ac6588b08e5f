"""Sessions over Z_2^k with many common opponents: ``python -m research.subspaces [SEED]``.

With m = 2^k tables a player is (x, c) with x in Z_2^k and a column c in Z_2^2, and a session is a linear map of the
columns that takes c = 1, 2, 3 to a, b, a + b: its tables are the cosets of a subspace of four. No pair meets twice if
no a, no b and no a + b occurs twice. The meetings then look the same for every player, and one transform counts the
common opponents. The search exchanges one session at a time while the result gets no worse. The goals are the published
charts' figures (docs/benchmarks.md); 14 at 128 x 15 was found only by ``threefold``. The output, stored if SEED is
missing, is for ``tournament/draws/rules/data/chosen_charts.json``.
"""

import json
import random
import sys
from itertools import combinations, islice, product

import numpy as np

Sessions = list[tuple[int, int]]
Score = tuple[int, int]

#: Players x sessions: k, and the least number of common opponents that is looked for.
GOALS = {(64, 7): (4, 6), (128, 14): (5, 10)}
STEPS, RESTARTS = 4000, 2000


def transformed(values: np.ndarray) -> np.ndarray:
    """The Walsh-Hadamard transform."""
    half = 1
    while half < len(values):
        pairs = values.reshape(-1, 2, half)
        values = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], 1).reshape(-1)
        half *= 2
    return values


def score(sessions: Sessions, k: int, goal: int) -> Score:
    """The least number of common opponents (-1 where some meet twice), and how much is missing to the goal in all."""
    met = np.zeros(4 << k, dtype=np.int64)
    for a, b in sessions:
        met[[a | 1 << k, b | 2 << k, (a ^ b) | 3 << k]] = 1
    if met.sum() < 3 * len(sessions):
        return -1, 0
    common = transformed(transformed(met) ** 2) // len(met)
    strangers = met == 0
    strangers[0] = False
    return int(common[strangers].min()), -int((np.maximum(goal - common[strangers], 0) ** 2).sum())


def climbed(k: int, count: int, goal: int, chance: random.Random) -> tuple[Score, Sessions]:
    """One climb from sessions by chance."""
    size = 1 << k
    now = list(zip(chance.sample(range(size), count), chance.sample(range(size), count), strict=True))
    best = score(now, k, goal)
    for _step in range(STEPS):
        tried = list(now)
        for _session in range(1 if chance.random() < 0.7 else 2):
            tried[chance.randrange(count)] = (chance.randrange(size), chance.randrange(size))
        score_of_trial = score(tried, k, goal)
        if score_of_trial[0] >= 0 and score_of_trial[1] >= best[1] or best[0] < 0:
            now, best = tried, score_of_trial
        if best[0] >= goal:
            break
    return best, now


def with_spare_and_numbers(entries: list[list[int]], k: int, chance: random.Random) -> list[list[int]] | None:
    """Rows of the difference matrix: a session to spare first, and for each a fifth entry that numbers its tables."""
    size = 1 << k
    pairs = list(combinations(range(4), 2))
    taken = [{row[one] ^ row[other] for row in entries} for one, other in pairs]
    spares = (
        [0, *row]
        for row in product(range(size), repeat=3)
        if all([0, *row][one] ^ [0, *row][other] not in known for (one, other), known in zip(pairs, taken, strict=True))
    )
    rows = [*islice(spares, 1), *entries]
    for _try in range(10000):
        used: list[set[int]] = [set() for _column in range(4)]
        numbered = []
        for row in rows:
            free = [e for e in range(size) if all(e ^ entry not in one for entry, one in zip(row, used, strict=True))]
            if not free:
                break
            numbered.append([*row, chance.choice(free)])
            for entry, one in zip(row, used, strict=True):
                one.add(entry ^ numbered[-1][4])
        else:
            return numbered
    return None


def main() -> None:
    seed = (sys.argv[1:2] or [""])[0]
    for (players, count), (k, goal) in GOALS.items():
        chance = random.Random(int(seed) if seed else players * 100 + count)
        best: tuple[Score, Sessions] = ((-1, 0), [])
        for _restart in range(RESTARTS):
            best = max(best, climbed(k, count, goal, chance))
            if best[0][0] >= goal:
                break
        entries = [[0, a, b, a ^ b] for a, b in best[1]]
        print(f"{players} x {count}", best[0], json.dumps(with_spare_and_numbers(entries, k, chance)), flush=True)


if __name__ == "__main__":
    main()
