"""Checks a published draw and draws its lots again: no line of the engine is used, only Python and what comes with it.

A record is a JSON document (docs/draws.md). Read this and ``count_draw``, which counts what a chart is said to be, or
write them again: static/js/draw/verify.js is both in JavaScript.
"""

import csv
import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from io import StringIO
from itertools import combinations, count
from typing import Any

from tournament.draws.rules.count_draw import Chart, changed, counted, seating_faults

VERSION = "pinju-draw/5"
#: All who have the same in a column of the list are exchanged together: first countries, at last everybody alone.
LEVELS = ("country", "team", "number", "number") * 2
#: Who should not meet, the most important first; in a draw by areas regions are that.
KINDS = ("apart", "team", "country", "region")

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
