"""The process that reads one workbook from its standard input and writes its sheets as JSON."""

import io
import json
import sys
import zipfile
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

import openpyxl
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import ParseError, iterparse
from openpyxl.utils.cell import range_boundaries
from openpyxl.utils.exceptions import InvalidFileException

MOST_SHEETS, MOST_ROWS, MOST_COLUMNS, MOST_MERGED = 50, 20_000, 200, 20_000
#: Bytes of memory; a workbook within the limits needs a small part of it.
MOST_MEMORY = 2_000_000_000


class TooMuch(Exception):
    """More of something than a list can have; the arguments are the error's code and its limit."""


def sheets(data: bytes) -> Iterator[dict[str, Any]]:
    """Every sheet that has rows."""
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=False, keep_links=False)
    if len(book.sheetnames) > MOST_SHEETS:
        raise TooMuch("too_many_sheets", MOST_SHEETS)
    for sheet in book.worksheets:
        # What the file says of its own size may be wrong.
        sheet.reset_dimensions()
        found = list(rows(sheet))
        for column, first, last in merged_down(book._archive, sheet._worksheet_path):
            fill(found, column, first, last)
        yield {"name": sheet.title, "rows": found}


def rows(sheet: Any) -> Iterator[list[str]]:
    """The rows as texts, without empty cells at the end, up to the last that is not empty."""
    empty = 0
    for number, row in enumerate(sheet.iter_rows(), start=1):
        texts = [text_of(cell.value) for cell in row]
        while texts and not texts[-1].strip():
            texts.pop()
        if not texts:
            empty += 1
            continue
        if number > MOST_ROWS:
            raise TooMuch("too_many_rows", MOST_ROWS)
        if len(texts) > MOST_COLUMNS:
            raise TooMuch("too_many_columns", MOST_COLUMNS)
        yield from ([] for _ in range(empty))
        empty = 0
        yield texts


def text_of(value: Any) -> str:
    """A cell as text."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str | int | float):
        return str(value)
    # A formula over several cells is an object of its own.
    return "="


def merged_down(archive: zipfile.ZipFile, path: str) -> Iterator[tuple[int, int, int]]:
    """Column, first and last row, counted from 0, of each block of cells that was merged over several rows."""
    found = 0
    with archive.open(path) as part:
        for _event, element in iterparse(part):
            if element.tag.endswith("}mergeCell"):
                found += 1
                if found > MOST_MERGED:
                    raise TooMuch("too_many_merged", MOST_MERGED)
                column, first, _last_column, last = range_boundaries(element.get("ref"))
                if column and first and last and last > first:
                    yield column - 1, first - 1, min(last, MOST_ROWS) - 1
            element.clear()


def fill(found: list[list[str]], column: int, first: int, last: int) -> None:
    """Write the text of a merged block into each of its rows."""
    if first >= len(found) or column >= len(found[first]):
        return
    text = found[first][column]
    for row in found[first + 1 : last + 1]:
        if row:
            row += [""] * (column + 1 - len(row))
            row[column] = text


def answer(data: bytes) -> dict[str, Any]:
    """What the process writes: the sheets, or an error with its limit."""
    try:
        return {"sheets": list(sheets(data))}
    except TooMuch as much:
        code, most = much.args
        return {"error": code, "most": most}
    except (
        DefusedXmlException, InvalidFileException, ParseError, zipfile.BadZipFile,
        ArithmeticError, AttributeError, EOFError, LookupError, MemoryError, OSError, TypeError, ValueError,
    ):  # fmt: skip
        # openpyxl meets a broken part with whatever error its own code runs into.
        return {"error": "broken_workbook"}


def main() -> None:
    """Read, and write the answer."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    json.dump(answer(sys.stdin.buffer.read()), sys.stdout)


if __name__ == "__main__":
    main()
