"""Everybody but those ticked is checked in."""

from django.test import Client
from django.urls import reverse

from tournament.events.models.events import Event
from tournament.presence.models.presence import Arrival


def test_everybody_but_those_ticked(event: Event, desk: Client) -> None:
    page = reverse("desk:everybody-but", args=[event.slug])
    assert desk.get(page).content.decode().count('name="absent"') == 16
    # 16 was registered after the page was opened, 18 is a filler.
    listed = list(range(1, 16))
    body = desk.post(page, {"listed": [*listed, 18, "x"], "absent": [5, 6]}, follow=True).content.decode()
    assert "13 players are checked in." in body
    assert set(Arrival.objects.values_list("entry__number", flat=True)) == {*listed} - {5, 6}
