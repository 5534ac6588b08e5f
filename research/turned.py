"""Charts turned from one session, with strangers as one likes: ``python -m research.turned 32x9 [SEED]``.

A group turns three orbits of positions, some more stay where they are, and every turn of one session is a session: as
many as the group has elements. No two players meet twice if all differences of the session's tables differ; those who
stay never meet each other, and each sits with one of every orbit. The differences that no table has are chosen
beforehand, so that any two strangers have strangers in common, which leaves them as many common opponents more: at 32
x 9 each orbit is a square of 3 x 3 with strangers in the same row or column, at 52 x 15 nine are strangers unless of
one of three threes. A session that has all other differences and all positions once is an exact cover (``cover.c``; a
C compiler as ``cc``). What is printed, after its count, is an entry for
``tournament/draws/rules/data/chosen_charts.json``.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from pathlib import Path

from tournament.draws.rules.charts.chosen import plus, turned
from tournament.draws.rules.quality import common_opponents_min, meetings, repeats

ORBITS = 3
Difference = tuple[int, int, int]


@dataclass(frozen=True)
class Size:
    """The group as a product of cyclic ones, how many stay, who are strangers to position 0 of each orbit, choices."""

    group: tuple[int, ...]
    stay: int
    strangers: tuple[tuple[int, int], ...]
    choices: int

    @cached_property
    def length(self) -> int:
        """The elements of the group: the positions of an orbit, and the sessions."""
        return len(list(product(*map(range, self.group))))

    def difference(self, first: int, second: int) -> Difference:
        """Which turns of each other two pairs are: both orbits, and how far it is from the one to the other."""
        (a, x), (b, y) = sorted((divmod(first, self.length), divmod(second, self.length)))
        there, back = (next(d for d in range(self.length) if plus(self.group, s, d) == e) for s, e in ((x, y), (y, x)))
        return a, b, min(there, back) if a == b else there


SIZES = {
    "32x9": Size((3, 3), 5, ((0, 1), (0, 3), (9, 10), (9, 13), (18, 21), (18, 23)), 10**7),
    "52x15": Size(
        (15,), 7, tuple((15 * a, 15 * b + d) for a, b in ((0, 1), (0, 2), (1, 2)) for d in (0, 5, 10)), 20000
    ),
}


def options(size: Size) -> Iterator[tuple[tuple[int, ...], list[Difference]]]:
    """The tables that can be: three of different orbits with one who stays, or four; each with its differences."""
    positions = range(ORBITS * size.length)
    known = {pair: size.difference(*pair) for pair in combinations(positions, 2)}
    closed = {known[pair] for pair in size.strangers}
    for many in (3, 4):
        for table in combinations(positions, many):
            if many == 4 or len({position // size.length for position in table}) == ORBITS:
                differences = [known[pair] for pair in combinations(table, 2)]
                if len(set(differences)) == len(differences) and not closed & set(differences):
                    yield table, differences


def session(size: Size, seed: int) -> list[list[int]]:
    """The tables of a session, found by exact cover."""
    tables = list(options(size))
    items: dict[object, int] = {}
    lines = []
    for table, differences in tables:
        held = [items.setdefault(item, len(items)) for item in [*table, *differences]]
        lines.append(" ".join(map(str, [len(held), *held])))
    with tempfile.TemporaryDirectory() as folder:
        program, source = f"{folder}/cover", Path(__file__).with_name("cover.c")
        subprocess.run(["cc", "-O2", "-o", program, str(source)], check=True)
        words = [program, str(len(items)), str(seed), str(size.choices)]
        out = subprocess.run(words, input="\n".join(lines), check=True, stdout=subprocess.PIPE, text=True).stdout
    chosen_tables = sorted(list(tables[int(word)][0]) for word in out.split())
    stay = iter(range(ORBITS * size.length, ORBITS * size.length + size.stay))
    return [table if len(table) == 4 else [*table, next(stay)] for table in chosen_tables]


def main() -> None:
    size = SIZES[sys.argv[1]]
    tables = session(size, int((sys.argv[2:3] or ["1"])[0]))
    met = meetings(turned(size.group, tables))
    print(f"repeats {repeats(met)}, common opponents {common_opponents_min(met)}")
    print(json.dumps({"group": size.group, "session": tables}))


if __name__ == "__main__":
    main()
