"""What the columns of a list without headings seem to hold, by what stands in them; somebody has to look at it."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournament.registration.rules.cells import key
from tournament.registration.rules.countries import country_code
from tournament.registration.rules.rows import KIND_OF

#: So many rows from the top are looked at; a column is what four cells of five in it are.
SEEN_ROWS = 300
MOST_OF = 0.8
#: Of names nearly every one is another; the names of teams and groups come again.
DIFFERENT, AGAIN = 0.9, 0.7


@dataclass(frozen=True)
class _Column:
    """The cells of one column that are not empty."""

    at: int
    cells: list[str]

    def share(self, test: Callable[[str], object]) -> float:
        """How many of the cells pass the test, as a share."""
        return sum(bool(test(cell)) for cell in self.cells) / len(self.cells)

    @property
    def different(self) -> float:
        """How many different texts there are for one cell."""
        return len({key(cell) for cell in self.cells}) / len(self.cells)


def guessed_mapping(rows: Sequence[Sequence[str]], countries: Mapping[str, str]) -> dict[str, int]:
    """Field -> column, counted from 0, of a list without headings; empty if no column looks like names.

    ``countries`` as in ``country_code``. Each column is one thing at most: countries, federation numbers, numbers,
    player or reserve, names (two columns of single words are family and given names), team and group.
    """
    columns = _columns(rows)
    found: dict[str, int] = {}
    tests: dict[str, Callable[[str], object]] = {
        "country": lambda cell: country_code(cell, countries),
        "kind": lambda cell: key(cell) in KIND_OF,
        "federation_number": lambda cell: re.fullmatch(r"\d{7,8}([.,]0+)?", cell),
    }
    for field, test in tests.items():
        for column in columns:
            if field not in found and column.at not in found.values() and column.share(test) >= MOST_OF:
                found[field] = column.at
    if numbers := next((one for one in columns if one.at not in found.values() and _is_numbering(one)), None):
        found["number"] = numbers.at
    return found | _texts([one for one in columns if one.at not in found.values() and _is_text(one)])


def _columns(rows: Sequence[Sequence[str]]) -> list[_Column]:
    seen = rows[:SEEN_ROWS]
    width = max((len(row) for row in seen), default=0)
    cells = [[row[at].strip() for row in seen if at < len(row) and row[at].strip()] for at in range(width)]
    return [_Column(at, found) for at, found in enumerate(cells) if found]


def _is_numbering(column: _Column) -> bool:
    """Whether these are numbers from 1 to 9999, each once; the count of the rows (1, 2, 3 and so on) is none."""
    if column.share(lambda cell: re.fullmatch(r"[1-9]\d{0,3}", cell)) < 1 or column.different < 1:
        return False
    return [int(cell) for cell in column.cells] != list(range(1, len(column.cells) + 1))


def _is_text(column: _Column) -> bool:
    return column.share(lambda cell: any(sign.isalpha() for sign in cell) and "@" not in cell) >= MOST_OF


def _texts(columns: list[_Column]) -> dict[str, int]:
    """Names first, from the left; then what comes again, the finer one the team, the coarser one the group."""
    found: dict[str, int] = {}
    named = [one for one in columns if one.different >= DIFFERENT]
    first = named[0] if named else max(columns, key=lambda one: one.different, default=None)
    if first is None:
        return found
    named = named or [first]
    second = named[1] if len(named) > 1 else None
    if second and _is_wide(first) != _is_wide(second):
        wide, latin = (first, second) if _is_wide(first) else (second, first)
        found |= {"name": wide.at, "latin_name": latin.at}
    elif second and _single_words(first) and _single_words(second):
        family, given = (second, first) if _capitals(second) and not _capitals(first) else (first, second)
        found |= {"family_name": family.at, "given_name": given.at}
    else:
        found["name"] = first.at
    again = [one for one in columns if one.at not in found.values() and one.different <= AGAIN]
    units = sorted(again, key=lambda one: -len({key(cell) for cell in one.cells}))
    return found | {field: one.at for field, one in zip(("team", "group"), units, strict=False)}


def _is_wide(column: _Column) -> bool:
    """Whether these are names in Chinese characters or kana."""
    wide = ("CJK", "HIRAGANA", "KATAKANA")
    return column.share(lambda cell: unicodedata.name(cell[0], "").startswith(wide)) >= MOST_OF


def _single_words(column: _Column) -> bool:
    return column.share(lambda cell: len(cell.split()) == 1) >= MOST_OF


def _capitals(column: _Column) -> bool:
    return column.share(str.isupper) >= MOST_OF
