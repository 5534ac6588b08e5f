"""Who plays in a stage (3.5.4)."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from scoring.standings.rules.formats.cuts import Cut, CutTie, Ranked, cut, decided, lot_order

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


class TablePlace(NamedTuple):
    """A player's place at a table, from 1; players with equal competition points share it."""

    table: int
    place: int


def players_of(
    who: Who,
    lines: Sequence[Ranked],
    tie: CutTie,
    *,
    seed: str = "",
    places: Mapping[int, TablePlace] | None = None,
    elsewhere: frozenset[int] = frozenset(),
    play_off: Sequence[int] = (),
) -> Cut:
    """Return who of the lines (best first) plays in a stage.

    ``places``: each player's place at the table in the session before (table-winners). ``elsewhere``: the players
    of parallel stages (rest). ``play_off``: the order, best first, of all who were tied at the cut; those of each group
    or table compete only with each other.
    """
    if who.kind == "best":
        return decided(cut(lines, who.count, tie, seed=seed), play_off)
    if who.kind in OF_EACH or who.kind == "table-winners":
        in_units = _at_tables(lines, places or {}) if who.kind == "table-winners" else lines
        done = _of_groups(in_units, who.count, tie, seed, play_off)
        ordered = [line.number for line in _in_order(lines, tie, seed, play_off)]
        return replace(done, through=tuple(number for number in ordered if number in done.through))
    if who.kind == "best-of-countries":
        return decided(_of_countries(lines, who, tie, seed), play_off)
    chosen = _chosen(who, lines, elsewhere)
    return Cut(
        tuple(line.number for line in lines if line.number in chosen), (),
        tuple(line.number for line in lines if line.number not in chosen),
    )  # fmt: skip


def _in_order(lines: Sequence[Ranked], tie: CutTie, seed: str, play_off: Sequence[int] = ()) -> list[Ranked]:
    """Return the lines best first: those of one rank by further tie-breaks where the event has them, then by lot.

    Those of one rank and group who were in a play-off are in its order (3.5.4; rulings: Ranking, Stages).
    """
    lots = {number: at for at, number in enumerate(lot_order([line.number for line in lines], seed))}
    ordered = sorted(lines, key=lambda line: lots[line.number])
    if tie == "values":
        ordered.sort(key=lambda line: line.values, reverse=True)
    ordered.sort(key=lambda line: line.rank)
    by_number = {line.number: line for line in lines}
    played: defaultdict[tuple[int, str], list[Ranked]] = defaultdict(list)
    for line in reversed([by_number[number] for number in play_off if number in by_number]):
        played[line.rank, line.unit].append(line)
    return [played[line.rank, line.unit].pop() if line.number in play_off else line for line in ordered]


def _at_tables(lines: Sequence[Ranked], places: Mapping[int, TablePlace]) -> list[Ranked]:
    """Return the lines with the place at the table as rank, and the table as unit (empty for who did not play)."""
    at_tables = []
    for line in lines:
        at = places.get(line.number)
        at_tables.append(replace(line, rank=at.place if at else 0, unit=str(at.table) if at else ""))
    return at_tables


def _chosen(who: Who, lines: Sequence[Ranked], elsewhere: frozenset[int]) -> frozenset[int]:
    everybody = frozenset(line.number for line in lines)
    if who.kind == "named":
        return who.numbers
    return everybody - elsewhere if who.kind == "rest" else everybody


def _of_groups(lines: Sequence[Ranked], count: int, tie: CutTie, seed: str, play_off: Sequence[int]) -> Cut:
    """Return the best of each group, all in the order of the whole field; players without a group are out.

    Each group has its own cut, so a play-off decides each tie among those of the group.
    """
    groups: defaultdict[str, list[Ranked]] = defaultdict(list)
    for line in lines:
        if line.unit:
            groups[line.unit].append(line)
    cuts = [cut(sorted(group, key=lambda line: line.rank), count, tie, seed=seed) for group in groups.values()]
    if set(play_off) == {number for of_unit in cuts for number in of_unit.line}:
        cuts = [decided(of_unit, [number for number in play_off if number in of_unit.line]) for of_unit in cuts]

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
    """Return the best with at most ``most`` of one country.

    The limit takes the first in the order of the lines, equal ones as the event decides ties.
    """
    taken: Counter[str] = Counter()
    inside: list[Ranked] = []
    beyond: list[Ranked] = []
    for line in _in_order(lines, tie, seed):
        taken[line.unit] += 1
        (inside if not line.unit or taken[line.unit] <= who.most else beyond).append(line)
    done = cut(inside, who.count, tie, seed=seed)
    return Cut(done.through, done.line, (*done.out, *(line.number for line in beyond)), done.places)
