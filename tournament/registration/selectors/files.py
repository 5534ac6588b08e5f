"""Read a file or pasted text as sheets of rows, within the limits; interpretation follows later."""

from typing import Any

from common.files.workbooks import WorkbookError, read_workbook
from tournament.registration.rules.notes import Unreadable
from tournament.registration.rules.text import decoded, pasted_rows, rows_of_text

MOST_BYTES = 10_000_000
#: First bytes of files that are not text: ZIP (XLSX, ODS), old Excel, PDF.
_ZIP, _OLD_EXCEL, _PDF = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF"


def sheets_of_file(data: bytes) -> tuple[list[dict[str, Any]], str]:
    """Return the sheets of a file (``{"name", "rows"}``; a text is one without a name), and the encoding of a text.

    The content decides the format, not the file name. Raises Unreadable.
    """
    if len(data) > MOST_BYTES:
        raise Unreadable("too_large", most=MOST_BYTES // 1_000_000)
    if data.startswith((_OLD_EXCEL, _PDF)):
        raise Unreadable("other_format")
    if not data.startswith(_ZIP):
        text, encoding = decoded(data)
        return [{"name": "", "rows": rows_of_text(text)}], encoding
    try:
        sheets = [sheet for sheet in read_workbook(data) if sheet["rows"]]
    except WorkbookError as error:
        raise Unreadable(error.code, **error.figures) from None
    if not sheets:
        raise Unreadable("empty")
    return sheets, ""


def sheets_of_text(text: str) -> list[dict[str, Any]]:
    """Return the single sheet of a pasted text. Raises Unreadable."""
    return [{"name": "", "rows": pasted_rows(text)}]
