"""Check the appeals and rulings of an event file."""

from collections.abc import Iterator
from typing import Any

from scoring.appeals.rules import UNDECIDED, State
from scoring.event_file.rules.problem import Problem, Steps, twice, unknown


def appeal_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Find repeated numbers, unknown references, late appeals that are admissible, and steps against the state."""
    rulings = list(_rulings(document))
    yield from twice(((*path, "number"), ruling["number"]) for path, ruling in rulings)
    appeals: list[tuple[Steps, dict[str, Any]]] = [
        (("appeals", index), appeal) for index, appeal in enumerate(document.get("appeals", []))
    ]
    yield from twice(((*path, "number"), appeal["number"]) for path, appeal in appeals)
    players = {player["number"]: player for player in document["players"]}
    yield from unknown((((*path, "player"), appeal["player"]) for path, appeal in appeals), players, "unknown-player")
    yield from _targets(document, appeals, {ruling["number"] for _path, ruling in rulings})
    for path, appeal in appeals:
        if appeal["by"] == "leader" and "team" not in players.get(appeal["player"], {"team": 0}):
            yield Problem((*path, "by"), "appeal-leader", {"number": appeal["number"]})
        yield from _state(path, appeal)


def _rulings(document: dict[str, Any]) -> Iterator[tuple[Steps, dict[str, Any]]]:
    for session_index, session in enumerate(document["sessions"]):
        for table_index, table in enumerate(session["tables"]):
            for index, ruling in enumerate(table.get("rulings", [])):
                yield ("sessions", session_index, "tables", table_index, "rulings", index), ruling


def _targets(
    document: dict[str, Any], appeals: list[tuple[Steps, dict[str, Any]]], rulings: set[int]
) -> Iterator[Problem]:
    """Find appeals without a ruling, foul or sheet as their target, and references that do not exist."""
    tables = {(session["number"], table["number"]) for session in document["sessions"] for table in session["tables"]}
    sessions = {session["number"] for session in document["sessions"]}
    fouls = _foul_numbers(document)
    for key, known in (("session", sessions), ("ruling", rulings), ("foul", fouls)):
        yield from unknown((((*path, key), appeal.get(key)) for path, appeal in appeals), known, f"unknown-{key}")
    for path, appeal in appeals:
        key = {"sheet": "table", "other": "subject"}.get(appeal["against"], appeal["against"])
        if key not in appeal:
            yield Problem((*path, "against"), "appeal-against", {"value": appeal["against"]})
        if "table" in appeal and (appeal["session"], appeal["table"]) not in tables:
            yield Problem((*path, "table"), "unknown-table", {"value": appeal["table"]})
        for index, correction in enumerate(appeal.get("corrections", [])):
            correction_path = (*path, "corrections", index)
            has_table = "table" in correction
            if has_table == ("foul" in correction) or has_table != ("session" in correction):
                yield Problem(correction_path, "correction-of-nothing", {})
            elif has_table and (correction["session"], correction["table"]) not in tables:
                yield Problem((*correction_path, "table"), "unknown-table", {"value": correction["table"]})
            yield from unknown([((*correction_path, "foul"), correction.get("foul"))], fouls, "unknown-foul")


def _foul_numbers(document: dict[str, Any]) -> set[int]:
    foul_rows = list(document.get("fouls", []))
    for session in document["sessions"]:
        foul_rows += session.get("fouls", [])
        for table in session["tables"]:
            foul_rows += table.get("fouls", [])
    return {foul["number"] for foul in foul_rows}


def _state(path: Steps, appeal: dict[str, Any]) -> Iterator[Problem]:
    """Check that the last step's outcome is the state, and that a late appeal is inadmissible (3.12.2)."""
    state, steps = appeal["state"], appeal["steps"]
    if appeal.get("late") and state != State.INADMISSIBLE:
        yield Problem((*path, "late"), "appeal-late", {"number": appeal["number"]})
    if [step["order"] for step in steps] != list(range(1, len(steps) + 1)):
        yield Problem((*path, "steps"), "appeal-steps", {"number": appeal["number"]})
    expected = None if state in UNDECIDED else state
    if steps and steps[-1].get("outcome") != expected:
        yield Problem((*path, "state"), "appeal-state", {"value": state})
