"""``/api/v1/events``: events, their standings, draw and tables, as far as they are released."""

from collections import Counter
from datetime import date
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Field, Schema, Status

from common.files.json_files.writing import present
from scoring.publishing.selectors.document import public_data
from scoring.publishing.selectors.shape import PublicData
from scoring.sheets.rules.documents import hand_document
from scoring.sheets.selectors.facts.finding import table_sheet
from scoring.sheets.selectors.facts.slots import hand_value
from scoring.sheets.selectors.facts.table_sheet import TableSheet
from scoring.standings.selectors.document import standings_document
from tournament.draws.selectors.draws import draw_record, released_draw
from tournament.events.models.entries import Entry
from tournament.events.selectors.event_list import listed_events
from web.api.public.reading import Answers, ListAnswers, Start, Text, absent, page_of, public_router
from web.shared.viewer import public_viewer_context


class EventOut(Schema):
    """An event: `released` counts the sessions with public results, `players` those who take part."""

    id: str = Field(alias="slug")
    name: str
    country: str
    place: str = Field(alias="venue")
    starts: date | None
    ends: date | None
    rules: str
    sessions: int = Field(alias="planned_sessions")
    released: int
    players: int


class EventsOut(Schema):
    """Events, the newest first; `next` is the `start` of the next page, null on the last one."""

    events: list[EventOut]
    next: int | None


class StandingsOut(Schema):
    """The released standings, shaped as by `manage.py standings`; table points are exact, as text."""

    event: str
    sessions: int
    individual: list[dict[str, Any]]
    teams: list[dict[str, Any]]
    groups: list[dict[str, Any]]


class TablePenaltyOut(Schema):
    """Penalty points outside the recorded hands: of a player by `number` (absent: not entered), with the reason.

    `seat` and `hand` are absent if the penalty is for the session, `paid_to` unless another player gets the points.
    """

    number: int | None
    seat: str | None = None
    hand: int | None = None
    points: int
    article: str
    reason: str
    paid_to: int | None = None


class TableOut(Schema):
    """The released sheet of a table: entry numbers by starting seat, hands, and totals, as in an event file.

    `penalties` are those that belong to no recorded hand.
    """

    event: str
    session: int
    table: int
    seats: dict[str, int]
    hands: list[dict[str, Any]]
    totals: dict[str, int]
    penalties: list[TablePenaltyOut]


router = public_router("events")


@router.get(
    "/events",
    response={200: EventsOut, **ListAnswers},
    url_name="events",
    by_alias=False,
    summary=gettext_noop("Events"),
    description=gettext_noop("Return up to 500 events from position `start` on, the newest first."),
)
def events(request: HttpRequest, start: Start = 0) -> dict[str, Any]:
    """Answer with a page of the events."""
    rows, following = page_of(listed_events(), start)
    return {"events": rows, "next": following}


@router.get(
    "/events/{event}",
    response={200: PublicData, **Answers},
    exclude_defaults=True,
    summary=gettext_noop("Everything public of an event"),
    description=gettext_noop(
        "Return players, teams, released seats, tables and standings. Names of players who refused are initials."
    ),
)
def event(request: HttpRequest, event: Text) -> Any:
    """Answer with the public data of the event."""
    reader = public_viewer_context(event)
    if reader is None:
        return absent("event")
    # Results become official by time alone, without a new version of the event.
    return Status(200, reader.cached(f"public data {reader.status}", lambda: public_data(reader.event)))


@router.get(
    "/events/{event}/standings",
    response={200: StandingsOut, **Answers},
    summary=gettext_noop("Standings of an event"),
    description=gettext_noop("Return the released standings of players, teams and groups."),
)
def standings(request: HttpRequest, event: Text) -> Any:
    """Answer with the released standings, which are empty before the first release."""
    reader = public_viewer_context(event)
    return absent("event") if reader is None else Status(200, standings_document(reader.event, live=False))


@router.get(
    "/events/{event}/draw",
    response={200: dict[str, Any], **Answers},
    summary=gettext_noop("Draw of an event"),
    description=gettext_noop("Return the record of the released draw, for `manage.py verify_draw`."),
)
def draw(request: HttpRequest, event: Text) -> Any:
    """Answer with the record of the draw; 404 before its release."""
    reader = public_viewer_context(event)
    released = released_draw(reader.event) if reader else None
    return Status(200, draw_record(released)) if released else absent("event" if reader is None else "draw")


@router.get(
    "/events/{event}/sessions/{session}/tables/{table}",
    response={200: TableOut, **Answers},
    exclude_none=True,
    summary=gettext_noop("Sheet of a table"),
    description=gettext_noop("Return the hands, totals and penalties of a table in a released session."),
)
def table(request: HttpRequest, event: Text, session: int, table: int) -> Any:
    """Answer with the released facts of a sheet; 404 before the release of the session."""
    reader = public_viewer_context(event)
    if reader is None:
        return absent("event")
    sheet = table_sheet(reader.event, reader.view, session, table)
    return absent("table") if sheet is None else Status(200, _table(event, sheet))


def _table(event: str, sheet: TableSheet) -> dict[str, Any]:
    facts = sheet.facts
    adjustments: dict[int, Counter[str]] = {}
    for row in facts.adjustments:
        adjustments.setdefault(row.hand_no, Counter())[row.seat] += row.points
    holders = {row.seat: row.entry.number for row in facts.sittings if row.entry and not row.from_hand}
    hands = [_hand(hand, adjustments.get(hand.no, {})) for hand in facts.hands]
    place = {"event": event, "session": sheet.table.session.number, "table": sheet.table.number}
    return place | {"seats": holders, "hands": hands, "totals": facts.totals, "penalties": _penalties(sheet)}


def _penalties(sheet: TableSheet) -> list[dict[str, Any]]:
    last = max((hand.no for hand in sheet.facts.hands), default=0)
    at_table = [
        _penalty(row, sheet.sitter(row.seat, row.hand_no or last).entry)
        | {"seat": row.seat, "hand": row.hand_no or None}
        for row in sheet.facts.outside_hands
    ]
    of_session = [
        _penalty(row, row.entry) | {"paid_to": row.paid_to.number if row.paid_to else None}
        for row in sheet.session_penalties
    ]
    return at_table + of_session


def _penalty(row: Any, entry: Entry | None) -> dict[str, Any]:
    names = ("points", "article", "reason")
    return {name: getattr(row, name) for name in names} | {"number": entry.number if entry else None}


def _hand(hand: Any, adjustments: Any) -> dict[str, Any]:
    penalties = {seat: points for seat, points in adjustments.items() if points}
    return hand_document(hand.game, hand_value(hand)) | present(adjustments=penalties)
