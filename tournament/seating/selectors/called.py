"""Players being called now, and their seats."""

from datetime import datetime
from typing import NamedTuple

from tournament.draws.selectors.draws import released_draw
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.presence.models.calls import PlayerCall
from tournament.presence.selectors.presence import plays_in
from tournament.seating.selectors.seats import PublicSeat, session_seats


class CalledPlayer(NamedTuple):
    """A called player, the time and author of the call, and the seat (None until a draw is released)."""

    entry: Entry
    at: datetime
    by: str
    seat: PublicSeat | None


def called_players(event: Event, session: int) -> list[CalledPlayer]:
    """Return the players who are called for the session, by number, with their seats; check-in ends a call."""
    rows = PlayerCall.objects.filter(entry__event=event, session=session)
    rows = rows.select_related("entry__team").prefetch_related("entry__withdrawals")
    missing = [call for call in rows.order_by("entry__number") if plays_in(call.entry, session)]
    seats = seats_by_number(event, session) if missing else {}
    return [CalledPlayer(call.entry, call.at, call.by, seats.get(call.entry.number)) for call in missing]


def seats_by_number(event: Event, session: int) -> dict[int, PublicSeat]:
    """Return the seats of the session by the number in the chart; empty until a draw is released."""
    draw = released_draw(event)
    if draw is None or session > draw.last_session:
        return {}
    return {seat.holder.number: seat for seat in session_seats(draw, session) if seat.holder.number}


def late_start(event: Event, session: int) -> datetime | None:
    """Return the start of lateness of the session; None while no start is known."""
    starts = Session.objects.filter(event=event, number=session).values_list("late_from", "starts").first()
    return starts and (starts[0] or starts[1])
