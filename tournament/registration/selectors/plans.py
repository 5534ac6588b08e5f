"""The effect of confirming a preview on the current state of its event."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, cast

from common.paper.fonts import without_glyph
from tournament.registration.models.lists import RegistrationPreview
from tournament.registration.rules.comparing import Line, Verdict, compare
from tournament.registration.rules.guessing import guessed_mapping
from tournament.registration.rules.headings import best_sheet, heading_row, mapping_of
from tournament.registration.rules.names import NameOrder
from tournament.registration.rules.notes import Note, Unreadable, note
from tournament.registration.rules.rows import Candidate, Skipped, read_rows
from tournament.registration.selectors.countries import country_names
from tournament.registration.selectors.entries import registration_of, version_of
from tournament.registration.selectors.registry import Offer, offers_of

Rows = Sequence[Sequence[str]]


@dataclass
class Plan:
    """Every row of a list with its meaning; ``fault`` says why no row could be read.

    ``unused``: indexes of the columns with contents that have no meaning. ``only_family_names``: number of rows with a
    family name alone, if these are most rows; else 0. ``offers``: where the rows differ from the registries.
    """

    lines: list[Line]
    skipped: list[Skipped]
    fault: Note | None = None
    file_digest: str = ""
    unused: Sequence[int] = ()
    only_family_names: int = 0
    offers: Sequence[Offer] = ()

    @cached_property
    def version(self) -> str:
        """Return a digest of the file, of everything that confirming would write, and of the values before."""
        lines = [asdict(line) for line in self.lines]
        return version_of([self.file_digest, lines, self.fault and self.fault.code])

    @cached_property
    def counts(self) -> dict[str, int]:
        """Return the numbers of new, changed, same and wrong rows."""
        verdicts = Counter(line.verdict for line in self.lines)
        return {verdict.value: verdicts[verdict] for verdict in Verdict}

    @property
    def guessed_names(self) -> int:
        """The number of rows whose family and given name are told apart by a guess."""
        return sum(any(row_note.code == "name_order_guessed" for row_note in line.notes) for line in self.lines)

    @property
    def changes(self) -> int:
        return self.counts["new"] + self.counts["changed"]


def sheets_of(preview: RegistrationPreview) -> list[dict[str, Any]]:
    """Return the sheets of a preview, each with "name" and "rows"."""
    sheets: list[dict[str, Any]] = json.loads(preview.sheets)
    return sheets


@dataclass(frozen=True)
class Interpretation:
    """The interpretation of a list: sheet, heading row, field -> column; ``guessed``: from the contents of columns."""

    sheet: int
    heading: int | None
    mapping: dict[str, int]
    guessed: bool


def interpret(sheets: Sequence[dict[str, Any]], sheet: int | None = None) -> Interpretation:
    """Interpret a list by its headings, on the given or the best fitting sheet; without headings by its contents.

    A single column contains names and needs no guess.
    """
    chosen = best_sheet([candidate["rows"] for candidate in sheets]) if sheet is None else sheet
    rows: Rows = sheets[chosen]["rows"]
    heading = heading_row(rows)
    if heading is not None:
        return Interpretation(chosen, heading, mapping_of(rows[heading]), guessed=False)
    if max(map(len, rows), default=0) < 2:
        return Interpretation(chosen, None, {"name": 0}, guessed=False)
    return Interpretation(chosen, None, guessed_mapping(rows, country_names()), guessed=True)


def plan_of(preview: RegistrationPreview) -> Plan:
    """Return what confirming the preview would do now."""
    rows = sheets_of(preview)[preview.sheet]["rows"]
    try:
        candidates, skipped = read_rows(
            rows,
            preview.heading,
            preview.mapping,
            country_names(),
            fill_down=preview.fill_down,
            name_order=cast(NameOrder, preview.name_order),
        )
    except Unreadable as fault:
        return Plan([], [], fault.note, preview.file_digest)
    offers = offers_of(candidates, preview.from_registry)
    numbers = {candidate.values.get("federation_number", "") for candidate in candidates} - {""}
    only_family_names = _only_family_names(candidates, preview.mapping)
    lines = compare(candidates, registration_of(preview.event, numbers))
    for line in lines:
        texts = (line.values.get(name, "") for name in ("name", "team", "group"))
        signs = without_glyph("".join(texts))
        if signs:
            line.notes.append(note("no_glyph", signs=" ".join(signs[:20])))
    unused = _unused(rows, preview.heading, preview.mapping)
    return Plan(lines, skipped, None, preview.file_digest, unused, only_family_names, offers)


def _unused(rows: Rows, heading: int | None, mapping: Mapping[str, int]) -> list[int]:
    """Return the columns with contents below the headings that no field uses."""
    people = rows[0 if heading is None else heading + 1 :]
    used = set(mapping.values())
    width = max((len(row) for row in people), default=0)
    return [
        column
        for column in range(width)
        if column not in used and any(row[column].strip() for row in people if column < len(row))
    ]


def _only_family_names(candidates: Sequence[Candidate], mapping: Mapping[str, int]) -> int:
    """Return the number of rows with a family name alone, if these are most rows and no column holds whole names."""
    if "name" in mapping:
        return 0
    alone = sum(
        bool(candidate.values.get("family_name")) and not candidate.values.get("given_name") for candidate in candidates
    )
    return alone if 2 * alone > len(candidates) else 0
