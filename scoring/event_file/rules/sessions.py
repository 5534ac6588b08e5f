"""Check the sessions of an event file: numbers, releases, starts, seats, penalties and line-ups."""

from collections.abc import Iterable, Iterator
from typing import Any

from scoring.event_file.rules.clocks import clock_problems, exchange_problems, exchanged_numbers, room_problems
from scoring.event_file.rules.problem import Problem, Steps, column, twice, unknown
from scoring.event_file.rules.tables import table_problems
from scoring.game.rules.game import Game
from scoring.game.rules.games import agreed_game
from scoring.game.rules.imj.game import Agreed

# A player's number in a session: its path, the number, and the table index and seat.
Named = tuple[Steps, int, tuple[int, str]]


def session_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Find sessions that are not numbered 1 to n or are released out of order, and the problems of each session."""
    numbers = column(document, "sessions", "number")
    yield from twice(numbers)
    planned = document["event"]["sessions"]
    known = {number for _path, number in numbers}
    for path, number in numbers:
        if number > planned:
            yield Problem(path, "beyond-sessions", {"value": number, "sessions": planned})
        elif number > 1 and number - 1 not in known:
            yield Problem(path, "session-gap", {"value": number, "missing": number - 1})
    yield from _releases(document)
    yield from _starts(document)
    entries = {player["number"]: player for player in document["players"]}
    game = _game(document["event"])
    for index, session in enumerate(document["sessions"]):
        yield from _session(session, ("sessions", index), entries, _allowed(document, session["number"]), game)


def _game(event: dict[str, Any]) -> Game:
    """Return the game with the terms that the file states (IMJ 7)."""
    terms = event.get("settings", {}).get("imj", {})
    names = ("lowest_fans", "highest_fans", "start_mados")
    return agreed_game(event["rules"], Agreed(**{name: terms[name] for name in names if name in terms}))


def _releases(document: dict[str, Any]) -> Iterator[Problem]:
    """Check that sessions are released in order (rulings: Publication)."""
    held = None
    for index, session in sorted(enumerate(document["sessions"]), key=lambda pair: pair[1]["number"]):
        if "released" not in session:
            held = session["number"] if held is None else held
        elif held is not None:
            path = ("sessions", index, "released")
            yield Problem(path, "released-early", {"value": session["number"], "held": held})


def _starts(document: dict[str, Any]) -> Iterator[Problem]:
    """Check that sessions start in order, and that sessions of a rehearsal are not released."""
    last = None
    for index, session in sorted(enumerate(document["sessions"]), key=lambda pair: pair[1]["number"]):
        if "released" in session and document["event"].get("rehearsal"):
            yield Problem(("sessions", index, "released"), "released-rehearsal", {"value": session["number"]})
        if "starts" not in session:
            continue
        if last is not None and session["starts"] <= last["starts"]:
            params = {"value": session["number"], "before": last["number"]}
            yield Problem(("sessions", index, "starts"), "starts-early", params)
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
    yield from twice(
        ((*path, "tables", index, "number"), table["number"]) for index, table in enumerate(session["tables"])
    )
    named: list[Named] = []
    for index, table in enumerate(session["tables"]):
        here = (*path, "tables", index)
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
    for position, person in enumerate(table.get("persons", [])):
        if "number" in person:
            yield (*path, "persons", position, "number"), person["number"], (index, person["seat"])


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
    rows = enumerate(session.get("penalties", []))
    yield from twice((((*path, "penalties", index, "order"), row.get("order", index)) for index, row in rows))
    for index, penalty in enumerate(session.get("penalties", [])):
        here = (*path, "penalties", index)
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
    rows = [((*path, "line_ups", index), row) for index, row in enumerate(session.get("line_ups", []))]
    if rows and session["tables"]:
        yield Problem((*path, "line_ups"), "line-up-with-tables", {"value": session["number"]})
    for key in ("number", "by"):
        yield from twice(((*here, key), row[key]) for here, row in rows)
        yield from unknown((((*here, key), row[key]) for here, row in rows), entries, "unknown-player")
    for here, row in rows:
        holder, by = (entries.get(row[key], {}) for key in ("number", "by"))
        kinds = (holder.get("kind", "player"), by.get("kind", "player"))
        if holder and by and (kinds != ("player", "reserve") or not by.get("team") or by["team"] != holder.get("team")):
            yield Problem((*here, "by"), "line-up-of-others", {"value": row["by"], "number": row["number"]})
