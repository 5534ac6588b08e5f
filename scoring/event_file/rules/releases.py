"""Check official marks, corrections and the closing in an event file."""

from collections.abc import Container, Iterator
from typing import Any

from scoring.event_file.rules.problem import Problem, Steps, twice, unknown
from scoring.game.rules.games import game_of
from scoring.game.rules.table_points import TWELFTHS, as_text, parse_stated


def release_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Find official sessions that are not released, wrong corrections, and closed rehearsals."""
    if "closed" in document["event"] and document["event"].get("rehearsal"):
        yield Problem(("event", "closed"), "closed-rehearsal", {})
    known = {player["number"] for player in document["players"]}
    most = max(game_of(document["event"]["rules"]).terms.places)
    for index, session in enumerate(document["sessions"]):
        if "official" in session and "released" not in session:
            yield Problem(("sessions", index, "official"), "official-unreleased", {"value": session["number"]})
        for position, table in enumerate(session["tables"]):
            yield from _corrections(table, ("sessions", index, "tables", position, "corrections"), known, most)


def _corrections(table: dict[str, Any], path: Steps, known: Container[int], most: int) -> Iterator[Problem]:
    rows = [((*path, index), row) for index, row in enumerate(table.get("corrections", []))]
    yield from twice(((*here, "begun"), row["begun"]) for here, row in rows)
    in_progress = [here for here, row in rows if "corrected" not in row]
    yield from (Problem(here, "corrections-open", {}) for here in in_progress[1:])
    for here, row in rows:
        if row.get("corrected", row["begun"]) < row["begun"]:
            yield Problem((*here, "corrected"), "correction-backwards", {"value": row["begun"]})
        for key in ("before", "after"):
            results = [((*here, key, index), result) for index, result in enumerate(row.get(key, []))]
            numbers = [((*where, "number"), result["number"]) for where, result in results]
            yield from twice(numbers)
            yield from unknown(numbers, known, "unknown-player")
            for where, result in results:
                if not _counts(result["table_points"], most):
                    yield Problem((*where, "table_points"), "no-table-points", {"value": result["table_points"]})


def _counts(text: str, most: int) -> bool:
    """Whether the text is a possible number of table points, 0 to ``most`` twelfths, as an export writes it."""
    points = parse_stated(text)
    return (points * TWELFTHS).denominator == 1 and points * TWELFTHS <= most and as_text(points) == text
