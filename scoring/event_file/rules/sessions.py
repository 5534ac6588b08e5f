"""Check the sessions of an event file: numbers, releases, starts, seats, penalties and line-ups."""

from collections.abc import Iterable, Iterator
from typing import Any

from scoring.event_file.rules.clocks import clock_problems, exchange_problems, exchanged_numbers, room_problems
from scoring.event_file.rules.problem import Problem, Rows, Steps, column, rows_in, twice, unknown
from scoring.event_file.rules.tables import table_problems
from scoring.event_file.rules.terms import game_in
from scoring.game.rules.game import Game

# A player's number in a session: its path, the number, and the table index and seat.
Named = tuple[Steps, int, tuple[int, str]]


def session_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Find sessions that are not numbered 1 to n or are released out of order, and the problems of each session."""
    sessions = rows_in(document, "sessions")
    numbers = column(sessions, "number")
    yield from twice(numbers)
    planned = document["event"]["sessions"]
    known = {number for _path, number in numbers}
    for path, number in numbers:
        if number > planned:
            yield Problem(path, "beyond-sessions", {"value": number, "sessions": planned})
        elif number > 1 and number - 1 not in known:
            yield Problem(path, "session-gap", {"value": number, "missing": number - 1})
    ordered = sorted(sessions, key=lambda row: row[1]["number"])
    yield from _releases(ordered)
    yield from _starts(ordered, rehearsal=document["event"].get("rehearsal", False))
    entries = {player["number"]: player for player in document["players"]}
    game = game_in(document["event"])
    for path, session in sessions:
        yield from _session(session, path, entries, _allowed(document, session["number"]), game)


def _releases(sessions: Rows) -> Iterator[Problem]:
    """Check that sessions are released in order (rulings: Publication)."""
    held = None
    for path, session in sessions:
        if "released" not in session:
            held = session["number"] if held is None else held
        elif held is not None:
            yield Problem((*path, "released"), "released-early", {"value": session["number"], "held": held})


def _starts(sessions: Rows, *, rehearsal: bool) -> Iterator[Problem]:
    """Check that sessions start in order, and that sessions of a rehearsal are not released."""
    last = None
    for path, session in sessions:
        if "released" in session and rehearsal:
            yield Problem((*path, "released"), "released-rehearsal", {"value": session["number"]})
        if "starts" not in session:
            continue
        if last is not None and session["starts"] <= last["starts"]:
            params = {"value": session["number"], "before": last["number"]}
            yield Problem((*path, "starts"), "starts-early", params)
        last = session


def _allowed(document: dict[str, Any], number: int) -> set[int] | None:
    """Return the numbers that may play in the session, by its stages; None for all."""
    stages = [
        stage for stage in document["event"].get("stages", [])
        if stage["first_session"] <= number <= stage["last_session"]
    ]  # fmt: skip
    if not all(stage.get("players") for stage in stages):
        return None
    return {player for stage in stages for player in stage["players"]} if stages else None


def _session(
    session: dict[str, Any],
    path: Steps,
    entries: dict[int, dict[str, Any]],
    allowed: set[int] | None,
    game: Game,
) -> Iterator[Problem]:
    tables = rows_in(session, "tables", path)
    yield from twice(column(tables, "number"))
    named: list[Named] = []
    for index, (here, table) in enumerate(tables):
        named += _named(table, here, index)
        for seat, number in table["seats"].items():
            fills = entries.get(number, {}).get("kind") == "filler"
            if allowed is not None and number in entries and number not in allowed and not fills:
                yield Problem((*here, "seats", seat), "not-in-stage", {"value": number})
        yield from table_problems(table, here, game)
    yield from unknown(((where, number) for where, number, _seat_key in named), entries, "unknown-player")
    exchanged = exchanged_numbers(session)
    yield from _repeated_players(row for row in named if row[1] not in exchanged)
    yield from exchange_problems(session, path, game)
    yield from clock_problems(session, path)
    yield from room_problems(session, path, game)
    yield from _penalties(session, path, entries, {number for _path, number, _seat_key in named})
    yield from _line_ups(session, path, entries)


def _named(table: dict[str, Any], path: Steps, index: int) -> Iterator[Named]:
    for seat, number in table["seats"].items():
        yield (*path, "seats", seat), number, (index, seat)
    for here, person in rows_in(table, "persons", path):
        if "number" in person:
            yield (*here, "number"), person["number"], (index, person["seat"])


def _repeated_players(named: Iterable[Named]) -> Iterator[Problem]:
    """Find players on two seats of one session; a player may return to the same seat."""
    first: dict[int, tuple[Steps, tuple[int, str]]] = {}
    for path, number, own_seat_key in named:
        before, seat_key = first.setdefault(number, (path, own_seat_key))
        if before != path and (seat_key != own_seat_key or path[-2] == "seats"):
            yield Problem(path, "player-twice", {"value": number, "first": before})


def _penalties(
    session: dict[str, Any], path: Steps, entries: dict[int, dict[str, Any]], seated: set[int]
) -> Iterator[Problem]:
    penalties = rows_in(session, "penalties", path)
    yield from twice(((*here, "order"), row.get("order", index)) for index, (here, row) in enumerate(penalties))
    for here, penalty in penalties:
        for key in ("number", "to"):
            value = penalty.get(key)
            if value is not None and value not in entries:
                yield Problem((*here, key), "unknown-player", {"value": value})
            elif value is not None and value not in seated:
                yield Problem((*here, key), "penalty-not-seated", {"value": value})
        if penalty["points"] == 0 or ("to" in penalty and penalty["points"] > 0):
            code = "penalty-without-points" if penalty["points"] == 0 else "penalty-gives"
            yield Problem((*here, "points"), code, {"value": penalty["points"]})
        if penalty.get("to") == penalty["number"]:
            yield Problem((*here, "to"), "penalty-to-self", {"value": penalty["number"]})


def _line_ups(session: dict[str, Any], path: Steps, entries: dict[int, dict[str, Any]]) -> Iterator[Problem]:
    """Check that reserves play for their team, each once, and only in sessions without tables (3.5.3)."""
    rows = rows_in(session, "line_ups", path)
    if rows and session["tables"]:
        yield Problem((*path, "line_ups"), "line-up-with-tables", {"value": session["number"]})
    for key in ("number", "by"):
        yield from twice(column(rows, key))
        yield from unknown(column(rows, key), entries, "unknown-player")
    for here, row in rows:
        holder, by = (entries.get(row[key], {}) for key in ("number", "by"))
        kinds = (holder.get("kind", "player"), by.get("kind", "player"))
        if holder and by and (kinds != ("player", "reserve") or not by.get("team") or by["team"] != holder.get("team")):
            yield Problem((*here, "by"), "line-up-of-others", {"value": row["by"], "number": row["number"]})
