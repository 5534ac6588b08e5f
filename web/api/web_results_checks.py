"""Checks of what an authorised web site sends; a refusal lists every wrong value."""

from pydantic import ValidationError

from common.files.json_files.errors import FileErrors
from common.files.json_files.reading import load
from ranking.record.rules.result_lists import Row, check_web, read_results
from tournament.registration.rules.notes import Unreadable
from tournament.registration.selectors.countries import country_names
from web.api.interface import mistakes
from web.api.web_results_schemas import FIELDS, WebResultsIn
from web.shared.record.list_labels import words_of

JSON_NAMES = {column: name for name, column in FIELDS.items()}


class Wrong(Exception):
    """The request is refused: ``answer`` as `Mistakes`, with the status."""

    def __init__(self, answer: dict[str, list[dict[str, str]]], status: int = 422) -> None:
        super().__init__(status)
        self.answer = answer
        self.status = status


def results_in(body: bytes) -> WebResultsIn:
    try:
        document = load(body)
    except FileErrors:
        raise Wrong(mistakes("body", "is not JSON"), 400) from None
    try:
        return WebResultsIn.model_validate(document)
    except ValidationError as error:
        errors = [{"where": _path(fault["loc"]), "message": fault["msg"]} for fault in error.errors()]
        raise Wrong({"errors": errors}) from None


def _path(parts: tuple[int | str, ...]) -> str:
    """Return ("results", 3, "web_points") as results[3].web_points."""
    path = ""
    for part in parts:
        if isinstance(part, int):
            path += f"[{part}]"
        elif part not in ("int", "str", "constrained-int") and not part.startswith("literal["):
            path += f".{part}" if path else part
    return path or "body"


def field_path(field: str) -> str:
    return "event" if field in ("", "slug") else f"event.{field}"


def check_rows(rows: list[list[str]], heading: int, mapping: dict[str, int], where: str, shift: int) -> None:
    """Refuse with all rows that cannot be read, so that no part of a list enters."""
    try:
        results, _skipped = read_results(rows, heading, mapping, country_names())
    except Unreadable as fault:
        raise Wrong(mistakes("body", words_of(fault.note))) from None
    if not results:
        raise Wrong(mistakes("body", "no row can be read"))
    check_web(results)
    errors = [problem for row in results for problem in _problems(row, where.format(row.row - shift))]
    if errors:
        raise Wrong({"errors": errors})


def _problems(row: Row, path: str) -> list[dict[str, str]]:
    problems = []
    for note in row.problems:
        column = dict(note.figures).get("field", "web_points" if note.code == "no_web_points" else "")
        name = JSON_NAMES.get(column, column)
        problems.append({"where": f"{path}.{name}" if name else path, "message": words_of(note)})
    return problems
