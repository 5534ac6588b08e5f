"""Check the fouls and measures of an event file."""

from collections.abc import Iterator
from typing import Any

from scoring.event_file.rules.problem import Problem, Steps, twice, unknown
from scoring.fouls.rules.catalogue import DEAD_HAND, DISQUALIFICATION, POINTS, fouls

FoulRows = list[tuple[Steps, dict[str, Any]]]


def foul_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Find repeated numbers, unknown kinds and players, points without penalties, and measures against the status."""
    players = {player["number"]: player for player in document["players"]}
    own = document["event"].get("foul_kinds", [])
    yield from twice((("event", "foul_kinds", index, "id"), kind["id"]) for index, kind in enumerate(own))
    for index, kind in enumerate(own):
        if kind["id"] in fouls():
            yield Problem(("event", "foul_kinds", index, "id"), "twice", {"value": kind["id"], "first": ()})
    all_fouls = _all_fouls(document)
    yield from twice(((*path, "number"), foul["number"]) for path, foul in all_fouls)
    kinds = {*fouls(), *(kind["id"] for kind in own)}
    yield from unknown((((*path, "kind"), foul["kind"]) for path, foul in all_fouls), kinds, "unknown-foul-kind")
    for key in ("player", "to"):
        yield from unknown((((*path, key), foul.get(key)) for path, foul in all_fouls), players, "unknown-player")
    for path, foul in all_fouls:
        yield from _foul_location(path, foul)
    yield from _points(document)
    yield from _measures(document, players, {foul["number"] for _path, foul in all_fouls})


def _all_fouls(document: dict[str, Any]) -> FoulRows:
    rows: FoulRows = [(("fouls", index), foul) for index, foul in enumerate(document.get("fouls", []))]
    for session_index, session in enumerate(document["sessions"]):
        session_path: Steps = ("sessions", session_index)
        rows += [((*session_path, "fouls", index), foul) for index, foul in enumerate(session.get("fouls", []))]
        for table_index, table in enumerate(session["tables"]):
            table_path = (*session_path, "tables", table_index, "fouls")
            rows += [((*table_path, index), foul) for index, foul in enumerate(table.get("fouls", []))]
    return rows


def _foul_location(path: Steps, foul: dict[str, Any]) -> Iterator[Problem]:
    """Check that a foul has a player or a name, at a table a seat, and that a foul of a hand is at a table."""
    at_table = "tables" in path
    if ("player" in foul) == ("name" in foul):
        yield Problem(path, "foul-of-nobody", {})
    if at_table != ("seat" in foul) or (foul["scope"] == "hand" and not at_table):
        yield Problem((*path, "scope"), "foul-without-place", {"value": foul["scope"]})
    if foul["scope"] == "session" and path[0] == "fouls":
        yield Problem((*path, "scope"), "foul-without-place", {"value": foul["scope"]})


def _points(document: dict[str, Any]) -> Iterator[Problem]:
    """Check that the points of each valid foul are penalties with its order, and that no other foul has them."""
    owned: set[tuple[int | str, ...]] = set()
    for path, foul in _all_fouls(document):
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
    """Return the orders of the penalties of the foul's player; none for a foul whose penalties are not in the file."""
    if path[0] != "sessions":
        return set()
    session = document["sessions"][path[1]]
    if foul["scope"] == "session":
        rows = list(enumerate(session.get("penalties", [])))
        return {row.get("order", index) for index, row in rows if row["number"] == foul.get("player")}
    if "tables" not in path or "seat" not in foul:
        return set()
    table = session["tables"][path[3]]
    hand = foul.get("hand", 0)
    within = next((row for row in table.get("hands", []) if row["no"] == hand), None)
    if within is not None:
        summed = {0} if foul["seat"] in within.get("adjustments", {}) and "penalties" not in within else set()
        return summed | {row["order"] for row in within.get("penalties", []) if row["seat"] == foul["seat"]}
    rows = list(enumerate(table.get("penalties", [])))
    own = [(index, row) for index, row in rows if row.get("hand", 0) == hand and row["seat"] == foul["seat"]]
    return {row.get("order", index) for index, row in own}


def _measures(document: dict[str, Any], players: dict[int, Any], numbers: set[int]) -> Iterator[Problem]:
    rows = [(("measures", index), measure) for index, measure in enumerate(document.get("measures", []))]
    yield from twice(((*path, "number"), measure["number"]) for path, measure in rows)
    yield from unknown((((*path, "player"), measure["player"]) for path, measure in rows), players, "unknown-player")
    yield from unknown((((*path, "foul"), measure.get("foul")) for path, measure in rows), numbers, "unknown-foul")
    pending = [(path, measure) for path, measure in rows if measure["status"] in ("proposed", "in-force")]
    yield from twice(((path, (measure["player"], measure["kind"])) for path, measure in pending), "measure-twice")
    for path, measure in rows:
        status = players.get(measure["player"], {}).get("status", "entered")
        if (measure["kind"], measure["status"]) == (DISQUALIFICATION, "in-force") and status != "disqualified":
            yield Problem((*path, "status"), "measure-against-status", {"number": measure["player"]})
