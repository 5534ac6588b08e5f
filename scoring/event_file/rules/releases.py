"""Check official marks, corrections and the closing in an event file."""

from collections.abc import Container, Iterator
from typing import Any

from scoring.event_file.rules.problem import Problem, Rows, column, rows_in, twice, unknown
from scoring.event_file.rules.terms import game_in
from scoring.game.rules.table_points import TWELFTHS, as_text, parse_stated


def release_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Find official sessions that are not released, wrong corrections, and closed rehearsals."""
    if "closed" in document["event"] and document["event"].get("rehearsal"):
        yield Problem(("event", "closed"), "closed-rehearsal", {})
    known = {player["number"] for player in document["players"]}
    most = max(game_in(document["event"]).terms.places)
    for path, session in rows_in(document, "sessions"):
        if "official" in session and "released" not in session:
            yield Problem((*path, "official"), "official-unreleased", {"value": session["number"]})
        for table_path, table in rows_in(session, "tables", path):
            yield from _corrections(rows_in(table, "corrections", table_path), known, most)


def _corrections(rows: Rows, known: Container[int], most: int) -> Iterator[Problem]:
    yield from twice(column(rows, "begun"))
    in_progress = [here for here, row in rows if "corrected" not in row]
    yield from (Problem(here, "corrections-open", {}) for here in in_progress[1:])
    for here, row in rows:
        if row.get("corrected", row["begun"]) < row["begun"]:
            yield Problem((*here, "corrected"), "correction-backwards", {"value": row["begun"]})
        for key in ("before", "after"):
            results = rows_in(row, key, here)
            numbers = column(results, "number")
            yield from twice(numbers)
            yield from unknown(numbers, known, "unknown-player")
            for where, result in results:
                if not _counts(result["table_points"], most):
                    yield Problem((*where, "table_points"), "no-table-points", {"value": result["table_points"]})


def _counts(text: str, most: int) -> bool:
    """Whether the text is a possible number of table points, 0 to ``most`` twelfths, as an export writes it."""
    points = parse_stated(text)
    return (points * TWELFTHS).denominator == 1 and points * TWELFTHS <= most and as_text(points) == text
