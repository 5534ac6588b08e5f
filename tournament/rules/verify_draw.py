"""Checks a published draw and draws its lots again: no line of the engine is used, only Python and what comes with it.

A record is a JSON document (docs/draws.md). Read this, or write it again: static/js/draw/verify.js is it in JavaScript.
"""

import csv
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from io import StringIO
from itertools import combinations, count
from typing import Any

VERSION = "pinju-draw/5"
#: All who have the same in a column of the list are exchanged together: first countries, at last everybody alone.
LEVELS = ("country", "team", "number", "number") * 2
#: Who should not meet, the most important first; in a draw by areas regions are that.
KINDS = ("apart", "team", "country", "region")

Chart = list[list[list[int]]]
People = dict[int, dict[str, str]]


def hashed(text: str) -> str:
    """The SHA-256 of a text."""
    return sha256(text.encode()).hexdigest()


def below(limit: int, hashes: Iterator[int]) -> int:
    """A number from 0 to limit - 1, each as likely: hashes that would make some likelier are passed over."""
    return next(number for number in hashes if number < 2**256 - 2**256 % limit) % limit


def listed(text: str) -> People:
    """The lines of a list by number."""
    return {int(line["number"]): line for line in csv.DictReader(StringIO(text))}


def units_of(people: People, column: str) -> list[list[int]]:
    """Who moves together, by the first number. Who has a table of their own stays."""
    units: dict[str, list[int]] = {}
    for number, line in people.items():
        if line[column] and not line["table"]:
            units.setdefault(line[column], []).append(number)
    return list(units.values())


def related(one: dict[str, str], other: dict[str, str], kind: str) -> bool:
    """Whether the two are of one team, country or region, or one of them is not to meet the other."""
    if kind == "apart":
        return one["number"] in other["apart"].split() or other["number"] in one["apart"].split()
    return one[kind] != "" and one[kind] == other[kind]


def price(
    tables: list[tuple[int, list[int]]], place: dict[int, int], people: People, kinds: Sequence[str]
) -> list[int]:
    """How many of each kind meet at these tables with everybody at their place, and then how early they do."""
    who = {at: people[number] for number, at in place.items()}
    pairs = [(early, who[one], who[other]) for early, four in tables for one, other in combinations(four, 2)]
    met = [[early for early, one, other in pairs if related(one, other, kind)] for kind in kinds]
    return [*map(len, met), *map(sum, met)]


def exchanged(record: dict[str, Any]) -> Chart:
    """The start after the exchanges: each unit with one of its size, itself or after it, unless that costs more.

    Fillers are exchanged like everybody, and kept apart like a team.
    """
    start, players = record["start"], json.loads(record["terms"])["players"]
    fillers = "".join(f"{number},,\0,,,,\n" for number in range(players + 1, players + 1 + -players % 4))
    people, kinds = listed(record["list"] + fillers), ("region", *KINDS[:3]) if record["rule"] == "areas" else KINDS
    tables = [(len(start) - at, four) for at, session in enumerate(start) for four in session]
    near = {number: {at for at, (_early, four) in enumerate(tables) if number in four} for number in people}
    place = {number: number for number in people}
    hashes = (int(hashed(f"{record['seed']}|{record['candidate']}|{turn}"), 16) for turn in count())
    for units in (units_of(people, column) for column in LEVELS):
        for at, unit in enumerate(units):
            alike = [other for other in units[at:] if len(other) == len(unit)]
            other = alike[below(len(alike), hashes)]
            moved = dict(zip(unit + other, [place[number] for number in other + unit], strict=True))
            touched = [tables[table] for table in set().union(*(near[spot] for spot in moved.values()))]
            if price(touched, place | moved, people, kinds) <= price(touched, place, people, kinds):
                place |= moved
    who = {at: number for number, at in place.items()}
    return [[[who[at] for at in four] for four in session] for session in start]


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


def faults(record: dict[str, Any]) -> list[str]:
    """What in a record does not follow from the rest of it, by name; empty if all does.

    After later sessions were drawn anew the figures count who remains, and are taken as they are.
    """
    terms, start = json.loads(record["terms"]), json.dumps(record["start"], separators=(",", ":"))
    mixed = [record["secret"], record["public_value"], record["list_hash"], hashed(record["terms"])]
    new = [line for change in record["changes"] if (line := change.get("instead") or change.get("late"))]
    people = listed(record["list"]) | {line["number"]: line for line in new}
    anew = any("from_session" in change for change in record["changes"])
    holds = {
        "version": record["version"] == VERSION,
        "commitment": hashed(record["secret"]) == record["commitment"],
        "list_hash": hashed(record["list"]) == record["list_hash"],
        "terms": all(terms[name] == record[name] for name in ("version", "rule", "sessions")),
        "start": hashed(start) in terms["starts"][record["candidate"] :][:1],
        "seed": hashed("|".join(mixed)) == record["seed"],
        "seats": not seating_faults(record),
        "quality": anew or counted(record["chart"], people) == record["quality"],
        "chart": changed(exchanged(record), record["changes"]) == record["chart"],
    }
    return [name for name, held in holds.items() if not held]
