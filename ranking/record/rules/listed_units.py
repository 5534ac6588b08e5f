"""Places of teams and groups of a list of results that does not state them (3.10.1; rulings: Ranking)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from ranking.record.rules.result_lists import Row
from ranking.record.rules.statuses import TAKEN

Unit = Literal["team", "group"]
UNITS: tuple[Unit, ...] = ("team", "group")
#: How many members count for a group, the best ones; with fewer it has no place.
GROUP_BEST = 4
_Sums = tuple[int, int]


def unit_places(rows: Iterable[Row], unit: Unit) -> dict[str, int]:
    """Name -> place of the teams or groups, from their members' table points, then CP, then the best member's.

    A team adds what all members brought, a group its best four. Whose result was taken brings nothing (3.11.5). Full
    ties share the place.
    """
    members: Mapping[str, list[_Sums]] = defaultdict(list)
    for row in rows:
        name = row.person.get(unit, "")
        if name and row.status not in TAKEN:
            members[name].append((row.table_points, row.competition_points))
    sums = {name: _sums(brought, unit) for name, brought in members.items()}
    ranked = sorted((one for one in sums.values() if one), reverse=True)
    return {name: ranked.index(one) + 1 for name, one in sums.items() if one}


def place_units(rows: Sequence[Row], units: Iterable[Unit]) -> None:
    """Give every row that states none the place of its team or group, for the units that were ranked at the event."""
    for unit in units:
        places = unit_places(rows, unit)
        for row in rows:
            place = places.get(row.person.get(unit, "")) if row.status not in TAKEN else None
            if unit == "team" and row.team_rank is None:
                row.team_rank = place
            elif unit == "group" and row.group_rank is None:
                row.group_rank = place


def _sums(brought: list[_Sums], unit: Unit) -> tuple[_Sums, _Sums] | None:
    """What a unit added up, and what its best member brought."""
    brought.sort(reverse=True)
    if unit == "group" and len(brought) < GROUP_BEST:
        return None
    counting = brought[:GROUP_BEST] if unit == "group" else brought
    return (sum(table for table, _cp in counting), sum(points for _tp, points in counting)), brought[0]
