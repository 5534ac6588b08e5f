"""Headings of lists in many languages, and the row that holds them."""

import re
from collections.abc import Sequence

from tournament.registration.rules.cells import key, words
from tournament.registration.rules.heading_words import LATIN, NATIVE, WORDS

#: The fields of a column, in display order.
FIELDS = (
    "name",
    "family_name",
    "given_name",
    "latin_name",
    "latin_family_name",
    "latin_given_name",
    "country",
    "federation_number",
    "number",
    "team",
    "group",
    "kind",
)
#: Field -> the field for the same name in Latin letters.
_IN_LATIN = {"name": "latin_name", "family_name": "latin_family_name", "given_name": "latin_given_name"}
_FIELD_OF = {key(word): field for field, text in WORDS.items() for word in words(text)}
_SCRIPT_OF = {key(word): script for script, text in (("latin", LATIN), ("native", NATIVE)) for word in words(text)}
_SCRIPTS = tuple(_SCRIPT_OF)
#: Headings whose meaning depends on the other columns: "Name" beside "Vorname" is the family name.
_VAGUE = frozenset(map(key, ("name", "nom", "nome", "nombre", "naam", "navn", "namn", "名字", "名")))
#: Number of rows from the top that are searched for headings.
SEARCHED_ROWS = 40


def field_of(heading: str) -> str | None:
    """Return the field that a heading names; None: no field.

    Also in two languages ("姓名 Name", "国家/Country") and with a script ("名（拼音）", "Family name (romaji)").
    """
    field = _FIELD_OF.get(key(heading))
    if field:
        return field
    parts = [part for part in re.split(r"[\s/|()（）\[\]【】〔〕:：_・-]+", heading) if part]
    # Try every split into two: "姓名 Player name", "姓名 拼音".
    halves = [(" ".join(parts[:middle]), " ".join(parts[middle:])) for middle in range(1, len(parts))]
    for first, second in halves + _glued(key(heading)):
        for named, script in ((first, second), (second, first)):
            field = _with_script(named, script)
            if field:
                return field
        fields = {_FIELD_OF.get(key(first)), _FIELD_OF.get(key(second))}
        if len(fields) == 1 and None not in fields:
            return fields.pop()
    return None


def _with_script(named: str, script: str) -> str | None:
    """Return the field of a name in a script: ("名", "拼音") is the given name in Latin letters."""
    field = _FIELD_OF.get(key(named))
    if field not in _IN_LATIN:
        return None
    return {"latin": _IN_LATIN[field], "native": field}.get(_SCRIPT_OF.get(key(script), ""))


def _glued(plain: str) -> list[tuple[str, str]]:
    """Return a heading without a gap split at a word for a script: "拼音名", "氏名ローマ字"."""
    if not plain.startswith(_SCRIPTS) and not plain.endswith(_SCRIPTS):
        return []
    ends = [(plain.removesuffix(script), script) for script in _SCRIPT_OF if plain.endswith(script)]
    return ends + [(plain.removeprefix(script), script) for script in _SCRIPT_OF if plain.startswith(script)]


def mapping_of(row: Sequence[str]) -> dict[str, int]:
    """Return field -> column index for a row of headings; the first of two columns of one field counts.

    Headings that depend on the others are settled: "Name" beside "First name" is the family name, and names in Latin
    letters are the names of a list that has no others.
    """
    mapping: dict[str, int] = {}
    for column, cell in enumerate(row):
        field = field_of(cell)
        if field:
            mapping.setdefault(field, column)
    _settle_vague(mapping, row)
    for field in ("family_name", "given_name"):
        latin = _IN_LATIN[field]
        if "name" not in mapping and field not in mapping and latin in mapping:
            mapping[field] = mapping.pop(latin)
    if not names_somebody(mapping) and "latin_name" in mapping:
        mapping["name"] = mapping.pop("latin_name")
    return mapping


def _settle_vague(mapping: dict[str, int], row: Sequence[str]) -> None:
    """Give a column with a vague heading the field that the other columns leave."""

    def rename(field: str, renamed: str) -> None:
        if field in mapping and renamed not in mapping and key(row[mapping[field]]) in _VAGUE:
            mapping[renamed] = mapping.pop(field)

    parts = {"family_name", "given_name"} & mapping.keys()
    if parts == {"given_name"} and "name" in mapping:
        rename("name", "family_name")
    elif len(parts) == 1 and not {"name", "latin_family_name", "latin_given_name"} & mapping.keys():
        rename(parts.pop(), "name")


def names_somebody(mapping: dict[str, int]) -> bool:
    """Return whether the columns hold a name."""
    return bool({"name", "family_name"} & mapping.keys())


def heading_row(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the index of the row that names the most columns, including a name; None: there is none.

    A single heading must be alone in its row: a title such as "Team" is not a heading of a wide list.
    """
    best, most = None, 0
    for index, row in enumerate(rows[:SEARCHED_ROWS]):
        mapping = mapping_of(row)
        alone = sum(bool(cell.strip()) for cell in row) == 1
        if names_somebody(mapping) and len(mapping) > most and (len(mapping) > 1 or alone):
            best, most = index, len(mapping)
    return best


def best_sheet(sheets: Sequence[Sequence[Sequence[str]]]) -> int:
    """Return the index of the sheet whose headings name the most columns, then of the one with the most rows."""

    def worth(index: int) -> tuple[int, int, int]:
        row = heading_row(sheets[index])
        return (0 if row is None else len(mapping_of(sheets[index][row])), len(sheets[index]), -index)

    return max(range(len(sheets)), key=worth)


def repeats(row: Sequence[str], mapping: dict[str, int]) -> bool:
    """Return whether a later row repeats the headings, as on the second page of a print."""
    repeated = mapping_of(row)
    return len(repeated) > 1 and all(mapping.get(field) == column for field, column in repeated.items())
