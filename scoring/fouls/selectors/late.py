"""Find players who came late to a session, from their arrival and the session's start (3.11.2.1)."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from scoring.sheets.models.facts import Forfeit
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.selectors.people.substitution import chart_seat
from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting
from tournament.presence.rules import lateness
from tournament.presence.selectors.presence import arrivals_in

ARTICLE = "3.11.2.1"


def is_booked(session: Session, entry: Entry) -> bool:
    """Whether the player's lateness in the session is recorded, as penalty points or a forfeited seat."""
    if session.penalties.filter(entry=entry, article=ARTICLE).exists():
        return True
    seat = chart_seat(session, entry)
    if seat is None:
        return False
    return Forfeit.objects.current().filter(sheet__table=seat.table_id, seat=seat.seat).exists()


@dataclass(frozen=True, slots=True)
class LatePlayer:
    """A player who came after the start or has not come yet.

    ``points``: -10, -20, or None for a forfeited session. They are the recorded ones if ``booked``; otherwise those of
    the arrival, or of an arrival now if the player has not come.
    """

    entry: Entry
    table: int
    seat: str
    arrived: datetime | None
    points: int | None
    booked: bool


def start_of(session: Session) -> datetime | None:
    """Return the time from which lateness counts: the actual start, else the planned one; None if neither is known."""
    return session.late_from or session.starts


def late_players(session: Session) -> list[LatePlayer]:
    """Return the late players by table and seat; empty before the start. Six queries.

    If the session has no check-ins, only recorded lateness is known.
    """
    start = start_of(session)
    if start is None or timezone.now() <= start:
        return []
    rows = Sitting.objects.filter(table__session=session, from_hand=0, entry__kind=Entry.Kind.PLAYER)
    rows = rows.select_related("entry", "table")
    arrivals = arrivals_in(session.event, session.number)
    replaced = set(
        Sitting.objects.filter(table__session=session, from_hand=1, exchanged=False).values_list("table", "seat")
    )
    penalties = SessionPenalty.objects.filter(session=session, article=ARTICLE)
    fined = dict(penalties.values_list("entry", "points"))
    forfeits = Forfeit.objects.current().filter(sheet__table__session=session)
    given_up = set(forfeits.values_list("sheet__table", "seat"))
    players = []
    for row in sorted(rows, key=lambda row: (row.table.number, "ESWN".index(row.seat))):
        assert row.entry is not None
        seat_key = (row.table_id, row.seat)
        arrival = arrivals.get(row.entry.pk)
        arrived = arrival.at if arrival else None
        booked = row.entry_id in fined or seat_key in given_up
        is_late = bool(arrivals) and (arrived is None or arrived > start) and seat_key not in replaced
        if booked or is_late:
            points = lateness(start, arrived or timezone.now()).points
            if booked:
                points = fined.get(row.entry.pk)
            players.append(LatePlayer(row.entry, row.table.number, row.seat, arrived, points, booked))
    return players
