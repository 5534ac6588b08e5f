"""The public data of an event, as everybody reads it on the event's pages."""

from typing import Any

from scoring.game.rules.table_points import as_text
from scoring.progress.selectors.session_tables import SeatOfTable, session_tables
from scoring.publishing.selectors.shape import (
    EventHead,
    Player,
    PlayerLine,
    PublicData,
    Result,
    Seat,
    Session,
    Sitter,
    Status,
    Table,
    Unit,
    UnitLine,
)
from scoring.releases.selectors.status import release_status
from scoring.sheets.rules.view import View
from scoring.standings.selectors.standings import Standings
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import released_draw
from tournament.events.models.events import Event
from tournament.seating.selectors.seats import PublicSeat, session_seats


def public_content(event: Event) -> str:
    """Return the content of a package: what is public of the event now. The same data gives the same text."""
    return public_data(event).model_dump_json(exclude_defaults=True)


def public_data(event: Event) -> PublicData:
    """Return what is public of the event now: only released results, released seats, and names as consented."""
    status = release_status(event)
    view = View(False, status.last_session)
    standings = Standings(event, view)
    return PublicData(
        format="pinju-public/1",
        event=_head(event),
        status=Status(**{name: getattr(status, name) for name in Status.model_fields}),
        players=[_player(entry) for entry in standings.names.values()],
        teams=[Unit(number=number, name=name) for number, name in sorted(standings.team_names.items())],
        groups=[Unit(number=number, name=name) for number, name in sorted(standings.group_names.items())],
        individual=[_line(line) for line in standings.individual()] if standings.last else [],
        team_lines=[_unit_line(line) for line in standings.teams()] if standings.last else [],
        group_lines=[_unit_line(line) for line in standings.groups()] if standings.last else [],
        sessions=_sessions(event, view),
    )


def _head(event: Event) -> EventHead:
    return EventHead(
        id=event.slug,
        name=event.name,
        country=event.country,
        place=event.venue,
        time_zone=event.zone.key,
        starts=event.starts,
        ends=event.ends,
        rules=event.rules,
        sessions=event.planned_sessions,
    )


def _player(entry: Any) -> Player:
    return Player(**{name: getattr(entry, name) for name in Player.model_fields})


def _line(line: Any) -> PlayerLine:
    results = [
        Result(session=row.session, table_points=as_text(row.table_points), competition_points=row.competition_points)
        for row in line.results
    ]
    return PlayerLine(**_figures(line), status=line.status, sessions=results)


def _unit_line(line: Any) -> UnitLine:
    return UnitLine(**_figures(line))


def _figures(line: Any) -> dict[str, Any]:
    points = {"table_points": as_text(line.table_points), "competition_points": str(line.competition_points)}
    return {"rank": line.rank, "number": line.number, **points}


def _sessions(event: Event, view: View) -> list[Session]:
    draw = released_draw(event)
    return [
        Session(
            number=session.number,
            starts=session.starts,
            released=session.released_at if session.number <= view.last_session else None,
            tables=_tables(event, view, draw, session.number),
        )
        for session in event.sessions.order_by("number")
    ]


def _tables(event: Event, view: View, draw: Draw | None, session: int) -> list[Table]:
    """Return the tables with their released results, else with the released seats, else none."""
    if session <= view.last_session:
        return [
            Table(number=table.number, seats=[_seat(seat) for seat in table.seats])
            for table in session_tables(event, view, session)
        ]
    if draw is None or session > draw.last_session:
        return []
    tables: dict[int, Table] = {}
    for seat in session_seats(draw, session):
        new = Table(number=seat.table, at=seat.moved_to, room=seat.room, seats=[])
        tables.setdefault(seat.table, new).seats.append(_drawn_seat(seat))
    return list(tables.values())


def _seat(seat: SeatOfTable) -> Seat:
    people = [
        Sitter(number=sitting.entry.number) if sitting.entry else Sitter(name=sitting.name) for sitting in seat.people
    ]
    if seat.result is None:
        return Seat(wind=seat.seat, people=people)
    points = as_text(seat.result.table_points)
    return Seat(wind=seat.seat, people=people, table_points=points, competition_points=seat.result.competition_points)


def _drawn_seat(seat: PublicSeat) -> Seat:
    sitter = seat.sitter
    person = Sitter(name=sitter.name) if sitter.number is None else Sitter(number=sitter.number)
    return Seat(wind=seat.wind, people=[person])  # type: ignore[arg-type]
