"""A win recorded as a list of fans: what it adds up to, and what may not stand together while one picks."""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.fans.rules.sets.catalogue import FLOWER
from scoring.fans.rules.sets.rule_sets import Exclusion, RuleSet
from scoring.game.rules.hands import MINIMUM_POINTS

# How often one hand can have a fan that it can have more than once; every other fan is there once.
OFTEN = {59: 2, 64: 3, 65: 2, 69: 2, 70: 3, 71: 2, 72: 2, 73: 4, FLOWER: 8}


class Listed(NamedTuple):
    """A list of fans added up. `conflicts`: rows of which the list holds both sides; `too_often`: fans beyond what a
    hand can have."""

    points: int
    flowers: int
    conflicts: tuple[Exclusion, ...]
    too_often: tuple[int, ...]

    @property
    def minimum_met(self) -> bool:
        """At least 8 points without flowers (3.9.1.1 (2))."""
        return self.points - self.flowers >= MINIMUM_POINTS


def barred(picked: Mapping[int, int], rules: RuleSet) -> dict[int, Exclusion]:
    """The fans that what is picked keeps out, each with the row that says so; `picked`: engine number -> times.

    Rows that keep out only some of a fan (the pungs of winds within three of them) bar nothing: another pung may count.
    """
    present = {no for no, times in picked.items() if times}
    rows = (row for row in rules.exclusions if row.scope == "all" and present.issuperset(row.fans))
    return {row.excluded: row for row in rows}


def listed(picked: Mapping[int, int], rules: RuleSet) -> Listed:
    """What the list is worth, and what in it cannot be."""
    rows = barred(picked, rules)
    return Listed(
        points=sum(rules.values[no] * times for no, times in picked.items()),
        flowers=picked.get(FLOWER, 0),
        conflicts=tuple(rows[no] for no in sorted(rows) if picked.get(no)),
        too_often=tuple(no for no, times in sorted(picked.items()) if times > OFTEN.get(no, 1)),
    )
