"""Events, and accounts with the roles that the Desk distinguishes."""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from common.actions.permissions import system_actor
from common.files.json_files import dump
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from tests.support.event_generator import make_event
from tests.support.events import unplay
from tests.support.remembered import remembered
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role

PASSWORD = "a long pass phrase"
#: The users that the pages distinguish; "foreign" is the organizer of another event.
ROLES = [*Role.Name.values, "house", "administrator", "nobody", "foreign"]


def document(slug: str = "event-1", sessions: int = 3, *, released: int = 0) -> dict[str, Any]:
    """Return a quiet event file: every table confirmed without contradiction, the first sessions released."""
    event_file = make_event(1, players=16, sessions=sessions, odd=False, stages=False)
    event_file["event"]["id"] = slug
    for player in event_file["players"]:
        player.pop("federation_number", None)
    for session in event_file["sessions"]:
        session.pop("released", None)
        if session["number"] <= released:
            session["released"] = f"2024-02-28T1{session['number']}:00:00Z"
    return event_file


def contradicting(plain: dict[str, Any], *places: tuple[int, int]) -> dict[str, Any]:
    """Shift the totals of East and South by 2 at each (session, table), too little to change the order."""
    changed = deepcopy(plain)
    for session, number in places:
        totals = changed["sessions"][session - 1]["tables"][number - 1]["totals"]
        totals["E"], totals["S"] = totals["E"] + 2, totals["S"] - 2
    return changed


@remembered
def taken_in(plain: dict[str, Any]) -> Event:
    """Import the event of a file as the command does."""
    answer = import_event(system_actor("test"), document=read_event(dump(plain)))
    return Event.objects.select_related("ledger").get(slug=answer["event"])


def half_played() -> Event:
    """Import an event of two sessions: one confirmed, one of four running tables."""
    plain = document(sessions=2)
    unplay(plain["sessions"][1])
    for table in plain["sessions"][1]["tables"]:
        table["state"] = "open"
    return taken_in(plain)


@pytest.fixture(autouse=True)
def _media(settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def event(db) -> Event:
    """Import an event of 16 players and 3 sessions, all confirmed, none released."""
    return taken_in(document())


@pytest.fixture
def account_of(db) -> Callable[..., Account]:
    """Return an account with a role of ROLES in an event, created on first use."""

    def make(role: str, event: Event | None = None) -> Account:
        rights = {"is_staff": role == "house", "is_superuser": role == "administrator"}
        account = Account.objects.filter(username=role).first() or Account.objects.create_user(role, **rights)
        if role in Role.Name.values and event is not None:
            Role.objects.get_or_create(account=account, event=event, name=role)
        if role == "foreign":
            other = Event.objects.filter(slug="other").first() or taken_in(document("other", 1))
            Role.objects.get_or_create(account=account, event=other, name=Role.Name.ORGANIZER)
        return account

    return make


@pytest.fixture
def signed_in(account_of) -> Callable[..., Client]:
    """Return a browser signed in with a role of ROLES; ``password``: the account has PASSWORD."""

    def sign_in(role: str, event: Event | None = None, *, password: bool = False) -> Client:
        account, client = account_of(role, event), Client()
        if password:
            account.set_password(PASSWORD)
            account.save()
        client.force_login(account)
        return client

    return sign_in


@pytest.fixture
def queries() -> Callable[[Callable[[], Any]], int]:
    """Return the number of queries of a second call, so that lookups once per process do not count."""

    def count(call: Callable[[], Any]) -> int:
        call()
        with CaptureQueriesContext(connection) as captured:
            call()
        return len(captured)

    return count
