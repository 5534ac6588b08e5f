"""What was corrected after its release, as everybody may see it: which table, when, whose results changed and how."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from scoring.sheets.models.corrections import Correction
from scoring.standings.selectors.standings import NamedEntry, Standings

#: Twelfths of table points, competition points.
Result = tuple[int, int]


@dataclass(frozen=True)
class Change:
    """A player's result before and after; None where the table brought the player nothing."""

    entry: NamedEntry
    before: Result | None
    after: Result | None


@dataclass(frozen=True)
class CorrectionNote:
    """A table of a released session; ``corrected_at`` None and no changes while it is being corrected."""

    session: int
    table: int
    begun_at: datetime
    corrected_at: datetime | None
    changes: tuple[Change, ...]


def correction_notes(standings: Standings) -> list[CorrectionNote]:
    """The corrections of the sessions in view, those under way first, then the latest first. One query.

    Names are those of the view; why it was corrected is not among it.
    """
    sessions = standings.event.sessions.filter(number__lte=standings.view.until, released_at__isnull=False)
    rows = Correction.objects.filter(sheet__table__session__in=sessions).select_related("sheet__table__session")
    notes = [_note(row, standings.names) for row in rows]
    return sorted(
        notes, key=lambda note: (note.corrected_at is not None, -(note.corrected_at or note.begun_at).timestamp())
    )


def about(notes: Iterable[CorrectionNote], *, number: int = 0, table: tuple[int, int] = (0, 0)) -> list[CorrectionNote]:
    """Those that changed a player's result, or are about a table (session, table)."""
    return [
        note
        for note in notes
        if (note.session, note.table) == table or any(change.entry.number == number for change in note.changes)
    ]


def _note(row: Correction, names: Mapping[int, NamedEntry]) -> CorrectionNote:
    numbers = sorted({int(number) for number in (*row.before, *row.after)}) if row.corrected_at else []
    results = [(number, row.before.get(str(number)), row.after.get(str(number))) for number in numbers]
    table = row.sheet.table
    return CorrectionNote(
        table.session.number,
        table.number,
        row.begun_at,
        row.corrected_at,
        tuple(
            Change(names[number], _result(before), _result(after))
            for number, before, after in results
            if before != after and number in names
        ),
    )


def _result(stored: list[int] | None) -> Result | None:
    return (stored[0], stored[1]) if stored else None
