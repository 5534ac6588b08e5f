"""Write CSV files for spreadsheets: UTF-8 with a byte order mark, figures as figures, texts as texts."""

import csv
import io
from collections.abc import Iterable, Sequence

#: A spreadsheet takes a text that begins with one of these for a formula (OWASP: CSV injection).
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def csv_file(headings: Sequence[str], rows: Iterable[Sequence[str | int | None]]) -> bytes:
    """Return the file as bytes.

    A text that begins like a formula gets a leading apostrophe; None is an empty cell. Figures are ints, or texts
    formatted by the caller: "-1.5" is a number and stays one.
    """
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\r\n")
    writer.writerow(map(_safe_cell, headings))
    writer.writerows(map(_safe_cell, row) for row in rows)
    return output.getvalue().encode("utf-8-sig")


def _safe_cell(value: str | int | None) -> str | int:
    if not isinstance(value, str):
        return "" if value is None else value
    dangerous = value.startswith(FORMULA) and not _is_figure(value)
    return f"'{value}" if dangerous else value


def _is_figure(text: str) -> bool:
    whole, _point, decimals = text.removeprefix("-").partition(".")
    return whole.isascii() and whole.isdigit() and (not decimals or (decimals.isascii() and decimals.isdigit()))
