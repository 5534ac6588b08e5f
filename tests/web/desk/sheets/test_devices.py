"""The Desk's page of scoring devices: make a token, see it once, see its use, revoke it."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from common.actions.models.audit import AuditEntry
from tests.support.devices import Device
from tests.support.publishing import token_row
from tests.web.desk.conftest import ROLES
from tournament.access.models import ApiToken
from tournament.events.models.events import Event

PAGE = "/e/event-1/desk/devices/"
TOKEN = "t" * 32
FILLED = {"name": "3号桌平板", "days": "7", "random_token": TOKEN, "key": "5c4b5a0e-0000-4000-8000-0000000000d1"}
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_throttles() -> None:
    cache.clear()


def test_an_organizer_makes_a_token_sees_it_once_and_revokes_it(signed_in, event: Event) -> None:
    organizer = signed_in("organizer", event)
    assert "No device has a token yet" in organizer.get(PAGE).text
    made = organizer.post(PAGE, FILLED).text
    assert (TOKEN in made, "http://testserver/api/v1/events/event-1/" in made) == (True, True)
    assert TOKEN in organizer.post(PAGE, FILLED).text
    row = ApiToken.objects.get()
    assert (row.name, row.event, row.scopes) == ("3号桌平板", event, ["hands"])
    assert timedelta(days=6) < row.expires - timezone.now() <= timedelta(days=7)
    listed = organizer.get(PAGE).text
    assert TOKEN not in listed
    assert "not used yet" in listed
    device = Device(TOKEN, "event-1")
    assert device.read().status_code == 200
    assert "not used yet" not in organizer.get(PAGE).text
    revoked = organizer.post(f"{PAGE}tokens/{row.pk}/revoke/", follow=True).text
    assert "no hand can be entered with it any more" in revoked
    assert device.read().status_code == 401
    assert "revoked already" in organizer.post(f"{PAGE}tokens/{row.pk}/revoke/", follow=True).text
    assert AuditEntry.objects.get(action="event.revoke_token").about == "event:event-1"


@pytest.mark.parametrize(
    ("values", "where"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"name": "a\0"}, "name"),
        ({"days": "0"}, "days"),
        ({"days": "367"}, "days"),
        ({"days": ""}, "days"),
        ({"days": "seven"}, "days"),
        ({"random_token": "short"}, "random_token"),
    ],
)
def test_wrong_input_is_told_at_its_field(signed_in, event: Event, values: dict[str, str], where: str) -> None:
    answer = signed_in("organizer", event).post(PAGE, FILLED | values)
    assert (answer.status_code, list(answer.context["form"].errors)) == (400, [where])
    assert not ApiToken.objects.exists()


def test_a_second_valid_token_of_one_name_is_refused_at_the_name(signed_in, event: Event) -> None:
    organizer = signed_in("organizer", event)
    organizer.post(PAGE, FILLED)
    answer = organizer.post(PAGE, FILLED | {"random_token": "u" * 32, "key": "5c4b5a0e-0000-4000-8000-0000000000d2"})
    assert answer.context["form"].errors == {"name": ["Another valid token has this name."]}


def test_tokens_of_halls_and_of_devices_are_on_their_own_pages(signed_in, event: Event) -> None:
    organizer = signed_in("organizer", event)
    hall, device = token_row(event), token_row(event, "hands")
    receiving = "/e/event-1/desk/receive/"
    for page, own, other in ((PAGE, device, hall), (receiving, hall, device)):
        shown = organizer.get(page).text
        assert (own.name in shown, other.name in shown) == (True, False)
        assert organizer.post(f"{page}tokens/{other.pk}/revoke/").status_code == 404
        assert "is revoked" in organizer.post(f"{page}tokens/{own.pk}/revoke/", follow=True).text


def test_only_organizers_and_administrators_make_and_revoke_them(signed_in, event: Event) -> None:
    row = token_row(event, "hands")
    for role in ROLES:
        client = signed_in(role, event)
        expected = 200 if role in ("organizer", "administrator") else 403
        assert client.get(PAGE).status_code == expected, role
        if expected == 403:
            assert client.post(PAGE, FILLED).status_code == 403
            assert client.post(f"{PAGE}tokens/{row.pk}/revoke/").status_code == 403
            assert PAGE not in client.get("/e/event-1/desk/").text
        else:
            assert PAGE in client.get("/e/event-1/desk/").text
    row.refresh_from_db()
    assert row.revoked_at is None
