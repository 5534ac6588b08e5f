"""Check the fouls and measures of an event file."""

from collections.abc import Iterator
from typing import Any

from scoring.event_file.rules.problem import Problem, Rows, Steps, column, rows_in, twice, unknown
from scoring.fouls.rules.catalogue import DEAD_HAND, DISQUALIFICATION, POINTS, fouls


def foul_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Find repeated numbers, unknown kinds and players, points without penalties, and measures against the status."""
    players = {player["number"]: player for player in document["players"]}
    own_ids = column(rows_in(document["event"], "foul_kinds", ("event",)), "id")
    yield from twice(own_ids)
    for path, foul_id in own_ids:
        if foul_id in fouls():
            yield Problem(path, "twice", {"value": foul_id, "first": ()})
    all_fouls = fouls_in(document)
    yield from twice(column(all_fouls, "number"))
    kinds = {*fouls(), *(foul_id for _path, foul_id in own_ids)}
    yield from unknown(column(all_fouls, "kind"), kinds, "unknown-foul-kind")
    for key in ("player", "to"):
        yield from unknown(column(all_fouls, key), players, "unknown-player")
    for path, foul in all_fouls:
        yield from _foul_location(path, foul)
    yield from _points(document, all_fouls)
    yield from _measures(document, players, {foul["number"] for _path, foul in all_fouls})


def fouls_in(document: dict[str, Any]) -> Rows:
    """Return the fouls of the event, of its sessions and of its tables."""
    rows = rows_in(document, "fouls")
    for path, session in rows_in(document, "sessions"):
        rows += rows_in(session, "fouls", path)
        for table_path, table in rows_in(session, "tables", path):
            rows += rows_in(table, "fouls", table_path)
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


def _points(document: dict[str, Any], all_fouls: Rows) -> Iterator[Problem]:
    """Check that the points of each valid foul are penalties with its order, and that no other foul has them."""
    owned: set[tuple[int | str, ...]] = set()
    for path, foul in all_fouls:
        valid = "cancelled" not in foul and not foul.get("inadmissible", False)
        moves = {POINTS, DEAD_HAND} if foul["scope"] == "hand" else {POINTS}
        needs = valid and bool(moves & set(foul.get("effects", [])))
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
    rows = rows_in(document, "measures")
    yield from twice(column(rows, "number"))
    yield from unknown(column(rows, "player"), players, "unknown-player")
    yield from unknown(column(rows, "foul"), numbers, "unknown-foul")
    pending = [(path, measure) for path, measure in rows if measure["status"] in ("proposed", "in-force")]
    yield from twice(((path, (measure["player"], measure["kind"])) for path, measure in pending), "measure-twice")
    for path, measure in rows:
        status = players.get(measure["player"], {}).get("status", "entered")
        if (measure["kind"], measure["status"]) == (DISQUALIFICATION, "in-force") and status != "disqualified":
            yield Problem((*path, "status"), "measure-against-status", {"number": measure["player"]})
