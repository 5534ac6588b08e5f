"""Counts who sits where on a published chart, and what it is said to be: for ``verify_draw``, no line of the engine."""

from collections import Counter
from itertools import combinations
from typing import Any

Chart = list[list[list[int]]]


def changed(chart: Chart, changes: list[dict[str, Any]]) -> Chart:
    """The chart after what was done by hand. What came of a late arrival, or of drawing later sessions anew, stands in
    the record and is looked at; the sessions before those stay."""
    for change in changes:
        for at, session in enumerate(chart):
            if change.get("session", 0) in (None, at + 1):
                one, other = change["numbers"]
                chart[at] = [[{one: other, other: one}.get(number, number) for number in four] for four in session]
        if "chart" in change:
            first = change.get("from_session", 1) - 1
            chart = chart[:first] + change["chart"][first:]
    return chart


def seating_faults(record: dict[str, Any]) -> list[str]:
    """Sessions in which not everybody who plays, and who fills the last table, sits exactly once, four at a table."""
    last, changes = record["players"], record.get("changes", ())
    whole = (len(record["chart"]), record["fillers"]) == (record["sessions"], -last % 4)
    faults = [] if whole else ["sessions or fillers"]
    for at, session in enumerate(record["chart"], 1):
        left = [[], *(change["left"] for change in changes if change.get("from_session", at + 1) <= at)][-1]
        playing = [number for number in range(1, last + 1) if number not in left]
        everybody = [*playing, *range(last + 1, last + 1 + -len(playing) % 4)]
        if sorted(number for four in session for number in four) != everybody or {len(four) for four in session} != {4}:
            faults.append(f"session {at}")
    return faults


def counted(chart: Chart, people: dict[int, Any]) -> dict[str, int | None]:
    """The figures of the chart, one meeting and one visit at a time."""
    tables = [four for session in chart for four in session]
    met = Counter(pair for four in tables for pair in combinations(sorted(four), 2))
    winds = Counter((number, wind) for four in tables for wind, number in enumerate(four))
    visits = Counter((number, at) for session in chart for at, four in enumerate(session) for number in four)
    everybody = sorted(number for four in chart[0] for number in four)
    near = {number: {other for four in tables if number in four for other in four} for number in everybody}
    shared = [near[one] & near[other] for one, other in combinations(everybody, 2) if (one, other) not in met]
    starts = [[winds[number, wind] for wind in range(4)] for number in everybody]

    def kin(column: str) -> int:
        name = {number: line[column] for number, line in people.items() if line[column]}
        return sum(times for (one, other), times in met.items() if one in name and name[one] == name.get(other))

    return {
        "repeat_pairs": sum(times - 1 for times in met.values()),
        "max_meetings": max(met.values()),
        "team_meetings": kin("team"),
        "country_meetings": kin("country"),
        "seat_spread": max(max(each) - min(each) for each in starts),
        "table_repeats": sum(max(0, times - -(-len(chart) // len(chart[0]))) for times in visits.values()),
        "common_opponents_min": min(map(len, shared), default=None),
    }
