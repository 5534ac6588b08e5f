"""What is stored about a person as files to take along."""

import json
from typing import Any

from common.workbooks.writing import Heading, Sheet, workbook


def as_json(stored: dict[str, Any]) -> bytes:
    """The sections as one JSON document, as people can read it."""
    return json.dumps(stored, ensure_ascii=False, indent=2, default=str).encode()


def as_workbook(stored: dict[str, Any], title: str) -> bytes:
    """A worksheet for each section that holds something, with the names of the values as headings."""
    sheets = [
        Sheet(name, [Heading(column, 20) for column in rows[0]], [list(map(_cell, row.values())) for row in rows])
        for name, rows in stored.items()
        if rows
    ]
    return workbook(sheets, title=title)


def _cell(value: Any) -> Any:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: None}[value]
    return value if isinstance(value, int) else ", ".join(value) if isinstance(value, list) else str(value)
