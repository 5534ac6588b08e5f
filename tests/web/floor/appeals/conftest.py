"""A sheet, and the browsers of officials."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from scoring.sheets.models.sheets import Sheet
from tests.support.events import small_event
from tests.support.sheets import made_sheet
from tournament.people.models.accounts import Account, Role


@pytest.fixture
def sheet(settings: Any, tmp_path: Any) -> Sheet:
    settings.MEDIA_ROOT = tmp_path
    return made_sheet(small_event())


@pytest.fixture
def signed_in(sheet: Sheet) -> Callable[[str], Client]:
    def sign_in(role: str) -> Client:
        account = Account.objects.create_user(f"{role}-{Account.objects.count()}", name=role)
        Role.objects.create(account=account, event=sheet.table.session.event, name=role)
        client = Client(headers={"accept-language": "en"})
        client.force_login(account)
        return client

    return sign_in
