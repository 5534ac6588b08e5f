"""Why a fan that the tiles show does not count."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from scoring.fans.rules.counting.exclusions import ShownFan
from scoring.fans.rules.sets.catalogue import Fan
from scoring.fans.rules.sets.rule_sets import Exclusion, RuleSet

Why = Literal["excluded", "principle", "waits", "claimed"]


class Left(NamedTuple):
    """A fan that the tiles show but that does not count.

    `why`: ``excluded`` by the fans `by`; ``principle``: 3.9.1.6; ``waits``: the tile was not the only wait;
    ``claimed``: a discard completed one of the pungs. `article`: the source. `sets` as in Line.
    """

    fan: Fan
    sets: tuple[int, ...]
    why: Why
    article: str
    by: tuple[Fan, ...] = ()


def row_for(no: int, counted: Sequence[int], rules: RuleSet) -> Exclusion | None:
    """Return the row by which the counted fans exclude fan `no`, or None."""
    rows = (row for row in rules.exclusions if row.excluded == no and row.scope == "all")
    return next((row for row in rows if set(row.fans) <= set(counted)), None)


def principle(fan: ShownFan, counted: Sequence[ShownFan]) -> str:
    """Return the principle of 3.9.1.6 that excludes `fan` although its sets could make it.

    (2): a larger counted fan has its sets; (3): one of its sets makes the same fan with another set; (5): a set may be
    linked to joined ones only once.
    """
    if any(len(other.sets) > 2 and set(fan.sets) <= set(other.sets) for other in counted):
        return "3.9.1.6(2)"
    if any(other.no == fan.no and set(other.sets) & set(fan.sets) for other in counted):
        return "3.9.1.6(3)"
    return "3.9.1.6(5)"
