"""Who opens the Floor, and the frame of its pages."""

import re

import pytest
from django.test import Client

from tests.web.floor.hall.browsing import FLOOR, client_of
from tournament.events.models.events import Event
from tournament.events.models.stages import Session

pytestmark = pytest.mark.django_db


def test_only_officials_open_the_floor(event: Event) -> None:
    assert Client().get(FLOOR).status_code == 302
    assert client_of(event, "display").get(FLOOR).status_code == 403
    scorekeeper = client_of(event, "scorekeeper")
    assert scorekeeper.get(FLOOR).status_code == 200
    page = scorekeeper.get(f"{FLOOR}clock/").content.decode()
    assert "Start the session" not in page
    assert scorekeeper.post(f"{FLOOR}clock/", {"do": "start", "session": 1}).status_code == 403


def test_every_page_of_the_floor_names_the_event_and_leads_back(event: Event, session: Session, chief: Client) -> None:
    home = chief.get(FLOOR).content.decode()
    tabs = home.partition('aria-label="Floor of the event"')[2].partition("</nav>")[0]
    pages = [link for link in re.findall(r'href="([^"]+)"', tabs) if link.startswith(FLOOR)]
    assert len(pages) >= 5
    for page in [*pages, f"{FLOOR}tables/1/1/"]:
        head = chief.get(page).content.decode().partition("<main")[0]
        assert event.name in head.partition('class="masthead-name"')[2], page
        assert 'href="/e/1/desk/"' in head, page
        assert f'href="{FLOOR}"' in head, page
