"""A win recorded as a list of fans: its points, and fans that exclude each other."""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.fans.rules.sets.catalogue import FLOWER
from scoring.fans.rules.sets.rule_sets import Exclusion, RuleSet
from scoring.game.rules.mcr.hands import MINIMUM_POINTS

# The most times that one hand can have a fan; all other fans occur at most once.
OFTEN = {59: 2, 64: 3, 65: 2, 69: 2, 70: 3, 71: 2, 72: 2, 73: 4, FLOWER: 8}


class Listed(NamedTuple):
    """The points of a list of fans.

    `conflicts`: rows with both sides in the list; `too_often`: fans that occur more often than a hand can have them.
    """

    points: int
    flowers: int
    conflicts: tuple[Exclusion, ...]
    too_often: tuple[int, ...]

    @property
    def minimum_met(self) -> bool:
        """At least 8 points without flowers (3.9.1.1 (2))."""
        return self.points - self.flowers >= MINIMUM_POINTS


def barred(picked: Mapping[int, int], rules: RuleSet) -> dict[int, Exclusion]:
    """Return engine number -> row of the fans that `picked` (engine number -> times) excludes.

    Rows that exclude only a part of a fan (the pungs of winds within three of them) are left out: another pung may
    count.
    """
    present = {no for no, times in picked.items() if times}
    rows = (row for row in rules.exclusions if row.scope == "all" and present.issuperset(row.fans))
    return {row.excluded: row for row in rows}


def listed(picked: Mapping[int, int], rules: RuleSet) -> Listed:
    """Return the points of the list (engine number -> times) with its conflicts."""
    rows = barred(picked, rules)
    return Listed(
        points=sum(rules.values[no] * times for no, times in picked.items()),
        flowers=picked.get(FLOWER, 0),
        conflicts=tuple(rows[no] for no in sorted(rows) if picked.get(no)),
        too_often=tuple(no for no, times in sorted(picked.items()) if times > OFTEN.get(no, 1)),
    )
