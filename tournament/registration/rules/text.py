"""Lists as text: find the encoding, the delimiter and the rows."""

import codecs
import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Callable

from tournament.registration.rules.notes import Unreadable

MOST_ROWS = 20_000
MOST_COLUMNS = 200
#: Maximum length of a cell; no personal datum is longer.
LONGEST_CELL = 2_000
DELIMITERS = ("\t", ";", ",", "|")
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_WIDE_GAP = re.compile(r" {2,}|\u3000{2,}")
#: Prefixes of lines in mails: quotation marks, bullets, running numbers.
_BEFORE_LINE = re.compile(r"^(?:>\s?)*\s*(?:[-*•·]\s+|\(?\d{1,4}[.)、]\s*)?")


def decoded(data: bytes) -> tuple[str, str]:
    """Return the text of ``data`` and the name of its encoding.

    A byte order mark decides, then valid UTF-8, then UTF-16 by its zero bytes; else the most plausible of GB18030,
    Shift-JIS and latin-1 (as Windows writes it).
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strict(data, encoding), encoding
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _guessed(data)
    encoding = _utf16(data) if "\0" in text else ""
    return (_strict(data, encoding), encoding) if encoding else (text, "utf-8")


def _strict(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise Unreadable("not_text") from None


def _utf16(data: bytes) -> str:
    """Return the UTF-16 variant of ``data`` without mark; empty: neither.

    It counts the zero bytes of characters below U+0100.
    """
    low, high = data[1::2].count(0), data[0::2].count(0)
    if max(low, high) * 10 < len(data) // 2:
        return ""
    return "utf-16-le" if low > high else "utf-16-be"


def _guessed(data: bytes) -> tuple[str, str]:
    decodings: list[tuple[float, int, str, str]] = []
    odd_in: dict[str, Callable[[str], float]] = {"gb18030": _odd_chinese, "cp932": _odd_japanese, "cp1252": _odd_latin}
    for encoding, oddness in odd_in.items():
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        decodings.append((oddness(text), len(decodings), text, encoding))
    utf16 = _utf16(data)
    if utf16:
        return _strict(data, utf16), utf16
    if not decodings:
        # Every byte is valid in latin-1.
        return data.decode("latin-1"), "latin-1"
    _share, _order, text, encoding = min(decodings)
    return text, encoding


def _share(text: str, common: Callable[[str], bool]) -> float:
    """Return the share of the non-ASCII characters that are not ``common``."""
    signs = [sign for sign in text if ord(sign) > 127]
    return sum(not common(sign) for sign in signs) / len(signs) if signs else 0.0


def _odd_chinese(text: str) -> float:
    return _share(text, lambda sign: _lead(sign, "gb2312") in {*range(0xA1, 0xA4), *range(0xB0, 0xD8)})


def _odd_japanese(text: str) -> float:
    return _share(text, lambda sign: _lead(sign, "shift_jis") in {*range(0x81, 0x85), *range(0x88, 0x99)})


def _lead(sign: str, encoding: str) -> int:
    """Return the first byte of a two-byte character; 0 if it does not have two bytes."""
    try:
        coded = sign.encode(encoding)
    except UnicodeEncodeError:
        return 0
    return coded[0] if len(coded) == 2 else 0


def _odd_latin(text: str) -> float:
    """Return the share of odd characters: accents in Latin words stand between plain letters, rarely in a row."""
    signs = [index for index, sign in enumerate(text) if ord(sign) > 127]
    odd = [
        index
        for index in signs
        if unicodedata.category(text[index])[0] != "L" or any(ord(sign) > 127 for sign in text[index + 1 : index + 2])
    ]
    return len(odd) / len(signs) if signs else 0.0


def rows_of_text(text: str) -> list[list[str]]:
    """Return the rows of a list, split by the delimiter that splits most rows alike. Raises Unreadable."""
    if "\0" in text:
        raise Unreadable("not_text")
    delimiter = delimiter_of(text)
    if delimiter is None:
        rows = [_WIDE_GAP.split(_BEFORE_LINE.sub("", line).strip()) for line in text.splitlines()]
    else:
        rows = _separated(text, delimiter)
    return checked_rows(rows)


def pasted_rows(text: str) -> list[list[str]]:
    """Return the rows of a list pasted from a mail: without quotation marks, bullets and running numbers."""
    return rows_of_text("\n".join(_BEFORE_LINE.sub("", line) for line in text.splitlines()))


def delimiter_of(text: str) -> str | None:
    """Return the delimiter of the cells, or None if none splits the rows."""
    best: tuple[float, int, int] = (0.5, 0, 0)
    chosen = None
    start = "\n".join(text.splitlines()[:200])
    for order, delimiter in enumerate(DELIMITERS):
        widths = [len(row) for row in _separated(start, delimiter) if any(cell.strip() for cell in row)]
        if not widths:
            continue
        width, count = Counter(widths).most_common(1)[0]
        score = (count / len(widths), width, -order)
        if width > 1 and score > best:
            best, chosen = score, delimiter
    return chosen


def _separated(text: str, delimiter: str) -> list[list[str]]:
    # An odd number of quotes means an inch mark or an unclosed quote: do not treat any as quoting.
    whole = text.count('"') % 2 == 0
    try:
        if whole:
            return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quoting=csv.QUOTE_NONE))
    except csv.Error:
        raise Unreadable("cell_too_long", most=LONGEST_CELL) from None


def checked_rows(rows: list[list[str]]) -> list[list[str]]:
    """Return the rows without empty ones at the end. Raises Unreadable if there are none, or too many or too large."""
    while rows and not any(cell.strip() for cell in rows[-1]):
        rows.pop()
    if not rows:
        raise Unreadable("empty")
    if len(rows) > MOST_ROWS:
        raise Unreadable("too_many_rows", most=MOST_ROWS)
    for number, row in enumerate(rows, start=1):
        if len(row) > MOST_COLUMNS:
            raise Unreadable("too_many_columns", most=MOST_COLUMNS, row=number)
        if any(len(cell) > LONGEST_CELL for cell in row):
            raise Unreadable("cell_too_long", most=LONGEST_CELL, row=number)
    return rows
