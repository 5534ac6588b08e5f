"""Every page in every state of clock, session, sheets, draw, event and other models: it renders."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from common.jobs.models import Job
from ranking.links.models import CorrectionRequest
from ranking.pins.models.applications import PinApplication
from ranking.pins.models.claims import MissingResult
from ranking.record.models.sites import SiteResults
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.rules import State as AppealState
from scoring.fouls.models import Foul, Measure
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.codes import TableCode
from scoring.sheets.models.sheets import Sheet
from tests.support.every_address import Program
from tournament.access.models import Invitation
from tournament.clocks.models import SessionClock
from tournament.clocks.rules import State
from tournament.clocks.selectors.clocks import clock_of
from tournament.draws.models.draws import Draw
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.selectors.event_list import EventState, event_state
from tournament.people.models.accounts import Account
from tournament.registration.models.applications import Application, ApplicationMail
from tournament.registration.rules.applying import Window
from web.live.fragments import FRAGMENTS

pytestmark = pytest.mark.django_db

#: The size of the largest enumeration: in each turn every model is in its next state.
TURNS = max(map(len, (Draw.State, State, Application.State, PinApplication.State)))
#: Pages that show a state of an event; files (PDF, XLSX) show released results only.
SHOWN = re.compile(r"^(e/<slug:slug>/|live/|jobs/|t/$|$|committee/.*(pin|sent|request)|me/pins/)")
FILES = re.compile(r"\.(pdf|xlsx|csv|json)$|/files/")
#: Pages for readers without an account.
PUBLIC = re.compile(r"^(e/<slug:slug>/(?!desk|floor|table)|live/|$)")
NOW = timezone.now()
CLOCKS: dict[State, dict[str, Any]] = {
    State.AHEAD: {},
    State.SEATS: {"checked_at": NOW},
    State.RUNNING: {"started_at": NOW},
    State.PAUSE: {"started_at": NOW, "stop": {"kind": "pause", "begins_at": NOW}},
    State.BREAK: {"started_at": NOW, "stop": {"kind": "break", "begins_at": NOW, "ends_at": NOW + timedelta(days=1)}},
    State.OVER: {"started_at": NOW - timedelta(days=1)},
    State.ENDED: {"started_at": NOW - timedelta(days=1), "ended_at": NOW},
}
#: Number of released sessions, and the start of the event in days from today.
EVENTS = {
    EventState.COMING: (0, 9),
    EventState.WAITING: (0, -9),
    EventState.RUNNING: (1, 0),
    EventState.OVER: (3, -9),
}
OPENINGS: dict[Window, tuple[int | None, int | None]] = {
    Window.NONE: (None, None),
    Window.COMING: (1, 2),
    Window.OPEN: (-1, 1),
    Window.OVER: (-2, -1),
}


def set_clock(session: Session, state: State) -> None:
    minutes = {"minutes": 120, "notice_minutes": 15} | CLOCKS[state]
    stop = minutes.pop("stop", None)
    SessionClock.objects.filter(session=session).delete()
    clock = SessionClock.objects.create(session=session, **minutes)
    if stop:
        clock.stops.create(**stop)
    assert clock_of(session).state(timezone.now()) is state


def set_event(event: Event, state: EventState) -> None:
    released, start = EVENTS[state]
    event.sessions.filter(number__lte=released).update(released_at=NOW)
    event.sessions.filter(number__gt=released).update(released_at=None)
    starts = timezone.localdate() + timedelta(days=start)
    Event.objects.filter(pk=event.pk).update(starts=starts, ends=starts)
    event.refresh_from_db()
    assert event_state(event, released, timezone.localdate()) is state


def set_window(event: Event, window: Window) -> None:
    opens, closes = (None if days is None else NOW + timedelta(days=days) for days in OPENINGS[window])
    settings = event.registration_settings
    settings.opens, settings.closes = opens, closes
    settings.save()


def set_moments(turn: int) -> None:
    """Set the states that depend on times: codes, invitations, calls and fouls."""
    days = timedelta(days=1)
    code, invitation = TableCode.State.values[turn % 3], Invitation.State.values[turn % 4]
    TableCode.objects.update(
        expires=NOW - days if code == "expired" else NOW + days, revoked_at=NOW if code == "revoked" else None
    )
    Invitation.objects.update(
        expires=NOW - days if invitation == "expired" else NOW + days,
        revoked_at=NOW if invitation == "revoked" else None,
        account=Account.objects.first() if invitation == "used" else None,
    )
    call = RefereeCall.State.values[turn % 3]
    RefereeCall.objects.update(
        taken_at=None if call == "waiting" else NOW, ended_at=NOW if call == "ended" else None, outcome=""
    )
    foul = Foul.State.values[turn % 3]
    Foul.objects.update(admissible=foul != "inadmissible", cancelled_at=NOW if foul == "cancelled" else None)


def set_states(program: Program, turn: int) -> None:
    """Set everything to the state of this turn."""
    event = program.event
    set_event(event, list(EVENTS)[turn % 4])
    set_clock(event.sessions.get(number=3), list(State)[turn % len(State)])
    set_window(event, list(Window)[turn % 4])
    set_moments(turn)
    draw = Draw.objects.get(event__slug="2")
    draw.state = Draw.State.values[turn % len(Draw.State)]
    if draw.state == Draw.State.OFFERED:  # choosing keeps only the chosen chart
        draw.options = [option | {"chart": draw.chart} for option in draw.options]
    draw.save()
    for model, column, states in (
        (Sheet, "state", Sheet.State),
        (Application, "state", Application.State),
        (ApplicationMail, "state", ApplicationMail.State),
        (Appeal, "status", AppealState),
        (Measure, "status", Measure.State),
        (PinApplication, "status", PinApplication.State),
        (MissingResult, "status", MissingResult.State),
        (SiteResults, "state", SiteResults.State),
        (CorrectionRequest, "state", CorrectionRequest.State),
        (Job, "state", Job.State),
    ):
        values = [state.value for state in states]
        model._default_manager.update(**{column: values[turn % len(values)]})
    Application.objects.update(waiting_since=NOW)
    Entry.objects.filter(number=4).update(status=Entry.Status.values[turn % 3])
    type(event.ledger).objects.update(live=turn + 100, public=turn + 100, clock=turn + 100, calls=turn + 100)


def broken(client: Client, paths: list[str]) -> dict[str, Any]:
    """Return the paths whose page fails; the test client raises the exceptions of a view."""
    causes: dict[str, Any] = {}
    for path in paths:
        try:
            response = client.get(path, follow=path.startswith("/live/"))
            if response.status_code >= 500:
                causes[path] = response.status_code
        except Exception as fault:
            causes[path] = repr(fault)
    return causes


@pytest.mark.parametrize("turn", range(TURNS))
def test_every_page_renders_in_every_state(program: Program, turn: int) -> None:
    phone = program.phone()
    set_states(program, turn)
    addresses = [
        address for address in program.addresses() if SHOWN.search(address.route) and not FILES.search(address.route)
    ]
    paths = [address.path for address in addresses] + [f"/live/1/{name}" for name in FRAGMENTS]
    paths += ["/live/1/clock?subject=1", "/live/2/clock", "/e/2/", "/e/1/floor/clock/?session=3"]
    public = [address.path for address in addresses if PUBLIC.search(address.route)] + [
        f"/live/1/{name}" for name in FRAGMENTS
    ]
    table = [address.path for address in addresses if "/table/" in address.route]
    assert broken(program.signed_in(), paths) == {}
    assert broken(Client(headers={"accept-language": "ja"}), public) == {}
    assert broken(phone, table) == {}


def test_every_state_is_covered() -> None:
    assert set(CLOCKS) == set(State)
    assert set(EVENTS) == set(EventState)
    assert set(OPENINGS) == set(Window)
    assert len(Draw.State) <= TURNS >= len(Job.State)
