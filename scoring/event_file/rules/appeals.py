"""What is wrong with the appeals and rulings of an event file."""

from collections.abc import Iterator
from typing import Any

from scoring.appeals.rules import UNDECIDED, State
from scoring.event_file.rules.problem import Problem, Steps, twice, unknown


def appeal_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Numbers given twice, what is not there, a late one that is not inadmissible, steps against the state."""
    rulings = list(_rulings(document))
    yield from twice(((*path, "number"), one["number"]) for path, one in rulings)
    appeals: list[tuple[Steps, dict[str, Any]]] = [
        (("appeals", at), one) for at, one in enumerate(document.get("appeals", []))
    ]
    yield from twice(((*path, "number"), one["number"]) for path, one in appeals)
    players = {player["number"]: player for player in document["players"]}
    yield from unknown((((*path, "player"), one["player"]) for path, one in appeals), players, "unknown-player")
    yield from _targets(document, appeals, {one["number"] for _path, one in rulings})
    for path, one in appeals:
        if one["by"] == "leader" and "team" not in players.get(one["player"], {"team": 0}):
            yield Problem((*path, "by"), "appeal-leader", {"number": one["number"]})
        yield from _state(path, one)


def _rulings(document: dict[str, Any]) -> Iterator[tuple[Steps, dict[str, Any]]]:
    for at, session in enumerate(document["sessions"]):
        for number, table in enumerate(session["tables"]):
            for index, one in enumerate(table.get("rulings", [])):
                yield ("sessions", at, "tables", number, "rulings", index), one


def _targets(
    document: dict[str, Any], appeals: list[tuple[Steps, dict[str, Any]]], rulings: set[int]
) -> Iterator[Problem]:
    """Each is against a ruling, a foul or the sheet of a table, and all that is named is there."""
    tables = {(session["number"], table["number"]) for session in document["sessions"] for table in session["tables"]}
    sessions = {session["number"] for session in document["sessions"]}
    fouls = _foul_numbers(document)
    yield from unknown((((*path, "session"), one["session"]) for path, one in appeals), sessions, "unknown-session")
    yield from unknown((((*path, "ruling"), one.get("ruling")) for path, one in appeals), rulings, "unknown-ruling")
    yield from unknown((((*path, "foul"), one.get("foul")) for path, one in appeals), fouls, "unknown-foul")
    for path, one in appeals:
        key = {"sheet": "table"}.get(one["against"], one["against"])
        if key not in one:
            yield Problem((*path, "against"), "appeal-against", {"value": one["against"]})
        if "table" in one and (one["session"], one["table"]) not in tables:
            yield Problem((*path, "table"), "unknown-table", {"value": one["table"]})
        for at, made in enumerate(one.get("corrections", [])):
            here = (*path, "corrections", at)
            if ("table" in made) == ("foul" in made) or ("table" in made) != ("session" in made):
                yield Problem(here, "correction-of-nothing", {})
            elif "table" in made and (made["session"], made["table"]) not in tables:
                yield Problem((*here, "table"), "unknown-table", {"value": made["table"]})
            yield from unknown([((*here, "foul"), made.get("foul"))], fouls, "unknown-foul")


def _foul_numbers(document: dict[str, Any]) -> set[int]:
    found = list(document.get("fouls", []))
    for session in document["sessions"]:
        found += session.get("fouls", [])
        for table in session["tables"]:
            found += table.get("fouls", [])
    return {foul["number"] for foul in found}


def _state(path: Steps, one: dict[str, Any]) -> Iterator[Problem]:
    """The last step's outcome is the state; a late appeal is inadmissible (3.12.2)."""
    state, steps = one["state"], one["steps"]
    if one.get("late") and state != State.INADMISSIBLE:
        yield Problem((*path, "late"), "appeal-late", {"number": one["number"]})
    if [step["order"] for step in steps] != list(range(1, len(steps) + 1)):
        yield Problem((*path, "steps"), "appeal-steps", {"number": one["number"]})
    expected = None if state in UNDECIDED else state
    if steps and steps[-1].get("outcome") != expected:
        yield Problem((*path, "state"), "appeal-state", {"value": state})
