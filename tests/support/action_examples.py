"""For every action a subject and facts with which it runs; a test fails on an action that has none here."""

from collections.abc import Callable
from itertools import count
from typing import Any

from django.conf import settings

from scoring.models import Sheet
from tests.support.event_generator import make_event
from tournament.models import Account, Event, Role, Session, Table

#: (event, state of the subject, "" where it has none) -> (subject, facts)
Example = Callable[[Event, str], tuple[Any, dict[str, Any]]]

PASSWORD = "long enough for 13 orphans"
_numbers = count(1)


def new_account(**columns: Any) -> Account:
    """An account of a name not used before."""
    return Account.objects.create_user(f"account-{next(_numbers)}", **columns)


def new_session(event: Event, state: str = "unreleased") -> Session:
    """The next session of ``event`` with one table, whose sheet is confirmed; the sessions before it are released."""
    event.sessions.update(released_at="2024-05-01T12:00:00Z")
    session = Session.objects.create(event=event, number=event.sessions.count() + 1)
    if state == "released":
        Session.objects.filter(pk=session.pk).update(released_at="2024-05-01T13:00:00Z")
        session.refresh_from_db()
    Sheet.objects.create(table=Table.objects.create(session=session, number=1), state=Sheet.State.CONFIRMED)
    return session


def _revoked_role(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    account = new_account()
    Role.objects.create(account=account, event=event, name=Role.Name.REFEREE)
    return event, {"account": account, "name": Role.Name.REFEREE}


EXAMPLES: dict[str, Example] = {
    "account.change": lambda event, state: (new_account(), {"name": "欧阳娜娜", "is_staff": True}),
    "account.create": lambda event, state: (None, {"username": f"new-{next(_numbers)}", "password": PASSWORD}),
    "account.first": lambda event, state: (None, {"password_file": settings.HOME / "example-password.txt"}),
    "account.set_password": lambda event, state: (new_account(), {"password": PASSWORD}),
    "event.import": lambda event, state: (None, {"document": make_event(f"example-{next(_numbers)}", 4, 1)}),
    "role.grant": lambda event, state: (event, {"account": new_account(), "name": Role.Name.REFEREE}),
    "role.revoke": _revoked_role,
    "session.release": lambda event, state: (new_session(event, state or "unreleased"), {}),
    "session.retract": lambda event, state: (new_session(event, state or "released"), {}),
}
