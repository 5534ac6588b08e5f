"""The fewest repeats of 12 players, by exhaustive search: ``python -m research.twelve SESSIONS``.

The first session is fixed, the second is one of each kind (the number of players that each two tables share), and of
all pairs of sessions these share the fewest player pairs. Three and four sessions take seconds, five take long.
"""

import sys
from collections.abc import Iterator
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

PLAYERS = 12
PAIR = {pair: at for at, pair in enumerate(combinations(range(PLAYERS), 2))}

Sessions = NDArray[np.uint64]


def sessions_of(people: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All partitions into fours."""
    if not people:
        yield ()
        return
    for mates in combinations(people[1:], 3):
        rest = tuple(person for person in people[1:] if person not in mates)
        for rest_of_session in sessions_of(rest):
            yield ((people[0], *mates), *rest_of_session)


def as_bits(session: tuple[tuple[int, ...], ...]) -> int:
    """The pairs that meet."""
    return sum(1 << PAIR[pair] for four in session for pair in combinations(four, 2))


def new_pairs(every: Sessions, before: Sessions) -> NDArray[np.int64]:
    """How many pairs of each session are not in ``before`` (two words of 33 pairs)."""
    return np.bitwise_count(every & ~before).sum(axis=1).astype(np.int64)


def most(every: Sessions, covered: Sessions, sessions: int, least: int) -> int:
    """Return the most pairs that ``sessions`` more sessions can add; ``least`` - 1 if they are fewer than ``least``."""
    gain = new_pairs(every, covered)
    if sessions == 1:
        return max(least - 1, int(gain.max()))
    # The one that adds most comes first: it adds at least its share.
    for at in np.argsort(-gain, kind="stable"):
        if gain[at] * sessions < least:
            break
        rest = every[gain >= max(0, least - gain[at] * (sessions - 1))]
        gained = int(gain[at]) + most(rest, covered | every[at], sessions - 1, least - int(gain[at]))
        least = max(least, gained + 1)
    return least - 1


def main() -> None:
    sessions = int(sys.argv[1])
    every_session = list(sessions_of(tuple(range(PLAYERS))))
    low = (1 << 33) - 1
    every = np.array([[bits & low, bits >> 33] for bits in map(as_bits, every_session)], dtype=np.uint64)
    first = every_session[0]
    kinds: dict[str, int] = {}
    for at, session in enumerate(every_session):
        shared = [[len(set(table) & set(other_table)) for other_table in session] for table in first]
        turned = (sorted(zip(*(shared[at] for at in rows), strict=True)) for rows in permutations(range(3)))
        kinds.setdefault(str(min(turned)), at)
    best = 0
    for at in sorted(kinds.values(), key=lambda at: -int(new_pairs(every[at : at + 1], every[0])[0])):
        new = int(new_pairs(every[at : at + 1], every[0])[0])
        rest = every[new_pairs(every, every[0]) <= new]
        best = max(best, 18 + new + most(rest, every[0] | every[at], sessions - 2, max(1, best + 1 - 18 - new)))
        print(f"a pair of sessions shares {18 - new}: {18 * sessions - best} repeats", flush=True)


if __name__ == "__main__":
    main()
