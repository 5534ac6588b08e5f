"""Check the seating of a published chart and count its figures for ``verify_draw``, without any code of the engine."""

from collections import Counter
from itertools import combinations
from typing import Any

Chart = list[list[list[int]]]


def changed(chart: Chart, changes: list[dict[str, Any]]) -> Chart:
    """Return the chart after the changes by hand.

    The charts after a late arrival or a redraw of later sessions are taken from the record; earlier sessions stay.
    """
    for change in changes:
        for index, session in enumerate(chart):
            if change.get("session", 0) in (None, index + 1):
                first, second = change["numbers"]
                swap = {first: second, second: first}
                chart[index] = [[swap.get(number, number) for number in four] for four in session]
        if "chart" in change:
            kept = change.get("from_session", 1) - 1
            chart = chart[:kept] + change["chart"][kept:]
    return chart


def seating_faults(record: dict[str, Any]) -> list[str]:
    """Return the sessions in which the players and fillers do not each have exactly one seat, four at a table."""
    players, changes = record["players"], record.get("changes", ())
    whole = (len(record["chart"]), record["fillers"]) == (record["sessions"], -players % 4)
    faults = [] if whole else ["sessions or fillers"]
    for number, session in enumerate(record["chart"], 1):
        left = [[], *(change["left"] for change in changes if change.get("from_session", number + 1) <= number)][-1]
        playing = [number for number in range(1, players + 1) if number not in left]
        expected = [*playing, *range(players + 1, players + 1 + -len(playing) % 4)]
        if sorted(seat for four in session for seat in four) != expected or {len(four) for four in session} != {4}:
            faults.append(f"session {number}")
    return faults


def counted(chart: Chart, people: dict[int, Any]) -> dict[str, int | None]:
    """Return the figures of the chart, counted meeting by meeting and visit by visit."""
    tables = [four for session in chart for four in session]
    met = Counter(pair for four in tables for pair in combinations(sorted(four), 2))
    winds = Counter((number, wind) for four in tables for wind, number in enumerate(four))
    visits = Counter((number, table) for session in chart for table, four in enumerate(session) for number in four)
    everybody = sorted(number for four in chart[0] for number in four)
    opponents: dict[int, set[int]] = {number: set() for number in everybody}
    for four in tables:
        for number in four:
            if number in opponents:
                opponents[number] |= set(four)
    strangers = [pair for pair in combinations(everybody, 2) if pair not in met]
    shared = [opponents[first] & opponents[second] for first, second in strangers]
    starts = [[winds[number, wind] for wind in range(4)] for number in everybody]

    def kin(column: str) -> int:
        name = {number: line[column] for number, line in people.items() if line[column]}
        return sum(count for (first, second), count in met.items() if first in name and name[first] == name.get(second))

    return {
        "repeat_pairs": sum(count - 1 for count in met.values()),
        "max_meetings": max(met.values()),
        "team_meetings": kin("team"),
        "country_meetings": kin("country"),
        "seat_spread": max(max(winds_of_player) - min(winds_of_player) for winds_of_player in starts),
        "table_repeats": sum(max(0, count - -(-len(chart) // len(chart[0]))) for count in visits.values()),
        "common_opponents_min": min(map(len, shared), default=None),
    }
