"""Apply exclusions to the fans that the tiles show (3.9.1.6)."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.fans.rules.sets.catalogue import FLOWER, MIXED_KONGS
from scoring.fans.rules.sets.rule_sets import Exclusion

CHICKEN = 43
# Engine numbers in the order of exclusion: a fan comes before those that it excludes. The line of one melded and one
# concealed kong follows no. 57, under which the rules print it.
ORDERED = (*range(1, 58), MIXED_KONGS, *range(58, FLOWER + 1))
POSITION = {no: index for index, no in enumerate(ORDERED)}


class ShownFan(NamedTuple):
    """A fan with its sets as indexes into the reading's sets; empty for the whole hand."""

    no: int
    sets: tuple[int, ...] = ()


class Omitted(NamedTuple):
    """A fan that the tiles show but that does not count, with the row that excludes it."""

    fan: ShownFan
    by: Exclusion


def _excluded(row: Exclusion, by: ShownFan, candidates: Sequence[ShownFan]) -> list[ShownFan]:
    if row.scope == "one":
        return list(candidates[:1])
    if row.scope == "own":
        return [fan for fan in candidates if set(fan.sets) <= set(by.sets)]
    return list(candidates)


def exclude(shown: Sequence[ShownFan], rows: Sequence[Exclusion]) -> tuple[list[ShownFan], list[Omitted]]:
    """Return the fans of ``shown`` that count, and the others with their exclusions.

    Only a fan that counts excludes others (四暗刻 as played: 56 is excluded, so it does not exclude 80).
    """
    left = sorted(shown, key=lambda fan: POSITION[fan.no])
    omitted: list[Omitted] = []
    counted: set[int] = set()
    index = 0
    while index < len(left):
        by = left[index]
        repeated = by.no in counted
        counted.add(by.no)
        for row in rows:
            if row.fans[-1] == by.no and counted.issuperset(row.fans) and (row.scope == "own" or not repeated):
                excluded = _excluded(row, by, [fan for fan in left[index + 1 :] if fan.no == row.excluded])
                left = [fan for fan in left if not any(fan is gone for gone in excluded)]
                omitted += [Omitted(fan, row) for fan in excluded]
        index += 1
    return left, omitted
