"""The public list of corrections after a release: table, time, and the changed results."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from scoring.sheets.models.corrections import Correction
from scoring.standings.selectors.standings import NamedEntry, Standings

#: Twelfths of table points, competition points.
Result = tuple[int, int]


@dataclass(frozen=True)
class Change:
    """A player's result before and after a correction; None if the player had no result at the table."""

    entry: NamedEntry
    before: Result | None
    after: Result | None


@dataclass(frozen=True)
class CorrectionNote:
    """A correction of a table of a released session; in progress, ``corrected_at`` is None and ``changes`` is empty.

    ``numbers``: the players with a released result at the table.
    """

    session: int
    table: int
    begun_at: datetime
    corrected_at: datetime | None
    changes: tuple[Change, ...]
    numbers: frozenset[int]


def correction_notes(standings: Standings) -> list[CorrectionNote]:
    """Return the corrections of the sessions in view: those in progress first, then the latest first. One query.

    Names are those that the view shows; the reasons of the corrections are left out.
    """
    sessions = standings.event.sessions.filter(number__lte=standings.view.last_session, released_at__isnull=False)
    rows = Correction.objects.filter(sheet__table__session__in=sessions).select_related("sheet__table__session")
    notes = [_note(row, standings.names) for row in rows]
    return sorted(
        notes, key=lambda note: (note.corrected_at is not None, -(note.corrected_at or note.begun_at).timestamp())
    )


def corrections_about(
    notes: Iterable[CorrectionNote], *, number: int = 0, table: tuple[int, int] = (0, 0)
) -> list[CorrectionNote]:
    """Return the notes about ``table`` (session, table), or about the result of player ``number``."""

    def concerns(note: CorrectionNote) -> bool:
        if note.corrected_at is None and number in note.numbers:
            return True
        return (note.session, note.table) == table or any(change.entry.number == number for change in note.changes)

    return [note for note in notes if concerns(note)]


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
        frozenset(map(int, row.before)),
    )


def _result(stored: list[int] | None) -> Result | None:
    return (stored[0], stored[1]) if stored else None
