"""Guess the columns of a list without headings from their contents; a person must check the guess."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournament.registration.rules.cells import key
from tournament.registration.rules.countries import country_code
from tournament.registration.rules.rows import KIND_OF

#: Number of examined rows from the top; share of cells that decides the type of a column.
SEEN_ROWS = 300
MOST_OF = 0.8
#: Shares of different texts: names hardly ever repeat, names of teams and groups do.
DIFFERENT, AGAIN = 0.9, 0.7


@dataclass(frozen=True)
class _Column:
    """The non-empty cells of one column, at its index."""

    index: int
    cells: list[str]

    def share(self, test: Callable[[str], object]) -> float:
        """Return the share of the cells that pass the test."""
        return sum(bool(test(cell)) for cell in self.cells) / len(self.cells)

    @property
    def different(self) -> float:
        """Return the number of different texts per cell."""
        return len({key(cell) for cell in self.cells}) / len(self.cells)


def guessed_mapping(rows: Sequence[Sequence[str]], countries: Mapping[str, str]) -> dict[str, int]:
    """Return field -> column index for a list without headings; empty if no column looks like names.

    ``countries`` as in ``country_code``. Each column gets at most one field: country, federation number, number, kind,
    names (two columns of single words are family and given names), team and group.
    """
    columns = _columns(rows)
    mapping: dict[str, int] = {}
    tests: dict[str, Callable[[str], object]] = {
        "country": lambda cell: country_code(cell, countries),
        "kind": lambda cell: key(cell) in KIND_OF,
        "federation_number": lambda cell: re.fullmatch(r"\d{7,8}([.,]0+)?", cell),
    }
    for field, test in tests.items():
        for column in columns:
            if field not in mapping and column.index not in mapping.values() and column.share(test) >= MOST_OF:
                mapping[field] = column.index
    unmapped = [column for column in columns if column.index not in mapping.values()]
    numbers = next(filter(_is_numbering, unmapped), None)
    if numbers:
        mapping["number"] = numbers.index
    unmapped = [column for column in columns if column.index not in mapping.values()]
    return mapping | _text_columns(list(filter(_is_text, unmapped)))


def _columns(rows: Sequence[Sequence[str]]) -> list[_Column]:
    seen = rows[:SEEN_ROWS]
    width = max((len(row) for row in seen), default=0)
    cells = [[row[index].strip() for row in seen if index < len(row) and row[index].strip()] for index in range(width)]
    return [_Column(index, column_cells) for index, column_cells in enumerate(cells) if column_cells]


def _is_numbering(column: _Column) -> bool:
    """Return whether these are different numbers from 1 to 9999, but not the row count (1, 2, 3, …)."""
    if column.share(lambda cell: re.fullmatch(r"[1-9]\d{0,3}", cell)) < 1 or column.different < 1:
        return False
    return [int(cell) for cell in column.cells] != list(range(1, len(column.cells) + 1))


def _is_text(column: _Column) -> bool:
    return column.share(lambda cell: any(sign.isalpha() for sign in cell) and "@" not in cell) >= MOST_OF


def _text_columns(columns: list[_Column]) -> dict[str, int]:
    """Map the columns of texts: names first, from the left; then the repeating ones, team before the coarser group."""
    mapping: dict[str, int] = {}
    named = [column for column in columns if column.different >= DIFFERENT]
    first = named[0] if named else max(columns, key=lambda column: column.different, default=None)
    if first is None:
        return mapping
    named = named or [first]
    second = named[1] if len(named) > 1 else None
    if second and _is_wide(first) != _is_wide(second):
        wide, latin = (first, second) if _is_wide(first) else (second, first)
        mapping |= {"name": wide.index, "latin_name": latin.index}
    elif second and _single_words(first) and _single_words(second):
        family, given = (second, first) if _capitals(second) and not _capitals(first) else (first, second)
        mapping |= {"family_name": family.index, "given_name": given.index}
    else:
        mapping["name"] = first.index
    repeating = [column for column in columns if column.index not in mapping.values() and column.different <= AGAIN]
    units = sorted(repeating, key=lambda column: -len({key(cell) for cell in column.cells}))
    return mapping | {field: column.index for field, column in zip(("team", "group"), units, strict=False)}


def _is_wide(column: _Column) -> bool:
    """Return whether these are names in Chinese characters or kana."""
    wide = ("CJK", "HIRAGANA", "KATAKANA")
    return column.share(lambda cell: unicodedata.name(cell[0], "").startswith(wide)) >= MOST_OF


def _single_words(column: _Column) -> bool:
    return column.share(lambda cell: len(cell.split()) == 1) >= MOST_OF


def _capitals(column: _Column) -> bool:
    return column.share(str.isupper) >= MOST_OF
