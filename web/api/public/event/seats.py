"""``/api/v1/events/EVENT/players/NUMBER/seats`` and ``sessions/SESSION/draw``: seats and the draw of one session."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Schema, Status

from scoring.progress.selectors.progress import session_to_come
from tournament.draws.selectors.draws import released_draw
from tournament.draws.selectors.session_draws import released_session_draw, session_draw_record
from tournament.seating.selectors.seats import Player, PublicSeat, PublicStop, way_of
from web.api.public.reading import Answers, Text, absent, public_router
from web.shared.viewer import ViewerContext, public_viewer_context


class SitterOut(Schema):
    """A person at a table; `number` is null for a person who is not entered, `kind` then empty."""

    number: int | None
    name: str
    latin_name: str
    country: str
    kind: str


class DrawnSeatOut(Schema):
    """A seat: starting wind, its player by the chart (`holder`), and who plays there (`sitter`)."""

    seat: str
    holder: SitterOut
    sitter: SitterOut


class StopOut(DrawnSeatOut):
    """A session on the path of a player: planned start (null: not planned), table, seat, and the other seats there.

    `at` is the number of the table to go to, which differs from `table` if it was moved; `room` is then its room.
    """

    session: int
    starts: datetime | None
    table: int
    at: int
    room: str
    others: list[DrawnSeatOut]


class PlayerSeatsOut(Schema):
    """The path of a player through the drawn sessions; `coming`: the session in play or next (null: none)."""

    event: str
    number: int
    coming: int | None
    stops: list[StopOut]


router = public_router("events")


@router.get(
    "/events/{event}/players/{number}/seats",
    response={200: PlayerSeatsOut, **Answers},
    summary=gettext_noop("Seats of a player"),
    description=gettext_noop(
        "Return the seats of a player by number in all sessions of the released draw, with start, table and opponents."
    ),
)
def seats(request: HttpRequest, event: Text, number: int) -> Any:
    """Answer with the path of a player; without a released draw it is empty. 404 for an unknown number."""
    reader = public_viewer_context(event)
    if reader is None or number not in reader.standings.names:
        return absent("event" if reader is None else "number")
    return Status(200, {"event": event, "number": number} | _path(reader, number))


@router.get(
    "/events/{event}/sessions/{session}/draw",
    response={200: dict[str, Any], **Answers},
    summary=gettext_noop("Draw of a session"),
    description=gettext_noop(
        "Return the record of a session that was drawn by standings, for `manage.py verify_round`, once the results "
        "that it rests on are released."
    ),
)
def session_draw(request: HttpRequest, event: Text, session: int) -> Any:
    """Answer with the record; 404 before its release, before that of the results, or if it was not drawn so."""
    reader = public_viewer_context(event)
    if reader is None:
        return absent("event")
    drawn = released_session_draw(reader.event, session) if reader.after >= session - 1 else None
    return absent("draw") if drawn is None else Status(200, session_draw_record(drawn))


def _path(reader: ViewerContext, number: int) -> dict[str, Any]:
    draw = released_draw(reader.event)
    if draw is None:
        return {"coming": None, "stops": []}
    coming = session_to_come(reader.event)
    stops = [_stop(stop) for stop in way_of(draw, number)]
    return {"coming": coming.number if coming else None, "stops": stops}


def _stop(stop: PublicStop) -> dict[str, Any]:
    seat = stop.seat
    place = {"session": seat.session, "table": seat.table, "at": seat.at, "room": seat.room, "starts": stop.starts}
    return place | _seat(seat) | {"others": [_seat(other) for other in stop.others]}


def _seat(seat: PublicSeat) -> dict[str, Any]:
    return {"seat": seat.wind, "holder": _sitter(seat.holder), "sitter": _sitter(seat.sitter)}


def _sitter(player: Player) -> dict[str, Any]:
    return player._asdict()
