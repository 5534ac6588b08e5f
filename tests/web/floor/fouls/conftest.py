"""An empty sheet of an event that has ended, and browsers signed in with a role in it."""

from collections.abc import Callable
from datetime import date

import pytest
from django.test import Client

from scoring.sheets.models.sheets import Sheet
from tests.support.events import small_event
from tests.support.sheets import empty_sheet
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role


@pytest.fixture
def sheet() -> Sheet:
    event = small_event()
    Event.objects.filter(pk=event.pk).update(ends=date(2026, 3, 1))
    event.refresh_from_db()
    return empty_sheet(event)


@pytest.fixture
def signed_in(sheet: Sheet) -> Callable[[str], Client]:
    def sign_in(role: str) -> Client:
        account = Account.objects.create_user(f"{role}-{Account.objects.count()}", name=role)
        Role.objects.create(account=account, event=sheet.table.session.event, name=role)
        client = Client(headers={"accept-language": "en"})
        client.force_login(account)
        return client

    return sign_in
