"""An independent check of a published draw: it shares no code with the engine and recounts everything.

Read it, or write it again: the record is the JSON of ``draw_chart``, the entries are (number, team, country).
"""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Any

Entry = tuple[int, str, str]


def seating_faults(record: dict[str, Any]) -> list[str]:
    """Sessions in which not everybody, fillers included, sits exactly once, four at each table."""
    everybody = list(range(1, record["players"] + record["fillers"] + 1))
    first_anew = min((change.get("from_session", 99) for change in record.get("changes", ())), default=99)
    faults = [] if len(everybody) % 4 == 0 and 0 <= record["fillers"] < 4 else ["fillers"]
    faults += [] if len(record["chart"]) == record["sessions"] else ["sessions"]
    for number, session in enumerate(record["chart"], 1):
        seated = sorted(player for table in session for player in table)
        if number >= first_anew:
            # Who has left is gone, and fillers complete the tables that are left.
            staying = [one for one in range(1, record["players"] + 1) if one not in left_by(record, number)]
            everybody = [*staying, *(record["players"] + at for at in range(1, 1 + -len(staying) % 4))]
        if seated != everybody or any(len(table) != 4 for table in session):
            faults.append(f"session {number}")
    return faults


def left_by(record: dict[str, Any], session: int) -> set[int]:
    """The numbers that no longer play in this session, by the re-draws."""
    redraws = [change for change in record.get("changes", ()) if "from_session" in change]
    anew = [change["left"] for change in redraws if change["from_session"] <= session]
    return set(anew[-1]) if anew else set()


def counted(record: dict[str, Any], entries: Iterable[Entry]) -> dict[str, int | None]:
    """The figures of the chart, one meeting and one visit at a time."""
    chart, everybody = record["chart"], range(1, record["players"] + record["fillers"] + 1)
    team = {number: name for number, name, _country in entries if name}
    country = {number: name for number, _team, name in entries if name}
    tables = [table for session in chart for table in session]
    meetings = Counter(tuple(sorted(pair)) for table in tables for pair in combinations(table, 2))
    winds = Counter((player, wind) for table in tables for wind, player in enumerate(table))
    visits = Counter((player, at) for session in chart for at, table in enumerate(session) for player in table)
    starts = [[winds[player, wind] for wind in range(4)] for player in everybody]
    opponents: dict[int, set[int]] = {player: set() for player in everybody}
    for one, other in meetings:
        opponents[one].add(other)
        opponents[other].add(one)
    apart = [pair for pair in combinations(everybody, 2) if pair not in meetings]
    allowed = -(-len(chart) // len(chart[0]))

    def among(group: dict[int, str]) -> int:
        return sum(times for (one, other), times in meetings.items() if one in group and group[one] == group.get(other))

    return {
        "repeat_pairs": sum(times - 1 for times in meetings.values()),
        "max_meetings": max(meetings.values()),
        "team_meetings": among(team),
        "country_meetings": among(country),
        "seat_spread": max(max(each) - min(each) for each in starts),
        "table_repeats": sum(max(0, times - allowed) for times in visits.values()),
        "common_opponents_min": min((len(opponents[one] & opponents[other]) for one, other in apart), default=None),
    }


def faults(record: dict[str, Any], entries: Iterable[Entry] = ()) -> list[str]:
    """What is wrong with a draw's record, empty if nothing: seats, then each figure that is not as claimed."""
    wrong = seating_faults(record)
    if wrong or any("from_session" in change for change in record.get("changes", ())):
        # What is counted after a re-draw is said of who remains: only the engine repeats that (draw_records).
        return wrong
    claimed = record["quality"]
    return [f"{name}: {claimed.get(name)} claimed, {figure} counted"
            for name, figure in counted(record, list(entries)).items() if claimed.get(name) != figure]  # fmt: skip
