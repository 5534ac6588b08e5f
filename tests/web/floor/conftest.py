"""Browsers of officials, for the event of the ``sheet``."""

from collections.abc import Callable

import pytest
from django.test import Client

from scoring.sheets.models.sheets import Sheet
from tournament.people.models.accounts import Account, Role


@pytest.fixture
def signed_in(sheet: Sheet) -> Callable[[str], Client]:
    def sign_in(role: str) -> Client:
        account = Account.objects.create_user(f"{role}-{Account.objects.count()}", name=role)
        Role.objects.create(account=account, event=sheet.table.session.event, name=role)
        client = Client(headers={"accept-language": "en"})
        client.force_login(account)
        return client

    return sign_in
