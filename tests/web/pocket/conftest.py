"""The readers of the cup, and what its pages say."""

import html
import re
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.support.cup import cup, taken_in
from tests.support.remembered import remembered
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role


@remembered
def usual() -> Event:
    return taken_in(cup(), release=2)


@pytest.fixture
def event(db) -> Event:
    """The cup with its first two sessions released."""
    return usual()


@pytest.fixture
def public() -> Client:
    """A reader without an account, in English."""
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def official(event: Event) -> Client:
    """A referee of the cup."""
    account = Account.objects.create_user("referee")
    Role.objects.create(account=account, event=event, name=Role.Name.REFEREE)
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    return client


def said(client: Client, address: str) -> str:
    """What a page says in its main part: its text without tags, each run of white space one blank."""
    response = client.get(address)
    assert response.status_code == 200, address
    main = response.content.decode().split('<main id="main"')[1].split("</main>")[0]
    text = html.unescape(re.sub(r"<[^>]*>", " ", main.split(">", 1)[1]))
    return " ".join(text.split())


@pytest.fixture
def queries() -> Callable[[Client, str], int]:
    """Call it with a client and an address: how many queries the page takes with an empty cache."""

    def count(client: Client, address: str) -> int:
        cache.clear()
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200, address
        return len(captured)

    return count
