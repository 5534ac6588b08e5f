"""Read the rows of a list as candidates: fill cells down, split names, skip totals and remarks with a note."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from common.numbers import number_in
from tournament.people.rules import is_east_asian
from tournament.registration.rules.cells import clean, is_formula, key, words
from tournament.registration.rules.countries import country_code, without_country
from tournament.registration.rules.federation import federation_number, of_another_country
from tournament.registration.rules.headings import names_somebody
from tournament.registration.rules.names import NameOrder, NameParts, printed_name, split_name, with_particle_first
from tournament.registration.rules.notes import Note, Unreadable, note
from tournament.registration.rules.skipping import NAMES, cell_at, skip_reason

#: Maximum lengths of the database columns.
LONGEST = {"name": 200, "family_name": 100, "given_name": 100, "latin_name": 200, "federation_number": 30}
LONGEST |= {"team": 200, "group": 200}
HIGHEST_NUMBER = 9_999
_KINDS = {
    "player": "player, players, 选手, 選手, 队员, 正选, 参赛选手, プレイヤー, 正選手",
    "filler": "filler, fill-in, substitute filler, 陪打, 陪打员, 补位, フィラー, 補充要員",
    "reserve": "reserve, substitute, sub, 替补, 替補, 候补, 候補, 预备, リザーブ, 補欠, 控え",
}
KIND_OF = {key(word): kind for kind, text in _KINDS.items() for word in words(text)}


@dataclass
class Candidate:
    """A person in a row: clean values by field (only those the list gives), notes and problems."""

    row: int
    values: dict[str, str]
    notes: list[Note] = field(default_factory=list)
    problems: list[Note] = field(default_factory=list)


@dataclass(frozen=True)
class Skipped:
    """A row without a person: "total", "remark" or "heading", and how it begins."""

    row: int
    why: str
    text: str


def read_rows(
    rows: Sequence[Sequence[str]],
    heading: int | None,
    mapping: Mapping[str, int],
    countries: Mapping[str, str],
    *,
    fill_down: bool | None = None,
    name_order: NameOrder = "",
) -> tuple[list[Candidate], list[Skipped]]:
    """Return the candidates below the ``heading`` row (index; None: from the top), and the skipped rows.

    ``mapping`` maps fields to columns, ``countries`` as in ``country_code``. ``fill_down``: whether an empty team or
    group cell means the one above; None: if each name appears once, followed by empty cells (merged cells). Rows are
    numbered from 1, as in the file. ``name_order``: as in ``split_name``. Raises Unreadable if no column holds a name.
    """
    if not names_somebody(dict(mapping)):
        raise Unreadable("no_name_column")
    start = 0 if heading is None else heading + 1
    filled = _filled(rows, start, mapping, fill_down)
    candidates, skipped = [], []
    for index in range(start, len(rows)):
        if not any(cell.strip() for cell in rows[index]):
            continue
        why = skip_reason(rows[index], mapping)
        if why:
            first = next(cell for cell in rows[index] if cell.strip())
            skipped.append(Skipped(index + 1, why, clean(first)[0][:80]))
        else:
            candidates.append(_candidate(index + 1, filled[index], mapping, countries, name_order))
    return candidates, skipped


def _filled(
    rows: Sequence[Sequence[str]], start: int, mapping: Mapping[str, int], fill_down: bool | None
) -> list[Sequence[str]]:
    """Return the rows with the cells of team and group filled down, each column separately."""
    filled: list[Sequence[str]] = list(rows)
    if fill_down is False or not {"team", "group"} & mapping.keys():
        return filled
    people = [
        index
        for index in range(start, len(rows))
        if any(map(str.strip, rows[index])) and not skip_reason(rows[index], mapping)
    ]
    for name in ("team", "group"):
        column = mapping.get(name)
        if column is None or not (fill_down if fill_down is not None else _was_merged(rows, people, column)):
            continue
        above = ""
        for index in people:
            above = cell_at(rows[index], column).strip() or above
            row = [*filled[index], *[""] * (column + 1 - len(filled[index]))]
            row[column] = above
            filled[index] = row
    return filled


def _was_merged(rows: Sequence[Sequence[str]], people: Iterable[int], column: int) -> bool:
    """Return whether a column looks like merged cells: each name appears once, and empty cells follow names."""
    cells = [cell_at(rows[index], column).strip() for index in people]
    names = [name for name in cells if name]
    return bool(names) and len(names) < len(cells) and len(set(names)) == len(names) and bool(cells[0])


def _candidate(
    number: int, row: Sequence[str], mapping: Mapping[str, int], countries: Mapping[str, str], name_order: NameOrder
) -> Candidate:
    candidate = Candidate(number, {})
    raw = {name: _clean_text(candidate, name, cell_at(row, column)) for name, column in mapping.items()}
    if not raw.get("country"):
        raw["name"], raw["country"] = without_country(raw.get("name", ""), countries)
    raw |= _name_parts(raw)
    candidate.values["country"] = _country(candidate, raw.get("country", ""), countries)
    _take_name(candidate, raw, name_order)
    _take_federation_number(candidate, raw.get("federation_number", ""))
    _take_number(candidate, raw.get("number", ""))
    _take_kind(candidate, raw.get("kind", ""))
    for name in ("team", "group"):
        candidate.values[name] = raw.get(name, "")
    latin = printed_name(raw.get("latin_family_name", ""), raw.get("latin_given_name", ""))
    latin = raw.get("latin_name", "") or latin
    candidate.values["latin_name"] = "" if _has_same_words(latin, candidate.values["name"]) else latin
    candidate.values = {name: value for name, value in candidate.values.items() if value}
    _check(candidate)
    return candidate


def _name_parts(raw: Mapping[str, str]) -> dict[str, str]:
    """Return the parts of a name, each in the column of its script.

    A list with Chinese and other players often has the columns 姓, 名（拼音） and 中文姓名. Next to "王伟", the family
    name "Wang" belongs to the name in Latin letters; without a Chinese name, "Marie" is the given name of "Dupont".
    Where the name itself is missing, or has the same words, the Latin letters are the person's own script.
    """
    name, family, given, latin, latin_family, latin_given = (raw.get(part, "") for part in NAMES)
    latin = latin or f"{latin_family} {latin_given}".strip()
    if latin and not family and not given and (not name or _has_same_words(name, latin)):
        own = {"name": name or raw.get("latin_name", ""), "family_name": latin_family, "given_name": latin_given}
        return own | dict.fromkeys(("latin_name", "latin_family_name", "latin_given_name"), "")
    if not family or is_east_asian(family):
        return {}
    if is_east_asian(name) and not is_east_asian(given):
        in_latin = {"latin_family_name": latin_family or family, "latin_given_name": latin_given or given}
        return {"family_name": "", "given_name": "", **in_latin}
    return {} if given else {"given_name": latin_given, "latin_given_name": ""}


def _has_same_words(name: str, other: str) -> bool:
    return sorted(map(key, name.split())) == sorted(map(key, other.split()))


def _clean_text(candidate: Candidate, name: str, cell: str) -> str:
    text, changed = clean(cell)
    if changed:
        candidate.notes.append(note("signs_removed", field=name))
    if is_formula(text):
        candidate.problems.append(note("formula", field=name))
        return ""
    return text


def _country(candidate: Candidate, text: str, countries: Mapping[str, str]) -> str:
    code = country_code(text, countries)
    if code is None:
        candidate.problems.append(note("unknown_country", text=text[:60]))
    return code or ""


def _take_name(candidate: Candidate, raw: Mapping[str, str], name_order: NameOrder) -> None:
    family, given, name = (raw.get(part, "") for part in ("family_name", "given_name", "name"))
    country = candidate.values["country"]
    if family or given:
        parts = NameParts(with_particle_first(family), given)
        printed = name or printed_name(parts.family, parts.given, country)
    else:
        parts = split_name(name, name_order)
        printed = printed_name(parts.family, parts.given, country) if parts.sure else name
    if not parts.sure and parts.given:
        candidate.notes.append(note("name_order_guessed", family=parts.family, given=parts.given))
    candidate.values |= {"name": printed, "family_name": parts.family, "given_name": parts.given}


def _take_federation_number(candidate: Candidate, text: str) -> None:
    country = candidate.values["country"]
    number, restored = federation_number(text, country)
    candidate.values["federation_number"] = number
    if restored:
        candidate.notes.append(note("zero_restored", number=number))
    if of_another_country(number, country):
        candidate.notes.append(note("number_of_another_country", number=number))


def _take_number(candidate: Candidate, text: str) -> None:
    plain = re.sub(r"[.,]0+$", "", text)
    if not plain:
        return
    number = number_in(plain, least=1, most=HIGHEST_NUMBER)
    if number:
        candidate.values["number"] = str(number)
    else:
        candidate.problems.append(note("bad_number", text=text[:60], most=HIGHEST_NUMBER))


def _take_kind(candidate: Candidate, text: str) -> None:
    if text and key(text) not in KIND_OF:
        candidate.problems.append(note("unknown_kind", text=text[:60]))
    candidate.values["kind"] = KIND_OF.get(key(text), "")


def _check(candidate: Candidate) -> None:
    values = candidate.values
    if not values.get("name") and not any(problem.code == "formula" for problem in candidate.problems):
        candidate.problems.append(note("no_name"))
    elif values.get("name") and not any(sign.isalpha() for sign in values["name"]):
        candidate.problems.append(note("name_without_letters", text=values["name"][:60]))
    for name, most in LONGEST.items():
        if len(values.get(name, "")) > most:
            candidate.problems.append(note("too_long", field=name, most=most))
