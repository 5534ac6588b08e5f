"""Readers of the cup, and the text of its pages."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.support.cup import cup, taken_in
from tests.support.page_reading import visible_text
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role


@pytest.fixture
def event(db) -> Event:
    """Import the cup with its first two sessions released."""
    return taken_in(cup(), release=2)


@pytest.fixture
def public() -> Client:
    """Return a reader without an account, in English."""
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def official(event: Event) -> Client:
    """Return a referee of the cup."""
    account = Account.objects.create_user("referee")
    Role.objects.create(account=account, event=event, name=Role.Name.REFEREE)
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    return client


def page_text(client: Client, address: str) -> str:
    """Return the text of the main part of a page, without tags and with white space collapsed."""
    response = client.get(address)
    assert response.status_code == 200, address
    main = response.text.split('<main id="main"')[1].split("</main>")[0]
    return visible_text(main.split(">", 1)[1])


@pytest.fixture
def queries() -> Callable[[Client, str], int]:
    """Return a function of client and address: the number of queries of the page with an empty cache."""

    def count(client: Client, address: str) -> int:
        cache.clear()
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200, address
        return len(captured)

    return count
