"""An event of one session, and the chief referee's browser."""

import pytest
from django.core.cache import cache
from django.test import Client

from scoring.event_file.services.importing import import_event
from tests.support.events import chinese_document
from tests.web.floor.hall.browsing import SYSTEM, client_of
from tournament.events.models.events import Event
from tournament.events.models.stages import Session


@pytest.fixture
def event() -> Event:
    cache.clear()
    document = chinese_document()
    for table in document["sessions"][0]["tables"]:
        table["state"] = "open"
        del table["totals"]
    document["sessions"] = document["sessions"][:1]
    import_event(SYSTEM, document=document)
    return Event.objects.get()


@pytest.fixture
def session(event: Event) -> Session:
    return event.sessions.get()


@pytest.fixture
def chief(event: Event) -> Client:
    return client_of(event, "chief-referee")
