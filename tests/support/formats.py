"""Events with stages, and sessions played in them without typing."""

from collections.abc import Callable
from typing import Any

from scoring.event_file.selectors.document import event_document
from scoring.event_file.services.importing import import_event
from scoring.formats.rules.ready import READY, columns_of
from scoring.formats.selectors.session_draws import draft_of
from scoring.formats.services.formats import set_format
from scoring.formats.services.session_draws import release_session_draw
from scoring.settings.models.standings import StandingsSettings
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import confirm_sheet
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.facts.whole import type_sheet
from tests.support.draws import ACTOR, drawn, example_draw, planned
from tournament.draws.models.session_draws import SessionDraw
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session, Stage
from tournament.events.models.tables import Sitting, Table
from tournament.people.models.persons import Person

#: Number, place at the table (1 to 4) -> table points in twelfths, competition points.
Result = Callable[[int, int], tuple[int, int]]
TABLE_POINTS = (48, 24, 12, 0)


def with_format(name: str, *, players: int = 24, sessions: int = 4, fillers: int = 0) -> Event:
    """Return an event with a ready format, whose chart is released; with two groups if the format asks for groups."""
    event = planned(name, players, sessions, fillers=fillers)
    plans = READY[name].stages(sessions)
    if any(plan.who.kind == "best-of-groups" for plan in plans):
        for number in (1, 2):
            group = event.groups.create(number=number, name=f"组{number}")
            event.teams.filter(number__in=range(number, players, 2)).update(group=group)
    set_format(ACTOR, event, stages=[columns_of(plan) for plan in plans])
    drawn(event)
    return event


def best_first(_number: int, place: int) -> tuple[int, int]:
    """Return the result by place, for lower numbers first."""
    return TABLE_POINTS[place - 1], 50 - 20 * place


def play(event: Event, session: int, result: Result = best_first) -> None:
    """Confirm every sheet of the session; at each table the places are in the order of the numbers."""
    for sheet in Sheet.objects.filter(table__session__event=event, table__session__number=session):
        seats = Sitting.objects.filter(table=sheet.table_id, entry__isnull=False).values_list("seat", "entry")
        winds = {entry: seat for seat, entry in seats}
        for place, entry in enumerate(Entry.objects.filter(pk__in=winds).order_by("number"), start=1):
            if entry.kind != Entry.Kind.FILLER:
                table, competition = result(entry.number, place)
                CountedResult.objects.create(
                    sheet=sheet, session_id=sheet.table.session_id, entry=entry, team=entry.team,
                    seat=winds[entry.pk], table_points=table, competition_points=competition,
                )  # fmt: skip
        Sheet.objects.filter(pk=sheet.pk).update(state=Sheet.State.CONFIRMED, version=1)


def retype(sheet: Sheet, **totals: int) -> None:
    """Type, sign and confirm a reopened sheet."""
    version = sign(sheet, **totals)
    sheet.refresh_from_db()
    confirm_sheet(ACTOR, sheet, seen=version)


def sign(sheet: Sheet, **totals: int) -> int:
    """Type and sign a sheet; return its version."""
    sheet.refresh_from_db()
    typed = type_sheet(ACTOR, sheet, seen=sheet.version, totals=totals)
    sheet.refresh_from_db()
    signed = sign_on_paper(ACTOR, sheet, seen=typed["version"], referee="赵敏", acknowledged=["short"])
    return int(signed["version"])


def journeyed(event: Event) -> Event:
    """Return the event after its file was imported under another id, with the same stages and draws of sessions."""
    document = event_document(Event.objects.get(pk=event.pk))
    document["event"]["id"] = "again"
    for table in (table for session in document["sessions"] for table in session["tables"]):
        table.pop("state", None)
    import_event(ACTOR, document=document)
    again = Event.objects.get(slug="again")
    travelled = event_document(again)
    assert travelled["event"]["stages"] == document["event"]["stages"]
    assert travelled["session_draws"] == document["session_draws"]
    return again


def draw_next(event: Event, session: int) -> list[list[int]]:
    """Release the draft of a session; return its tables, the numbers in order."""
    draft = draft_of(event, session)
    release_session_draw(ACTOR, event, session=session, digest=draft.digest)
    return [sorted(four) for four in draft.tables]


def _players(event: Event, count: int) -> Event:
    for number in range(1, count + 1):
        person = Person.objects.create(name=f"P{number}")
        Entry.objects.create(event=event, person=person, number=number, name=f"P{number}")
    return event


def _two_stages(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    Stage.objects.filter(event=_players(event, 8)).delete()
    Stage.objects.create(event=event, number=1, first_session=1, last_session=event.planned_sessions - 1, advance=4)
    last = event.planned_sessions
    Stage.objects.create(event=event, number=2, first_session=last, last_session=last, who="best", count=4)
    return event, {"stage": 2, "play_off": [], "declined": [2]}


def _format(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    stages = [{"first_session": 1, "last_session": event.planned_sessions, "method": "chart", "name": "A"}]
    return _players(event, 8), {"stages": stages}


def _session_draw(event: Event, state: str) -> tuple[SessionDraw, dict[str, Any]]:
    session, _new = Session.objects.get_or_create(event=event, number=event.planned_sessions)
    Sheet.objects.create(table=Table.objects.create(session=session, number=90))
    return SessionDraw.objects.create(
        event=event, session=session.number, version=1, state=state or "released", tables=[[0, 0, 0, 0]],
        digest="0" * 64, released_at="2026-05-01T08:00:00Z",
    ), {}  # fmt: skip


def _to_draw(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    """Four players whose first session is confirmed; the second is drawn by rank."""
    last = max(event.planned_sessions, 2)
    draw = example_draw(event, "released")
    StandingsSettings.objects.get_or_create(event=event)
    Stage.objects.create(event=event, number=1, first_session=1, last_session=1)
    Stage.objects.create(event=event, number=2, first_session=2, last_session=last, method="fours")
    Event.objects.filter(pk=event.pk).update(planned_sessions=last)
    event.refresh_from_db()
    table = Table.objects.create(session=event.sessions.get(number=1), number=1)
    for seat, line in zip("ESWN", draw.numbers.all(), strict=True):
        Sitting.objects.create(table=table, seat=seat, entry=line.entry)
    Sheet.objects.create(table=table)
    play(event, 1)
    return event, {"session": 2, "digest": draft_of(event, 2).digest}


EXAMPLES: dict[str, Callable[[Event, str], tuple[Any, dict[str, Any]]]] = {
    "event.decide_cut": _two_stages,
    "event.set_format": _format,
    "session_draw.release": _to_draw,
    "session_draw.retract": _session_draw,
}
