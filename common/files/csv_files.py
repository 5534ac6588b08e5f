"""Writing CSV files that spreadsheets open as they are: UTF-8 with its mark, figures as figures, texts as texts."""

import csv
import io
from collections.abc import Iterable, Sequence

#: With these a text would be taken for a formula (OWASP: CSV injection).
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def csv_file(headings: Sequence[str], rows: Iterable[Sequence[str | int | None]]) -> bytes:
    """The file. A text that begins as a formula gets an apostrophe before it; None is an empty cell.

    Figures are ints, or texts that the caller made of figures: "-1.5" is a number and stays one.
    """
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\r\n")
    writer.writerow(map(_plain, headings))
    writer.writerows(map(_plain, row) for row in rows)
    return output.getvalue().encode("utf-8-sig")


def _plain(value: str | int | None) -> str | int:
    if not isinstance(value, str):
        return "" if value is None else value
    dangerous = value.startswith(FORMULA) and not _is_figure(value)
    return f"'{value}" if dangerous else value


def _is_figure(text: str) -> bool:
    whole, _point, decimals = text.removeprefix("-").partition(".")
    return whole.isascii() and whole.isdigit() and (not decimals or (decimals.isascii() and decimals.isdigit()))
