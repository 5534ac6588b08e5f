"""What confirming a preview would do to its event as it stands now."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property

from common.fonts import without_glyph
from tournament.models import RegistrationPreview
from tournament.rules.registration.comparing import Line, Verdict, compare
from tournament.rules.registration.headings import best_sheet, heading_row, mapping_of
from tournament.rules.registration.notes import Note, Unreadable, note
from tournament.rules.registration.rows import Skipped, read_rows
from tournament.selectors.countries import country_names
from tournament.selectors.registration import registration_of, version_of

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


def sheets_of(preview: RegistrationPreview) -> list[dict]:
    """The sheets of a preview, each with "name" and "rows"."""
    sheets: list[dict] = json.loads(preview.sheets)
    return sheets


def guessed(sheets: Sequence[dict]) -> tuple[int, int | None, dict[str, int]]:
    """Sheet, heading row and mapping, as far as the headings tell."""
    sheet = best_sheet([one["rows"] for one in sheets])
    return (sheet, *guessed_columns(sheets[sheet]["rows"]))


def guessed_columns(rows: Rows) -> tuple[int | None, dict[str, int]]:
    """Heading row and mapping of one sheet; without headings the first column holds names."""
    heading = heading_row(rows)
    return (None, {"name": 0}) if heading is None else (heading, mapping_of(rows[heading]))


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
