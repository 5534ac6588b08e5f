"""What is wrong with the fouls and measures of an event file."""

from collections.abc import Iterator
from typing import Any

from scoring.event_file.rules.problem import Problem, Steps, twice, unknown
from scoring.fouls.rules.catalogue import DEAD_HAND, DISQUALIFICATION, POINTS, fouls

Found = list[tuple[Steps, dict[str, Any]]]


def foul_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Numbers given twice, unknown kinds and players, points that no penalty holds, measures against the status."""
    players = {player["number"]: player for player in document["players"]}
    own = document["event"].get("foul_kinds", [])
    yield from twice((("event", "foul_kinds", index, "id"), kind["id"]) for index, kind in enumerate(own))
    for index, kind in enumerate(own):
        if kind["id"] in fouls():
            yield Problem(("event", "foul_kinds", index, "id"), "twice", {"value": kind["id"], "first": ()})
    everything = _all(document)
    yield from twice(((*path, "number"), foul["number"]) for path, foul in everything)
    kinds = {*fouls(), *(kind["id"] for kind in own)}
    yield from unknown((((*path, "kind"), foul["kind"]) for path, foul in everything), kinds, "unknown-foul-kind")
    for key in ("player", "to"):
        yield from unknown((((*path, key), foul.get(key)) for path, foul in everything), players, "unknown-player")
    for path, foul in everything:
        yield from _whose(path, foul)
    yield from _points(document)
    yield from _measures(document, players, {foul["number"] for _path, foul in everything})


def _all(document: dict[str, Any]) -> Found:
    found: Found = [(("fouls", index), foul) for index, foul in enumerate(document.get("fouls", []))]
    for at, session in enumerate(document["sessions"]):
        here: Steps = ("sessions", at)
        found += [((*here, "fouls", index), foul) for index, foul in enumerate(session.get("fouls", []))]
        for number, table in enumerate(session["tables"]):
            there = (*here, "tables", number, "fouls")
            found += [((*there, index), foul) for index, foul in enumerate(table.get("fouls", []))]
    return found


def _whose(path: Steps, foul: dict[str, Any]) -> Iterator[Problem]:
    """A foul is of a player or of somebody with a name only, at a table of a seat; a hand's foul is at a table."""
    at_table = "tables" in path
    if ("player" in foul) == ("name" in foul):
        yield Problem(path, "foul-of-nobody", {})
    if at_table != ("seat" in foul) or (foul["scope"] == "hand" and not at_table):
        yield Problem((*path, "scope"), "foul-without-place", {"value": foul["scope"]})
    if foul["scope"] == "session" and path[0] == "fouls":
        yield Problem((*path, "scope"), "foul-without-place", {"value": foul["scope"]})


def _points(document: dict[str, Any]) -> Iterator[Problem]:
    """The points of a standing foul are among the penalties, under its order; no other foul has the same ones."""
    owned: set[tuple[int | str, ...]] = set()
    for path, foul in _all(document):
        standing = "cancelled" not in foul and not foul.get("inadmissible", False)
        moves = {POINTS, DEAD_HAND} if foul["scope"] == "hand" else {POINTS}
        needs = standing and bool(moves & set(foul.get("effects", [])))
        if needs != ("order" in foul):
            yield Problem(path, "foul-points", {"number": foul["number"]})
        elif needs and foul["order"] not in _orders(document, path, foul):
            yield Problem((*path, "order"), "foul-points", {"number": foul["number"]})
        elif needs:
            table = () if foul["scope"] == "session" else (path[3], foul.get("hand", 0))
            penalty = (path[1], *table, foul["order"])
            if penalty in owned:
                yield Problem((*path, "order"), "foul-points", {"number": foul["number"]})
            owned.add(penalty)


def _orders(document: dict[str, Any], path: Steps, foul: dict[str, Any]) -> set[int]:
    """The orders of the penalties that take something from whom the foul is of."""
    session = document["sessions"][path[1]]
    if foul["scope"] == "session":
        rows = list(enumerate(session.get("penalties", [])))
        return {row.get("order", at) for at, row in rows if row["number"] == foul.get("player")}
    table = session["tables"][path[3]]
    hand = foul.get("hand", 0)
    within = next((one for one in table.get("hands", []) if one["no"] == hand), None)
    if within is not None:
        summed = {0} if foul["seat"] in within.get("adjustments", {}) and "penalties" not in within else set()
        return summed | {row["order"] for row in within.get("penalties", []) if row["seat"] == foul["seat"]}
    rows = list(enumerate(table.get("penalties", [])))
    mine = [(at, row) for at, row in rows if row.get("hand", 0) == hand and row["seat"] == foul["seat"]]
    return {row.get("order", at) for at, row in mine}


def _measures(document: dict[str, Any], players: dict[int, Any], numbers: set[int]) -> Iterator[Problem]:
    rows = [(("measures", index), one) for index, one in enumerate(document.get("measures", []))]
    yield from twice(((*path, "number"), one["number"]) for path, one in rows)
    yield from unknown((((*path, "player"), one["player"]) for path, one in rows), players, "unknown-player")
    yield from unknown((((*path, "foul"), one.get("foul")) for path, one in rows), numbers, "unknown-foul")
    open_ones = [(path, one) for path, one in rows if one["status"] in ("proposed", "in-force")]
    yield from twice(((path, (one["player"], one["kind"])) for path, one in open_ones), "measure-twice")
    for path, one in rows:
        status = players.get(one["player"], {}).get("status", "entered")
        if (one["kind"], one["status"]) == (DISQUALIFICATION, "in-force") and status != "disqualified":
            yield Problem((*path, "status"), "measure-against-status", {"number": one["player"]})
