"""Seats of a whole event for its papers: by session and table, by player, by team."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from django.db.models import Max

from common.i18n.names import Section, name_sections
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.chart import DrawnChart, Holder
from tournament.draws.selectors.draws import current_draw, released_draw
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.tables import Table
from tournament.presence.selectors.presence import plays_in
from tournament.seating.selectors.seats import Player, PublicSeat, event_seats


@dataclass(frozen=True)
class PlayerWay:
    """A player with seats by session; ``team`` is that of the seats' holders, so a filler has none."""

    player: Player
    seats: dict[int, PublicSeat]


@dataclass(frozen=True)
class Seating:
    """The seats of an event by session, table and wind; ``draft``: of a draw that is not released.

    ``drawn``: a draw made the seats, so they have public pages; seats of an event file have none. ``out`` has session
    and number of withdrawn players without a substitute: their seats are empty.
    """

    sessions: int
    seats: list[PublicSeat]
    starts: dict[int, datetime | None] = field(default_factory=dict)
    out: frozenset[tuple[int, int]] = frozenset()
    draft: bool = False
    drawn: bool = True

    @cached_property
    def by_session(self) -> dict[int, dict[int, list[PublicSeat]]]:
        """Return session -> table -> its seats, East first."""
        tables: dict[int, dict[int, list[PublicSeat]]] = defaultdict(dict)
        for seat in self.seats:
            tables[seat.session].setdefault(seat.table, []).append(seat)
        return dict(tables)

    @cached_property
    def by_table(self) -> dict[int, dict[int, list[PublicSeat]]]:
        """Return table -> session -> its seats, East first."""
        sessions: dict[int, dict[int, list[PublicSeat]]] = defaultdict(dict)
        for seat in self.seats:
            sessions[seat.table].setdefault(seat.session, []).append(seat)
        return {table: sessions[table] for table in sorted(sessions)}

    @cached_property
    def ways(self) -> list[PlayerWay]:
        """Return everyone who has or had a seat, by number."""
        people: dict[int, Player] = {}
        seats: dict[int, dict[int, PublicSeat]] = defaultdict(dict)
        for seat in self.seats:
            for person in (seat.holder, seat.sitter):
                if person.number is not None:
                    people[person.number] = person
            if seat.sitter.number is not None and not self.empty(seat):
                seats[seat.sitter.number][seat.session] = seat
        return [PlayerWay(people[number], seats[number]) for number in sorted(people)]

    def empty(self, seat: PublicSeat) -> bool:
        """Return whether no one will sit on the seat."""
        return seat.sitter.number is not None and (seat.session, seat.sitter.number) in self.out


def by_name(ways: Iterable[PlayerWay]) -> list[tuple[Section, list[PlayerWay]]]:
    """Return the sections of a list by name, in the order of `name_sections`."""
    by_number = sorted(ways, key=lambda way: way.player.number or 0)
    return name_sections(by_number, lambda way: way.player.listed)


def by_team(ways: Iterable[PlayerWay]) -> list[tuple[int | None, str, list[PlayerWay]]]:
    """Return number, name and members (by number) of each team; players without a team last, with an empty name."""
    teams: dict[tuple[int | None, str], list[PlayerWay]] = defaultdict(list)
    for way in ways:
        teams[way.player.team, way.player.team_name].append(way)
    ordered = sorted(teams.items(), key=lambda item: (not item[0][1], item[0][0] is None, item[0][0] or 0, item[0][1]))
    return [(number, name, members) for (number, name), members in ordered]


def seating_of(event: Event) -> Seating | None:
    """Return the seats for officials: those of the existing tables, else of a drawn chart; None without either."""
    last = Table.objects.filter(session__event=event).aggregate(last=Max("session__number"))["last"]
    draw = current_draw(event)
    if last:
        return replace(_seated(event, last), drawn=draw is not None)
    return _drafted(draw) if draw is not None and draw.chart else None


def public_seating(event: Event) -> Seating | None:
    """Return the seats that the released draw made public; None without one."""
    draw = released_draw(event)
    return _seated(event, draw.last_session) if draw else None


def _seated(event: Event, sessions: int) -> Seating:
    seats = event_seats(event, sessions)
    return Seating(sessions, seats, _starts(event), _out(event, sessions))


def _starts(event: Event) -> dict[int, datetime | None]:
    return dict(event.sessions.values_list("number", "starts"))


def _out(event: Event, sessions: int) -> frozenset[tuple[int, int]]:
    """Return session and number of the players who are out of the event."""
    out = event.entries.exclude(status=Entry.Status.ENTERED) | event.entries.filter(withdrawals__isnull=False)
    entries = list(out.distinct().prefetch_related("withdrawals"))
    return frozenset(
        (session, entry.number)
        for entry in entries
        for session in range(1, sessions + 1)
        if not plays_in(entry, session)
    )


def _drafted(draw: Draw) -> Seating:
    chart = DrawnChart(draw)
    seats = [
        PublicSeat(seat.session, seat.table, seat.wind, _player(seat.holder), _player(seat.holder))
        for session in range(1, draw.sessions + 1)
        for table in chart.tables(session)
        for seat in table
    ]
    return Seating(draw.sessions, seats, _starts(draw.event), draft=True)


def _player(holder: Holder) -> Player:
    kind = Entry.Kind.FILLER if holder.filler else Entry.Kind.PLAYER
    return Player(holder.entry, holder.name, "", holder.country, kind, None, holder.team)
