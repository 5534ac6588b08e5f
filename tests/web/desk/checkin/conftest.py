"""An event with a reserve and a filler, whose second session is not played, and its organizer."""

import pytest
from django.test import Client

from tests.support.events import unplay
from tests.web.desk.conftest import document, taken_in
from tournament.events.models.events import Event


def with_extras(slug: str = "event-1") -> Event:
    """Sixteen players in four teams, two sessions; 17 a reserve of team 1, 18 a filler; session 2 is not played."""
    file = document(slug, 2)
    file["players"] += [
        {"number": 17, "name": "王伟", "latin_name": "Wang Wei", "kind": "reserve", "team": 1},
        {"number": 18, "name": "陪打", "kind": "filler"},
    ]
    unplay(file["sessions"][1], "persons", "state")
    return taken_in(file)


@pytest.fixture
def event(db) -> Event:
    return with_extras()


@pytest.fixture
def desk(event: Event, signed_in) -> Client:
    return signed_in("organizer", event)
