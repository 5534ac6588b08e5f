"""A player who withdrew before the first session is counted nowhere: Desk, public pages, wall and papers agree.

The standings list such a player as withdrawn, without a rank.
"""

import re

import pytest
from django.test import Client

from common.actions.permissions import system_actor
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import Choice
from tests.support.events import unplay
from tests.support.page_reading import visible_text
from tests.support.pdf_reading import texts_of
from tests.web.desk.conftest import document, taken_in
from tournament.events.models.events import Event
from tournament.papers.services import set_address

pytestmark = pytest.mark.django_db
GONE = "ABSENTIA Nemo"


@pytest.fixture
def event() -> Event:
    """Sixteen players, and number 17, who withdrew before the first session; session 1 is released, 2 not played."""
    file = document(sessions=2, released=1)
    file["players"] = [player for player in file["players"] if player.get("kind", "player") == "player"]
    unplay(file["sessions"][1], "persons", "state")
    file["players"].append({"number": 17, "name": GONE, "status": "withdrawn"})
    return taken_in(file)


@pytest.fixture
def desk(event: Event, signed_in) -> Client:
    return signed_in("organizer", event)


def words(client: Client, address: str) -> str:
    """Return the text of a page, without markup."""
    return visible_text(client.get(address, follow=True).text)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("/e/event-1/desk/", "✓ Prepare done 16 players"),
        ("/e/event-1/desk/registration/", "Players 16"),
        ("/e/event-1/desk/checkin/", "0 of 16 players are here"),
        ("/e/event-1/desk/setup/hall/", "The event needs 4 tables."),
        ("/e/event-1/", "Players 16"),
        ("/", "16"),
    ],
)
def test_pages_count_sixteen_players(desk: Client, address: str, expected: str) -> None:
    shown = words(desk, address)
    assert expected in shown
    assert not re.search(r"\b17\b(?! ABSENTIA)", shown)
    assert "filler is missing" not in shown
    assert "fillers are missing" not in shown


@pytest.mark.parametrize("address", ["seats/", "wall/seats/"])
def test_seats_leave_the_withdrawn_player_out(desk: Client, address: str) -> None:
    assert GONE not in words(desk, f"/e/event-1/{address}")


@pytest.mark.parametrize("paper", ["by-name", "player-cards", "oath"])
def test_papers_leave_the_withdrawn_player_out(event: Event, paper: str) -> None:
    set_address(system_actor("test"), event, address="http://10.0.0.1:8000")
    made = make_paper(event, Choice(paper, "en"), total=lambda _n: None, step=lambda: None)
    assert GONE not in " ".join(texts_of(made.data))
