"""What confirming a preview would do to its event as it stands now."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from common.paper.fonts import without_glyph
from tournament.registration.models.lists import RegistrationPreview
from tournament.registration.rules.comparing import Line, Verdict, compare
from tournament.registration.rules.guessing import guessed_mapping
from tournament.registration.rules.headings import best_sheet, heading_row, mapping_of
from tournament.registration.rules.notes import Note, Unreadable, note
from tournament.registration.rules.rows import Skipped, read_rows
from tournament.registration.selectors.countries import country_names
from tournament.registration.selectors.entries import registration_of, version_of

Rows = Sequence[Sequence[str]]


@dataclass
class Plan:
    """Every row of a list with what it means; ``fault`` says why no row could be read."""

    lines: list[Line]
    skipped: list[Skipped]
    fault: Note | None = None
    file_digest: str = ""

    @cached_property
    def version(self) -> str:
        """A digest of the file and of all that confirming would write, with what stands there before."""
        lines = [asdict(line) for line in self.lines]
        return version_of([self.file_digest, lines, self.fault and self.fault.code])

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many rows are new, changed, the same, wrong."""
        found = Counter(line.verdict for line in self.lines)
        return {verdict.value: found[verdict] for verdict in Verdict}

    @property
    def changes(self) -> int:
        """How many rows would be written."""
        return self.counts["new"] + self.counts["changed"]


def sheets_of(preview: RegistrationPreview) -> list[dict[str, Any]]:
    """The sheets of a preview, each with "name" and "rows"."""
    sheets: list[dict[str, Any]] = json.loads(preview.sheets)
    return sheets


@dataclass(frozen=True)
class Understood:
    """How a list is read: sheet, heading row, field -> column; ``guessed``: by what stands in the columns."""

    sheet: int
    heading: int | None
    mapping: dict[str, int]
    guessed: bool


def understood(sheets: Sequence[dict[str, Any]], sheet: int | None = None) -> Understood:
    """A list as its headings tell, on the sheet that fits best or the given one; without headings as it looks.

    One column alone holds names and needs no guess.
    """
    chosen = best_sheet([one["rows"] for one in sheets]) if sheet is None else sheet
    rows: Rows = sheets[chosen]["rows"]
    heading = heading_row(rows)
    if heading is not None:
        return Understood(chosen, heading, mapping_of(rows[heading]), guessed=False)
    if max(map(len, rows), default=0) < 2:
        return Understood(chosen, None, {"name": 0}, guessed=False)
    return Understood(chosen, None, guessed_mapping(rows, country_names()), guessed=True)


def plan_of(preview: RegistrationPreview) -> Plan:
    """What confirming would do now."""
    rows = sheets_of(preview)[preview.sheet]["rows"]
    try:
        candidates, skipped = read_rows(
            rows, preview.heading, preview.mapping, country_names(), fill_down=preview.fill_down
        )
    except Unreadable as fault:
        return Plan([], [], fault.note, preview.file_digest)
    numbers = {one.values.get("federation_number", "") for one in candidates} - {""}
    lines = compare(candidates, registration_of(preview.event, numbers))
    for line in lines:
        texts = (line.values.get(name, "") for name in ("name", "team", "group"))
        if signs := without_glyph("".join(texts)):
            line.notes.append(note("no_glyph", signs=" ".join(signs[:20])))
    return Plan(lines, skipped, None, preview.file_digest)
