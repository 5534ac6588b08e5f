"""Places of teams and groups, for a list of results that does not state them (3.10.1; rulings: Ranking)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from ranking.record.rules.result_lists import Row
from ranking.record.rules.statuses import TAKEN

Unit = Literal["team", "group"]
UNITS: tuple[Unit, ...] = ("team", "group")
#: The number of best members that count for a group; a smaller group has no place.
GROUP_BEST = 4
#: Table points in twelfths, and competition points.
_Points = tuple[int, int]


def unit_places(rows: Iterable[Row], unit: Unit) -> dict[str, int]:
    """Return name -> place of the teams or groups, by their members' table points, then CP, then the best member.

    A team adds the points of all members, a group those of its best four. A taken result adds nothing (3.11.5). Units
    with equal points share a place.
    """
    members: Mapping[str, list[_Points]] = defaultdict(list)
    for row in rows:
        name = row.person.get(unit, "")
        if name and row.status not in TAKEN:
            members[name].append((row.table_points, row.competition_points))
    sums = {name: _unit_points(member_points, unit) for name, member_points in members.items()}
    ranked = sorted((total for total in sums.values() if total), reverse=True)
    return {name: ranked.index(total) + 1 for name, total in sums.items() if total}


def place_units(rows: Sequence[Row], units: Iterable[Unit]) -> None:
    """Give each row that states none the place of its team or group, for the units that the event ranked."""
    for unit in units:
        places = unit_places(rows, unit)
        for row in rows:
            place = places.get(row.person.get(unit, "")) if row.status not in TAKEN else None
            if unit == "team" and row.team_rank is None:
                row.team_rank = place
            elif unit == "group" and row.group_rank is None:
                row.group_rank = place


def _unit_points(member_points: list[_Points], unit: Unit) -> tuple[_Points, _Points] | None:
    """Return the sum of a unit, and the points of its best member; None for a group that is too small."""
    member_points.sort(reverse=True)
    if unit == "group" and len(member_points) < GROUP_BEST:
        return None
    counting = member_points[:GROUP_BEST] if unit == "group" else member_points
    table_points = sum(table for table, _cp in counting)
    competition_points = sum(points for _tp, points in counting)
    return (table_points, competition_points), member_points[0]
