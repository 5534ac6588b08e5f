"""Which players are called now, and where their seats are."""

from datetime import datetime
from typing import NamedTuple

from tournament.draws.selectors.draws import released_draw
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.presence.models.calls import PlayerCall
from tournament.presence.selectors.presence import is_here, plays_in
from tournament.seating.selectors.seats import PublicSeat, session_seats


class CalledPlayer(NamedTuple):
    """A player who is called, since when and by whom, and the seat, None until a draw is released."""

    entry: Entry
    at: datetime
    by: str
    seat: PublicSeat | None


def called_players(event: Event, session: int) -> list[CalledPlayer]:
    """Return the players who are called for the session, by number, with their seats."""
    rows = PlayerCall.objects.filter(entry__event=event, session=session)
    rows = rows.select_related("entry__team", "entry__arrival").prefetch_related("entry__withdrawals")
    missing = [one for one in rows.order_by("entry__number") if plays_in(one.entry, session) and not is_here(one.entry)]
    seats = seats_by_number(event, session) if missing else {}
    return [CalledPlayer(one.entry, one.at, one.by, seats.get(one.entry.number)) for one in missing]


def seats_by_number(event: Event, session: int) -> dict[int, PublicSeat]:
    """The seats of the session by the number that the chart put there; empty until a draw is released."""
    draw = released_draw(event)
    if draw is None or session > draw.sessions:
        return {}
    return {seat.holder.number: seat for seat in session_seats(draw, session) if seat.holder.number}


def late_start(event: Event, session: int) -> datetime | None:
    """From when coming late to the session counts; None while no start is known."""
    found = Session.objects.filter(event=event, number=session).values_list("late_from", "starts").first()
    return found and (found[0] or found[1])
