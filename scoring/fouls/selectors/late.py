"""Find players who came late to a session, from their arrival and the session's start (3.11.2.1)."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from scoring.sheets.models.facts import Forfeit
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.selectors.people.substitution import seat_from_the_start
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
    seat = seat_from_the_start(session, entry)
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

    A reserve in the line-up takes the place of the holder, who is not late. If the session has no check-ins, only
    recorded lateness is known.
    """
    start = start_of(session)
    if start is None or timezone.now() <= start:
        return []
    holders = Q(from_hand=0, entry__kind=Entry.Kind.PLAYER)
    reserves = Q(from_hand=1, entry__kind=Entry.Kind.RESERVE, exchanged=False)
    rows = Sitting.objects.filter(holders | reserves, table__session=session).select_related("entry", "table")
    by_reserve = {(row.table_id, row.seat) for row in rows if row.from_hand}
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
        if seat_key in by_reserve and not row.from_hand:
            continue
        arrival = arrivals.get(row.entry.pk)
        arrived = arrival.at if arrival else None
        booked = row.entry_id in fined or seat_key in given_up
        plays = row.from_hand == 1 or seat_key not in replaced
        is_late = bool(arrivals) and (arrived is None or arrived > start) and plays
        if booked or is_late:
            points = lateness(start, arrived or timezone.now()).points
            if booked:
                points = fined.get(row.entry.pk)
            players.append(LatePlayer(row.entry, row.table.number, row.seat, arrived, points, booked))
    return players
