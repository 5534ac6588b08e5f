"""Everything that is stored about a person, as files to download."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from common.files.workbooks.writing import Heading, Sheet, Value, workbook


def as_json(stored: dict[str, Any]) -> bytes:
    """Return the sections as one JSON document."""
    return json.dumps(stored, ensure_ascii=False, indent=2, default=str).encode()


def as_workbook(sections: Mapping[str, Sequence[Mapping[str, Value]]], title: str) -> bytes:
    """Return a worksheet for each section that is not empty: translated section name -> rows of values by heading."""
    sheets = [
        Sheet(name, [Heading(column, 20) for column in rows[0]], [list(row.values()) for row in rows], title=title)
        for name, rows in sections.items()
        if rows
    ]
    return workbook(sheets, title=title)
