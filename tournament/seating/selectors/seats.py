"""Seats by the released draw: by session, and one player's path through all sessions."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from common.i18n.names import ListedName, Section, name_sections
from common.i18n.search import finds, folded
from tournament.draws.models.draws import Draw
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import SeatChoices, Sitting
from tournament.people.rules import public_name


class Player(NamedTuple):
    """A person at a table; without an entry number, a person who is not entered."""

    number: int | None
    name: str
    latin_name: str
    country: str
    kind: str
    team: int | None
    team_name: str

    @property
    def listed(self) -> ListedName:
        """The name as lists sort it."""
        return ListedName(self.name, self.latin_name, self.country)


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """A seat of a session. ``holder`` is the player by the chart, ``sitter`` the actual player.

    The sitter is who plays from the first hand, or, after a repair of seats, who sits there in the end. ``plan`` is the
    player without that repair: the chart keeps the plan, the sheet the facts (None: no repair). ``moved_to`` and
    ``room`` are the new position of a moved table.
    """

    session: int
    table: int
    wind: str
    holder: Player
    sitter: Player
    moved_to: int | None = None
    room: str = ""
    plan: Player | None = None

    @property
    def planned(self) -> Player:
        return self.plan or self.sitter

    @property
    def at(self) -> int:
        """Return the number of the table to go to."""
        return self.moved_to or self.table

    @property
    def replaced(self) -> bool:
        """Return whether another person plays for the holder."""
        return self.holder != self.sitter


@dataclass(frozen=True, slots=True)
class PublicStop:
    """A session on a player's path: its start (None: not planned), the player's seat, the others at the table."""

    starts: datetime | None
    seat: PublicSeat
    others: tuple[PublicSeat, ...]


_PERSON = ("number", "name", "latin_name", "country", "kind", "team__number", "team__name", "name_consent")
#: A player from this hand on plays the whole session.
FIRST_HAND = 1
#: Sittings that count: not those of players who take over during the session.
THERE = Q(from_hand__lte=FIRST_HAND) | Q(exchanged=True)


def session_seats(draw: Draw, session: int) -> list[PublicSeat]:
    """Return the seats of a session by table, East first, without empty seats; one query."""
    return _seats(_sittings(draw).filter(table__session__number=session))


def event_seats(event: Event, last_session: int) -> list[PublicSeat]:
    """Return the seats of all sessions up to ``last_session``, by session and table, East first; one query."""
    sessions = {"table__session__event": event, "table__session__number__lte": last_session}
    return _seats(Sitting.objects.filter(THERE, **sessions))


def by_name(seats: Iterable[PublicSeat]) -> list[tuple[Section, list[PublicSeat]]]:
    """Return the seats by the names of their actual players, in the sections and the order of `name_sections`."""
    by_number = sorted(seats, key=lambda seat: seat.sitter.number or 0)
    return name_sections(by_number, lambda seat: seat.sitter.listed)


def by_team(seats: Iterable[PublicSeat]) -> list[tuple[int | None, str, list[PublicSeat]]]:
    """Return number, name and seats (by player's number) of each team; players without a team last."""
    seats_of_team: dict[tuple[int | None, str], list[PublicSeat]] = defaultdict(list)
    for seat in seats:
        seats_of_team[seat.holder.team, seat.holder.team_name].append(seat)
    ordered = sorted(seats_of_team.items(), key=lambda item: (item[0][0] is None, item[0][0] or 0))
    return [(*team, sorted(team_seats, key=lambda seat: seat.holder.number or 0)) for team, team_seats in ordered]


def found_players(draw: Draw, query: str) -> list[Player]:
    """Return the seated players with this number, else those whose name or team contains the words."""
    people = {player for seat in _seats(_sittings(draw)) for player in (seat.holder, seat.sitter) if player.number}
    exact = [player for player in people if query.strip() == str(player.number)]
    named = [
        player for player in people if query.strip() and finds(query, player.name, player.latin_name, player.team_name)
    ]
    return exact or sorted(named, key=lambda player: (folded(player.name), player.number or 0))


def way_of(draw: Draw, number: int) -> list[PublicStop]:
    """Return the path of the entry with this number through the draw's sessions; two queries."""
    own_tables = _sittings(draw).filter(entry__number=number).values("table")
    seats = _seats(_sittings(draw).filter(table__in=own_tables))
    starts = dict(draw.event.sessions.values_list("number", "starts"))
    stops = {}
    for session in sorted({seat.session for seat in seats}):
        stop = _stops((seat for seat in seats if seat.session == session), starts.get(session)).get(number)
        if stop:
            stops[session] = stop
    return list(stops.values())


def stops_of(draw: Draw, session: int) -> dict[int, PublicStop]:
    """Return number -> stop of everyone who has a seat in the session; two queries."""
    return _stops(session_seats(draw, session), start_of(draw, session))


def _stops(seats: Iterable[PublicSeat], starts: datetime | None) -> dict[int, PublicStop]:
    """Return number -> stop for the seats of one session.

    An exchanged player has two seats: as holder in the chart, and as sitter; the sitter's seat wins. A player who is
    back from another table has no seat there any more.
    """
    tables: dict[int, list[PublicSeat]] = defaultdict(list)
    for seat in seats:
        tables[seat.table].append(seat)
    held, sat = {}, {}
    for seats_of_table in tables.values():
        for own in seats_of_table:
            stop = PublicStop(starts, own, tuple(seat for seat in seats_of_table if seat is not own))
            held[own.holder.number] = sat[own.sitter.number] = stop
    return {number: stop for number, stop in (held | sat).items() if number is not None}


def start_of(draw: Draw, session: int) -> datetime | None:
    """Return the planned start of the session."""
    return Session.objects.filter(event=draw.event, number=session).values_list("starts", flat=True).first()


def _sittings(draw: Draw) -> QuerySet[Sitting]:
    return Sitting.objects.filter(
        THERE, table__session__event=draw.event, table__session__number__lte=draw.last_session
    )


def _seats(sittings: QuerySet[Sitting]) -> list[PublicSeat]:
    moved = ("table__moved_to", "table__room")
    columns = ["table__session__number", "table__number", "seat", *moved, "exchanged", "name"]
    rows = sittings.values_list(*columns, *(f"entry__{name}" for name in _PERSON)).order_by("from_hand")
    people_of_seat: dict[tuple[int, int, str, int | None, str], list[tuple[bool, Player]]] = defaultdict(list)
    for session, table, wind, moved_to, room, exchanged, name, *person in rows:
        people_of_seat[session, table, wind, moved_to, room].append((exchanged, _player(name, person)))
    winds = {wind: index for index, wind in enumerate(SeatChoices.values)}
    ordered = sorted(people_of_seat.items(), key=lambda item: (item[0][0], item[0][1], winds[item[0][2]]))
    return [_seat(location, people) for location, people in ordered]


def _seat(location: tuple[int, int, str, int | None, str], people: list[tuple[bool, Player]]) -> PublicSeat:
    """Return the seat with these people in the order of their hands, each with whether a repair put them there."""
    session, table, wind, moved_to, room = location
    by_chart = [player for exchanged, player in people if not exchanged]
    plan = by_chart[-1] if len(by_chart) < len(people) else None
    return PublicSeat(session, table, wind, people[0][1], people[-1][1], moved_to, room, plan)


def _player(name: str, person: list[Any]) -> Player:
    number, entered, latin, country, kind, team, team_name, consent = person
    if number is None:
        return Player(None, name, "", "", "", None, "")
    shown = public_name(entered, consent)
    return Player(number, shown, public_name(latin, consent), country, kind, team, team_name or "")
