"""Difference matrices with as many sessions as tables: ``python -m research.orthomorphisms 12`` or ``15``.

Over a group G of m elements the rows 0, x, f(x), g(x), h(x) are one, the last for the table numbers,
if f, g, h and all their differences among each other and with x are permutations of G (pairwise orthogonal
orthomorphisms). All f with f(0) = 0 are listed, for Z_15 only those with f(-x) = -f(x), and the first three that go
together are printed, a session a line.
"""

import sys
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules.charts.fields import addition

Table = NDArray[np.int64]


def subtraction(add: Table) -> Table:
    """The table of differences of a group with this table of sums."""
    minus = add.argmin(axis=1)
    return add[:, minus]


def orthomorphisms(minus: Table, odd: bool) -> Iterator[list[int]]:
    """All f with f(0) = 0 for which f(x) and f(x) - x take every value; with ``odd`` f(-x) = -f(x)."""
    size = len(minus)
    negative = minus[0].tolist()
    table = minus.tolist()
    arguments = [x for x in range(1, size) if not odd or x < negative[x]]

    def further(at: int, value: list[int], values: int, differences: int) -> Iterator[list[int]]:
        if at == len(arguments):
            yield value.copy()
            return
        x = arguments[at]
        for y in range(1, size):
            images = 1 << y | (1 << negative[y] if odd else 0)
            difference = table[y][x]
            gaps = 1 << difference | (1 << negative[difference] if odd else 0)
            if (
                values & images
                or differences & gaps
                or (odd and (y == negative[y] or difference == negative[difference]))
            ):
                continue
            value[x] = y
            if odd:
                value[negative[x]] = negative[y]
            yield from further(at + 1, value, values | images, differences | gaps)

    yield from further(0, [0] * size, 1, 1)


def three_together(every: Table, minus: Table) -> Table:
    """The first three of the orthomorphisms whose differences are permutations."""
    everything = np.arange(len(minus))
    for first in every:
        near = every[(np.sort(minus[every, first], axis=1) == everything).all(axis=1)]
        for second in near:
            third = near[(np.sort(minus[near, second], axis=1) == everything).all(axis=1)]
            if len(third):
                return np.stack([first, second, third[0]])
    raise SystemExit("no three go together")


def main() -> None:
    tables = int(sys.argv[1])
    minus = subtraction(addition(tables))
    every = np.array(list(orthomorphisms(minus, odd=tables == 15)))
    print(len(every), "orthomorphisms", file=sys.stderr)
    rows = np.concatenate([[np.zeros(tables, dtype=np.int64), np.arange(tables)], three_together(every, minus)])
    for session in rows.T.tolist():
        print(session)


if __name__ == "__main__":
    main()
