"""Who plays in a stage (3.5.4)."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.standings.rules.formats.cuts import Cut, CutTie, Ranked, cut

WhoKind = Literal[
    "all", "best", "best-of-groups", "best-of-pools", "best-of-countries", "table-winners", "named", "rest"
]
WHO_KINDS: tuple[WhoKind, ...] = (
    "all",
    "best",
    "best-of-groups",
    "best-of-pools",
    "best-of-countries",
    "table-winners",
    "named",
    "rest",
)
#: Kinds that choose the same number of each group or pool.
OF_EACH: tuple[WhoKind, ...] = ("best-of-groups", "best-of-pools")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Who:
    """Who plays in a stage.

    ``count``: how many go on in all, of each group or pool, or places at each table. ``most``: how many of one
    country at most. ``numbers``: the entries named. ``rest``: who is in none of the parallel stages.
    """

    kind: WhoKind = "all"
    count: int = 0
    most: int = 0
    numbers: frozenset[int] = frozenset()


def players_of(
    who: Who,
    lines: Sequence[Ranked],
    tie: CutTie,
    *,
    seed: str = "",
    places: Mapping[int, int] | None = None,
    elsewhere: frozenset[int] = frozenset(),
) -> Cut:
    """Return who of the lines (best first) plays in a stage.

    ``places``: each player's place at the table in the session before (table-winners). ``elsewhere``: the players
    of parallel stages (rest).
    """
    if who.kind == "best":
        return cut(lines, who.count, tie, seed=seed)
    if who.kind in OF_EACH:
        return _of_groups(lines, who.count, tie, seed)
    if who.kind == "best-of-countries":
        return _of_countries(lines, who, tie, seed)
    chosen = _chosen(who, lines, places or {}, elsewhere)
    return Cut(
        tuple(line.number for line in lines if line.number in chosen), (),
        tuple(line.number for line in lines if line.number not in chosen),
    )  # fmt: skip


def _chosen(who: Who, lines: Sequence[Ranked], places: Mapping[int, int], elsewhere: frozenset[int]) -> frozenset[int]:
    everybody = frozenset(line.number for line in lines)
    if who.kind == "table-winners":
        return frozenset(number for number in everybody if 0 < places.get(number, 0) <= who.count)
    if who.kind == "named":
        return who.numbers
    return everybody - elsewhere if who.kind == "rest" else everybody


def _of_groups(lines: Sequence[Ranked], count: int, tie: CutTie, seed: str) -> Cut:
    """Return the best of each group or pool, all in the order of the whole field; players without a group are out."""
    groups: defaultdict[str, list[Ranked]] = defaultdict(list)
    for line in lines:
        if line.unit:
            groups[line.unit].append(line)
    cuts = [cut(group, count, tie, seed=seed) for group in groups.values()]

    def in_order(numbers: set[int]) -> tuple[int, ...]:
        return tuple(line.number for line in lines if line.number in numbers)

    return Cut(
        in_order({number for of_unit in cuts for number in of_unit.through}),
        in_order({number for of_unit in cuts for number in of_unit.line}),
        in_order(
            {number for of_unit in cuts for number in of_unit.out} | {line.number for line in lines if not line.unit}
        ),
        sum(of_unit.places for of_unit in cuts),
    )


def _of_countries(lines: Sequence[Ranked], who: Who, tie: CutTie, seed: str) -> Cut:
    """Return the best with at most ``most`` of one country: the limit takes the first in the order of the lines."""
    taken: Counter[str] = Counter()
    inside: list[Ranked] = []
    beyond: list[Ranked] = []
    for line in lines:
        taken[line.unit] += 1
        (inside if not line.unit or taken[line.unit] <= who.most else beyond).append(line)
    done = cut(inside, who.count, tie, seed=seed)
    return Cut(done.through, done.line, (*done.out, *(line.number for line in beyond)), done.places)
