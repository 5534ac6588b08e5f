"""The process that reads one workbook from standard input and prints its sheets as JSON."""

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
#: Characters of all cells. A text that many cells share, or that is merged over many rows, is in the file only once.
MOST_CHARACTERS = 20_000_000
#: Bytes of memory; a workbook within the limits needs a small part of it.
MOST_MEMORY = 2_000_000_000


class TooMuch(Exception):
    """A limit is exceeded; the arguments are the error code and the limit."""


def sheets(data: bytes) -> Iterator[dict[str, Any]]:
    """Yield every sheet with its rows."""
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=False, keep_links=False)
    if len(book.sheetnames) > MOST_SHEETS:
        raise TooMuch("too_many_sheets", MOST_SHEETS)
    characters = 0
    for sheet in book.worksheets:
        # The size that the file declares may be wrong.
        sheet.reset_dimensions()
        texts = list(rows(sheet))
        for column, first, last in merged_down(book._archive, sheet._worksheet_path):
            fill(texts, column, first, last)
        characters += sum(len(text) for row in texts for text in row)
        if characters > MOST_CHARACTERS:
            raise TooMuch("unpacks_too_large", MOST_CHARACTERS // 1_000_000)
        yield {"name": sheet.title, "rows": texts}


def rows(sheet: Any) -> Iterator[list[str]]:
    """Yield the rows as texts, without trailing empty cells, up to the last row that is not empty."""
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
    # openpyxl gives a formula over several cells as an object.
    return "="


def merged_down(archive: zipfile.ZipFile, path: str) -> Iterator[tuple[int, int, int]]:
    """Yield column, first and last row, counted from 0, of each block of cells merged over several rows."""
    count = 0
    with archive.open(path) as part:
        for _event, element in iterparse(part):
            if element.tag.endswith("}mergeCell"):
                count += 1
                if count > MOST_MERGED:
                    raise TooMuch("too_many_merged", MOST_MERGED)
                column, first, _last_column, last = range_boundaries(element.get("ref"))
                if column and first and last and last > first:
                    yield column - 1, first - 1, min(last, MOST_ROWS) - 1
            element.clear()


def fill(rows: list[list[str]], column: int, first: int, last: int) -> None:
    """Write the text of a merged block into each of its rows."""
    if first >= len(rows) or column >= len(rows[first]):
        return
    text = rows[first][column]
    for row in rows[first + 1 : last + 1]:
        if row:
            row += [""] * (column + 1 - len(row))
            row[column] = text


def answer(data: bytes) -> dict[str, Any]:
    """Return the JSON answer of the process: the sheets, or an error with its limit."""
    try:
        return {"sheets": list(sheets(data))}
    except TooMuch as much:
        code, most = much.args
        return {"error": code, "most": most}
    except (
        DefusedXmlException, InvalidFileException, ParseError, zipfile.BadZipFile,
        ArithmeticError, AttributeError, EOFError, LookupError, MemoryError, OSError, TypeError, ValueError,
    ):  # fmt: skip
        # A broken part can raise any of these in openpyxl.
        return {"error": "broken_workbook"}


def main() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    json.dump(answer(sys.stdin.buffer.read()), sys.stdout)


if __name__ == "__main__":
    main()
