"""Where an event is, and which copy was set aside, is said at the Desk; a copy is not public."""

import pytest
from django.test import Client

from scoring.hand_over.models import HandOver
from scoring.hand_over.services.setting_aside import set_aside
from tests.support.action_examples import new_account
from tests.support.events import small_event
from tests.support.hand_overs import HOME, without_action

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(new_account(is_superuser=True, is_staff=True))
    return client


def test_an_event_that_is_elsewhere_is_marked(client: Client) -> None:
    event = small_event("away")
    assert "laptop of the hall" not in client.get("/desk/").text
    without_action(event, HandOver.Side.GIVEN)
    assert "At “laptop of the hall”" in client.get("/desk/").text
    overview = client.get("/e/away/desk/").text
    assert "Go on where the event is" in overview
    assert "All its data is entered at “laptop of the hall”. Here you can only read it." in overview
    assert Client().get("/e/away/").status_code == 200


def test_a_copy_set_aside_is_marked_and_only_people_with_a_role_read_it(client: Client) -> None:
    row = without_action(small_event("away"), HandOver.Side.TAKEN)
    visitor = Client(headers={"accept-language": "en"})
    assert "/e/away/" in visitor.get("/").text
    set_aside(HOME, row, reason="home went on alone")
    assert "Copy set aside" in client.get("/desk/").text
    for page in ("desk/", "floor/"):
        assert "This copy was set aside." in client.get(f"/e/away-aside-1/{page}").text
    assert visitor.get("/e/away-aside-1/").status_code == 404
    assert "/e/away-aside-1/" not in visitor.get("/").text
