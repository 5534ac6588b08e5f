"""What is stored about a person as files to take along."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from common.files.workbooks.writing import Heading, Sheet, Value, workbook


def as_json(stored: dict[str, Any]) -> bytes:
    """The sections as one JSON document, as people can read it."""
    return json.dumps(stored, ensure_ascii=False, indent=2, default=str).encode()


def as_workbook(sections: Mapping[str, Sequence[Mapping[str, Value]]], title: str) -> bytes:
    """A worksheet for each section that holds something, in the words given: section -> rows of values by heading."""
    sheets = [
        Sheet(name, [Heading(column, 20) for column in rows[0]], [list(row.values()) for row in rows], title=title)
        for name, rows in sections.items()
        if rows
    ]
    return workbook(sheets, title=title)
