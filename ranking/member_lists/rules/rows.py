"""Read the rows of a list of members: each a member, or wrong with its reasons."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ranking.member_lists.rules.columns import NUMBERS, person_mapping
from tournament.people.rules import NumberKind
from tournament.registration.rules.cells import clean, is_formula
from tournament.registration.rules.federation import federation_number, of_another_country
from tournament.registration.rules.notes import Note, Unreadable, note
from tournament.registration.rules.rows import Candidate, Skipped, read_rows
from tournament.registry.rules.members import NUMBER, Member, Number


@dataclass
class MemberRow:
    """A row of the list (counted from 1): the member, notes, and problems; a row with problems is left out."""

    row: int
    member: Member
    notes: list[Note]
    problems: list[Note]


def read_members(
    rows: Sequence[Sequence[str]], heading: int | None, mapping: Mapping[str, int], countries: Mapping[str, str]
) -> tuple[list[MemberRow], list[Skipped]]:
    """Return the rows below the ``heading`` row (None: from the top), and those that hold no person.

    ``mapping`` leads from `columns.COLUMNS` to indexes, ``countries`` as in `country_code`. A row needs a name and a
    number; of two rows with one number the later is wrong. Raises Unreadable without a column of names or of numbers.
    """
    if not NUMBERS.keys() & mapping.keys():
        raise Unreadable("no_number_column")
    candidates, skipped = read_rows(rows, heading, person_mapping(mapping), countries, fill_down=False)
    nameless = [row for row in skipped if row.why == "remark" and _has_number(rows[row.row - 1], mapping)]
    candidates += [Candidate(row.row, {}, problems=[note("no_name")]) for row in nameless]
    candidates.sort(key=lambda candidate: candidate.row)
    members = [_member_row(candidate, rows[candidate.row - 1], mapping) for candidate in candidates]
    _check_twice(members)
    return members, [row for row in skipped if row not in nameless]


def _has_number(row: Sequence[str], mapping: Mapping[str, int]) -> bool:
    cells = [_cell(row, mapping.get(column)) for column in NUMBERS]
    return any(re.search(r"\d", cell) for cell in cells) and sum(bool(cell.strip()) for cell in row) > 1


def _cell(row: Sequence[str], column: int | None) -> str:
    return row[column] if column is not None and column < len(row) else ""


def _member_row(candidate: Candidate, cells: Sequence[str], mapping: Mapping[str, int]) -> MemberRow:
    values, notes, problems = candidate.values, list(candidate.notes), list(candidate.problems)
    country = values.get("country", "")
    numbers = []
    for column, kind in NUMBERS.items():
        text, changed = clean(_cell(cells, mapping.get(column)))
        if changed:
            notes.append(note("signs_removed", field=column))
        number = _number(column, kind, text, country, notes, problems)
        if number:
            numbers.append(Number(kind.value, number))
    if not numbers and not problems:
        problems.append(note("no_member_number"))
    member = Member(
        name=values.get("name", ""),
        family_name=values.get("family_name", ""),
        given_name=values.get("given_name", ""),
        latin_name=values.get("latin_name", ""),
        country=country,
        club=values.get("group", ""),
        numbers=tuple(numbers),
    )
    return MemberRow(candidate.row, member, notes, problems)


def _number(column: str, kind: NumberKind, text: str, country: str, notes: list[Note], problems: list[Note]) -> str:
    """Return the number in a clean cell; empty if there is none, or if it is wrong, which adds a problem."""
    repaired, restored = federation_number(text, country)
    if not repaired:
        return ""
    if is_formula(text):
        problems.append(note("formula", field=column))
        return ""
    if kind is not NumberKind.EMA:
        return _other_number(column, text, problems)
    if not re.fullmatch(r"\d{8}", repaired):
        problems.append(note("bad_ema_number", text=text[:60]))
        return ""
    if restored:
        notes.append(note("zero_restored", number=repaired))
    if of_another_country(repaired, country):
        notes.append(note("number_of_another_country", number=repaired))
    return repaired


def _other_number(column: str, text: str, problems: list[Note]) -> str:
    """Return a number as the federation writes it, in plain letters, without the ".0" that spreadsheets add."""
    plain = unicodedata.normalize("NFKC", text)
    plain = re.sub(r"^(\d+)[.,]0+$", r"\1", plain)
    if len(plain) > NUMBER:
        problems.append(note("too_long", field=column, most=NUMBER))
        return ""
    if not re.search(r"[0-9A-Za-z]", plain):
        problems.append(note("bad_member_number", field=column, text=text[:60]))
        return ""
    return plain


def _check_twice(rows: Sequence[MemberRow]) -> None:
    first: dict[tuple[str, str], int] = {}
    for row in rows:
        earlier = min((first[key] for key in row.member.number_keys if key in first), default=None)
        if earlier is not None:
            row.problems.append(note("twice", row=earlier))
        for key in row.member.number_keys:
            first.setdefault(key, row.row)
