"""``/api/v1/events/EVENT/corrections``: released results that were corrected or are under correction."""

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Field, Schema, Status

from scoring.game.rules.table_points import as_text
from scoring.releases.selectors.corrections import Change, CorrectionNote, Result, corrections_about
from web.api.public.event.statistics import EntryOut
from web.api.public.reading import Answers, Start, Text, absent, page_of, public_router
from web.shared.viewer import public_viewer_context


class CorrectedResultOut(Schema):
    """A result at a table; table points are exact, as text."""

    table_points: str
    competition_points: int


class ChangeOut(EntryOut):
    """The result of a player before and after a correction (null: no result at the table)."""

    before: CorrectedResultOut | None
    after: CorrectedResultOut | None


class CorrectionOut(Schema):
    """A correction of a released table. In progress, `corrected_at` is null and there are no changes yet.

    Until the corrected result is released, the last one counts.
    """

    session: int
    table: int
    begun_at: datetime
    corrected_at: datetime | None
    changes: list[ChangeOut]


class CorrectionsOut(Schema):
    """Corrections: those in progress first, then the newest first."""

    event: str
    corrections: list[CorrectionOut]
    next: int | None


router = public_router("events")


@router.get(
    "/events/{event}/corrections",
    response={200: CorrectionsOut, **Answers},
    summary=gettext_noop("Corrections of an event"),
    description=gettext_noop(
        "Return up to 500 corrections of released results from position `start` on, with the changed results; with "
        "`number` only those that concern this player. Reasons are not public."
    ),
)
def corrections(
    request: HttpRequest, event: Text, number: Annotated[int, Field(ge=1)] | None = None, start: Start = 0
) -> Any:
    """Answer with a page of the corrections; 404 for an unknown number."""
    reader = public_viewer_context(event)
    if reader is None:
        return absent("event")
    if number is not None and number not in reader.standings.names:
        return absent("number")
    notes = reader.corrections if number is None else corrections_about(reader.corrections, number=number)
    rows, following = page_of(notes, start)
    return Status(200, {"event": event, "corrections": [_note(row) for row in rows], "next": following})


def _note(note: CorrectionNote) -> dict[str, Any]:
    names = ("session", "table", "begun_at", "corrected_at")
    return {name: getattr(note, name) for name in names} | {"changes": [_change(change) for change in note.changes]}


def _change(change: Change) -> dict[str, Any]:
    return change.entry._asdict() | {"before": _result(change.before), "after": _result(change.after)}


def _result(result: Result | None) -> dict[str, Any] | None:
    if result is None:
        return None
    table_points, competition_points = result
    return {"table_points": as_text(table_points), "competition_points": competition_points}
