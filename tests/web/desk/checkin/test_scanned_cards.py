"""Cards of players that are scanned at the check-in."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.web.desk.checkin.pages import tap
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.presence.models.presence import Arrival


@pytest.mark.parametrize(
    "text", ["3", " 3 ", "http://10.0.0.1/e/event-1/players/3/", "HTTPS://x.org/e/event-1/seats/players/3/"]
)
def test_a_scanned_card_checks_in(event: Event, desk: Client, text: str) -> None:
    tap(desk, event, scan=text)
    assert Arrival.objects.get().entry.number == 3


def test_an_official_who_opens_a_scanned_card_checks_the_player_in(event: Event, signed_in, client: Client) -> None:
    referee = signed_in("referee", event)
    for page in ("pocket:player", "pocket:seat-way"):
        card = reverse(page, args=[event.slug, 3])
        assert "Check in" not in client.get(card).text
        assert 'name="here" value="3"' in referee.get(card).text
    after = tap(referee, event, here=3)
    assert Arrival.objects.get().entry.number == 3
    assert "Here since" in after
    assert 'name="here"' not in referee.get(card).text
    assert "here since" in referee.get(card).text
    Session.objects.filter(event=event).update(released_at=timezone.now())
    assert "here since" not in referee.get(card).text  # check-in is over after the last session


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("http://10.0.0.1/e/other/players/3/", "This card belongs to another event."),
        ("99", "No player has the number “99”."),
        ("三", "No player has the number “三”."),
        ("", "No player has the number “”."),
    ],
)
def test_a_strange_card_checks_nobody_in(event: Event, desk: Client, text: str, words: str) -> None:
    assert words in tap(desk, event, scan=text)
    assert not Arrival.objects.exists()
