"""Check a published draw and repeat its lots without any code of the engine, only with Python's standard library.

A record is a JSON document (docs/draws.md). Read this and ``count_draw``, which counts the figures, or write your own:
static/js/draw/verify.js implements both in JavaScript.
"""

import csv
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from io import StringIO
from itertools import accumulate, combinations, count
from math import comb
from typing import Any

from tournament.draws.rules.count_draw import Chart, changed, counted, seating_faults

VERSION = "pinju-draw/5"
#: Columns whose equal values form the exchanged units: first countries, at last single players.
LEVELS = ("country", "team", "number", "number") * 2
#: Kinds of kin, most important first; in a draw by areas regions come first.
KINDS = ("apart", "team", "country", "region")

People = dict[int, dict[str, str]]


def hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def below(limit: int, hashes: Iterator[int]) -> int:
    """Return a uniform number from 0 to limit - 1; hashes that would make some numbers likelier are skipped."""
    return next(number for number in hashes if number < 2**256 - 2**256 % limit) % limit


def listed(text: str) -> People:
    """Return the lines of a list by number."""
    return {int(line["number"]): line for line in csv.DictReader(StringIO(text))}


def units_of(people: People, column: str) -> list[list[int]]:
    """Return the units that move together, by first number; players with a fixed table stay."""
    units: dict[str, list[int]] = {}
    for number, line in people.items():
        if line[column] and not line["table"]:
            units.setdefault(line[column], []).append(number)
    return list(units.values())


def related(first: dict[str, str], second: dict[str, str], kind: str) -> bool:
    """Return whether two players share team, country or region, or one must not meet the other."""
    if kind == "apart":
        return first["number"] in second["apart"].split() or second["number"] in first["apart"].split()
    return first[kind] != "" and first[kind] == second[kind]


def price(
    tables: list[tuple[int, list[int]]], positions: dict[int, int], people: People, kinds: Sequence[str]
) -> list[int]:
    """Return the number of meetings of each kind at these tables, followed by how early they are."""
    player_at = {position: people[number] for number, position in positions.items()}
    pairs = [
        (early, player_at[first], player_at[second])
        for early, four in tables
        for first, second in combinations(four, 2)
    ]
    met = [[early for early, first, second in pairs if related(first, second, kind)] for kind in kinds]
    return [*map(len, met), *map(sum, met)]


def pools_at(start: Chart, tables: list[int]) -> dict[int, int]:
    """Return the pool at each position of the start, from the number of tables of each pool."""
    lasts = list(accumulate(tables))
    return {position: sum(table >= last for last in lasts) for table, four in enumerate(start[0]) for position in four}


def pools_price(rule: str, pool_at: dict[int, int], positions: dict[int, int], people: People) -> list[int]:
    """Return what pools cost: by a snake the people outside their pool; else, less the pairs of a team in one pool
    where pools hold teams, the pairs of one country in a pool.
    """
    pool = {number: pool_at[position] for number, position in positions.items()}
    if rule.split("-")[1] != "lot":
        return [sum(pool[number] != pool_at[number] for number in pool)]
    teams = Counter((pool[number], line["team"]) for number, line in people.items() if line["team"])
    countries = Counter((pool[number], line["country"]) for number, line in people.items() if line["country"])
    together = sum(comb(size, 2) for size in teams.values()) if rule.startswith("teams") else 0
    return [-together, sum(comb(size, 2) for size in countries.values())]


def exchanged(record: dict[str, Any]) -> Chart:
    """Return the start after the exchanges.

    Each unit exchanges with one of equal size, itself or a later one, unless that costs more. Fillers are exchanged
    like players, and kept apart like a team. In a draw in pools the price of the pools comes first.
    """
    start, players = record["start"], json.loads(record["terms"])["players"]
    fillers = "".join(f"{number},,\0,,,,\n" for number in range(players + 1, players + 1 + -players % 4))
    people = listed(record["list"] + fillers)
    kinds = ("region", *KINDS[:3]) if record["rule"] == "areas" else KINDS
    tables = [(len(start) - index, four) for index, session in enumerate(start) for four in session]
    tables_of = {number: {at for at, (_early, four) in enumerate(tables) if number in four} for number in people}
    positions = {number: number for number in people}
    rule = record["rule"]
    pool_at = pools_at(start, [int(size) for size in rule.split("-")[2:]])

    def cost(touched: list[tuple[int, list[int]]], at: dict[int, int]) -> list[int]:
        return (pools_price(rule, pool_at, at, people) if "-" in rule else []) + price(touched, at, people, kinds)

    hashes = (int(hashed(f"{record['seed']}|{record['candidate']}|{turn}"), 16) for turn in count())
    for units in (units_of(people, column) for column in LEVELS):
        for index, unit in enumerate(units):
            alike = [other for other in units[index:] if len(other) == len(unit)]
            other = alike[below(len(alike), hashes)]
            moved = dict(zip(unit + other, [positions[number] for number in other + unit], strict=True))
            touched = [tables[table] for table in set().union(*(tables_of[position] for position in moved.values()))]
            if cost(touched, positions | moved) <= cost(touched, positions):
                positions |= moved
    number_at = {position: number for number, position in positions.items()}
    return [[[number_at[position] for position in four] for four in session] for session in start]


def faults(record: dict[str, Any]) -> list[str]:
    """Return the names of the inconsistencies of a record; empty if it is valid.

    After a redraw of later sessions the figures count the remaining players and are not checked.
    """
    terms, start = json.loads(record["terms"]), json.dumps(record["start"], separators=(",", ":"))
    mixed = [record["secret"], record["public_value"], record["list_hash"], hashed(record["terms"])]
    changed_lines = [change.get("instead") or change.get("late") for change in record["changes"]]
    people = listed(record["list"]) | {line["number"]: line for line in changed_lines if line}
    redrawn = any("from_session" in change for change in record["changes"])
    holds = {
        "version": record["version"] == VERSION,
        "commitment": hashed(record["secret"]) == record["commitment"],
        "list_hash": hashed(record["list"]) == record["list_hash"],
        "terms": all(terms[name] == record[name] for name in ("version", "rule", "sessions")),
        "start": hashed(start) in terms["starts"][record["candidate"] :][:1],
        "seed": hashed("|".join(mixed)) == record["seed"],
        "seats": not seating_faults(record),
        "quality": redrawn or counted(record["chart"], people) == record["quality"],
        "chart": changed(exchanged(record), record["changes"]) == record["chart"],
    }
    return [name for name, held in holds.items() if not held]
