"""A fan that the tiles show, and which of them count: the exclusions applied (3.9.1.6)."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.fans.rules.sets.catalogue import FLOWER, MIXED_KONGS
from scoring.fans.rules.sets.rule_sets import Exclusion

CHICKEN = 43
# Engine numbers in the order in which fans are looked at: what excludes comes before what it excludes. The line of one
# melded and one concealed kong follows no. 57, as which it is printed.
ORDERED = (*range(1, 58), MIXED_KONGS, *range(58, FLOWER + 1))
PLACE = {no: at for at, no in enumerate(ORDERED)}


class Found(NamedTuple):
    """A fan with the sets that make it, as places in the reading's list of sets; none means the whole hand."""

    no: int
    sets: tuple[int, ...] = ()


class Omitted(NamedTuple):
    """A fan that looks present and is not counted, and what keeps it out."""

    found: Found
    by: Exclusion


def _hit(row: Exclusion, by: Found, excluded: Sequence[Found]) -> list[Found]:
    if row.scope == "one":
        return list(excluded[:1])
    if row.scope == "own":
        return [found for found in excluded if set(found.sets) <= set(by.sets)]
    return list(excluded)


def exclude(found: Sequence[Found], rows: Sequence[Exclusion]) -> tuple[list[Found], list[Omitted]]:
    """What counts and what does not, of what was found.

    Only a fan that counts itself excludes others (四暗刻 as played: 56 goes, so 80 is not excluded by it).
    """
    left = sorted(found, key=lambda one: PLACE[one.no])
    omitted: list[Omitted] = []
    counted: set[int] = set()
    at = 0
    while at < len(left):
        by = left[at]
        repeated = by.no in counted
        counted.add(by.no)
        for row in rows:
            if row.fans[-1] == by.no and counted.issuperset(row.fans) and (row.scope == "own" or not repeated):
                hit = _hit(row, by, [one for one in left[at + 1 :] if one.no == row.excluded])
                left = [one for one in left if not any(one is gone for gone in hit)]
                omitted += [Omitted(one, row) for one in hit]
        at += 1
    return left, omitted
