"""Check the appeals and rulings of an event file."""

from collections.abc import Iterator
from typing import Any

from scoring.appeals.rules import UNDECIDED, State
from scoring.event_file.rules.fouls import fouls_in
from scoring.event_file.rules.problem import Problem, Rows, Steps, column, rows_in, tables_in, twice, unknown


def appeal_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Find repeated numbers, unknown references, late appeals that are admissible, and steps against the state."""
    rulings = [row for path, table in tables_in(document) for row in rows_in(table, "rulings", path)]
    yield from twice(column(rulings, "number"))
    appeals = rows_in(document, "appeals")
    yield from twice(column(appeals, "number"))
    players = {player["number"]: player for player in document["players"]}
    yield from unknown(column(appeals, "player"), players, "unknown-player")
    yield from _targets(document, appeals, {ruling["number"] for _path, ruling in rulings})
    for path, appeal in appeals:
        if appeal["by"] == "leader" and "team" not in players.get(appeal["player"], {"team": 0}):
            yield Problem((*path, "by"), "appeal-leader", {"number": appeal["number"]})
        yield from _state(path, appeal)


def _targets(document: dict[str, Any], appeals: Rows, rulings: set[int]) -> Iterator[Problem]:
    """Find appeals without a ruling, foul or sheet as their target, and references that do not exist."""
    tables = {(session["number"], table["number"]) for session in document["sessions"] for table in session["tables"]}
    sessions = {session["number"] for session in document["sessions"]}
    fouls = {foul["number"] for _path, foul in fouls_in(document)}
    for key, known in (("session", sessions), ("ruling", rulings), ("foul", fouls)):
        yield from unknown(column(appeals, key), known, f"unknown-{key}")
    for path, appeal in appeals:
        key = {"sheet": "table", "other": "subject"}.get(appeal["against"], appeal["against"])
        if key not in appeal:
            yield Problem((*path, "against"), "appeal-against", {"value": appeal["against"]})
        if "table" in appeal and (appeal["session"], appeal["table"]) not in tables:
            yield Problem((*path, "table"), "unknown-table", {"value": appeal["table"]})
        for correction_path, correction in rows_in(appeal, "corrections", path):
            has_table = "table" in correction
            if has_table == ("foul" in correction) or has_table != ("session" in correction):
                yield Problem(correction_path, "correction-of-nothing", {})
            elif has_table and (correction["session"], correction["table"]) not in tables:
                yield Problem((*correction_path, "table"), "unknown-table", {"value": correction["table"]})
            yield from unknown([((*correction_path, "foul"), correction.get("foul"))], fouls, "unknown-foul")


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
