"""Columns of a list of members: those of a person as in a list of registrations, the club, and the kinds of numbers."""

import re
from collections.abc import Iterable, Mapping, Sequence

from tournament.people.rules import NumberKind
from tournament.registration.rules.cells import key, words
from tournament.registration.rules.guessing import guessed_mapping
from tournament.registration.rules.headings import heading_row, mapping_of

#: The columns of a person, by the names that lists of registrations use.
PERSON = (
    "name", "family_name", "given_name", "latin_name", "latin_family_name", "latin_given_name", "country",
)  # fmt: skip
#: Column -> kind of the number in it.
NUMBERS = {f"{kind.value}_number": kind for kind in NumberKind}
COLUMNS = (*PERSON, "club", *NUMBERS)
_WORDS = {
    "ema_number": """
        ema, ema number, ema no, ema id, ema nr, ema-nummer, numéro ema, numero ema, número ema, EMA编号, EMA号,
        EMA番号
    """,
    "jmsa_number": "jmsa, jmsa number, jmsa no, jmsa id, JMSA编号, JMSA番号, 日本健康麻将協会番号",
    "national_number": """
        national number, national no, national id, national membership number, federation's number, 国内编号,
        国家编号, 国内番号, nationale nummer, numéro national, numero nazionale, número nacional, nationales kennzeichen
    """,
}
_FIELD_OF = {key(word): field for field, text in _WORDS.items() for word in words(text)}
#: The share of a column's cells that must look like EMA numbers.
MOST_OF = 0.8
_EMA = re.compile(r"0?\d{7}([.,]0+)?")


def columns_of(rows: Sequence[Sequence[str]], countries: Mapping[str, str]) -> tuple[int | None, dict[str, int], bool]:
    """Return the heading row (index), column -> index, and whether it is a guess; ``countries`` as in `country_code`.

    Without headings the contents are examined, and a person must check the guess. A number whose heading names no kind
    ("Membership number") is an EMA number if most cells look like one, else a national number.
    """
    heading = heading_row(rows)
    if heading is None:
        return None, _by_contents(rows, countries), True
    return heading, _by_headings(rows, heading), False


def _by_headings(rows: Sequence[Sequence[str]], heading: int) -> dict[str, int]:
    person = mapping_of(rows[heading])
    mapping = {name: column for name, column in person.items() if name in PERSON}
    if "group" in person:
        mapping["club"] = person["group"]
    for column, cell in enumerate(rows[heading]):
        field = _FIELD_OF.get(key(cell))
        if field:
            mapping.setdefault(field, column)
    for name in ("federation_number", "number"):
        if name in person and person[name] not in mapping.values():
            mapping.setdefault(_kind_of(_cells(rows[heading + 1 :], person[name])), person[name])
    return mapping


def _by_contents(rows: Sequence[Sequence[str]], countries: Mapping[str, str]) -> dict[str, int]:
    guessed = guessed_mapping(rows, countries)
    mapping = {name: column for name, column in guessed.items() if name in PERSON}
    for name in ("federation_number", "number"):
        if name in guessed:
            mapping.setdefault(_kind_of(_cells(rows, guessed[name])), guessed[name])
    return mapping


def _cells(rows: Sequence[Sequence[str]], column: int) -> list[str]:
    return [row[column].strip() for row in rows if column < len(row) and row[column].strip()]


def _kind_of(cells: Iterable[str]) -> str:
    cells = list(cells)
    alike = sum(bool(_EMA.fullmatch(cell)) for cell in cells)
    return "ema_number" if cells and alike >= MOST_OF * len(cells) else "national_number"


def person_mapping(mapping: Mapping[str, int]) -> dict[str, int]:
    """Return the columns by the names that the rows of registrations are read with; the club is their group."""
    person = {name: mapping[name] for name in PERSON if name in mapping}
    return person | ({"group": mapping["club"]} if "club" in mapping else {})
