"""The audit of an event that travels names the accounts and persons of each installation."""

from pathlib import Path

import pytest

from common.actions.models.audit import AuditEntry
from scoring.hand_over.models import HandOver
from scoring.hand_over.services.giving import give_back
from scoring.hand_over.services.taking import take_back, take_event
from tests.scoring.event_file.test_whole_events import imported
from tests.support.action_examples import new_account
from tests.support.event_generator import make_event
from tests.support.hand_overs import HALL, HOME, file_of, given, package_in
from tests.support.installations import Installation
from tournament.access.services.roles import grant_role
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account
from web.shared.audit.labels import AuditWords

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def granted(event: Event, name: str) -> None:
    """Give an account with this name a role."""
    account = new_account(name=name)
    grant_role(HOME, event, account=account, name="referee")


def told(event: Event) -> list[str]:
    """Return what the audit says about accounts."""
    entries = list(AuditEntry.objects.filter(ledger=event.ledger, action="role.grant").order_by("seq"))
    words = AuditWords(entries)
    return [f"{words.subject(entry)} {dict(words.values(entry.action, entry.after))}" for entry in entries]


def test_accounts_of_another_installation_keep_their_names(tmp_path: Path) -> None:
    event = imported(make_event(7, 8, 2))
    granted(event, "Anna at home")
    before = told(event)
    assert "Anna at home" in before[0]
    row = given(event)
    out = file_of(row)
    number = Account.objects.get().pk
    with Installation(tmp_path, "hall"):
        other = Account.objects.create(pk=number, username="somebody", name="Somebody else")
        take_event(HALL, package=package_in(out), file_key=row.key)
        taken = Event.objects.get()
        assert told(taken) == before
        granted(taken, "Ben in the hall")
        there = told(taken)
        assert "Ben in the hall" in there[1]

        give_back(HALL, HandOver.objects.get())
        back = file_of(HandOver.objects.get())
        assert other.pk == number
    take_back(HOME, row, package=package_in(back))
    assert told(Event.objects.get()) == there
