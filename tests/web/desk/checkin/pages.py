"""Addresses and presses of the pages of the check-in."""

from django.test import Client
from django.urls import reverse

from tournament.events.models.events import Event


def address(page: str, event: Event, *more: int) -> str:
    return reverse(f"desk:{page}", args=[event.slug, *more])


def tap(desk: Client, event: Event, **fields: str | int) -> str:
    response = desk.post(address("checkin", event), fields, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def decide(desk: Client, event: Event, number: int, **fields: str | int):
    return desk.post(address("person", event, number), fields)


def instead(desk: Client, event: Event, number: int, by: int | str, **fields: str | int):
    """Let somebody play the number in session 2, or as the fields say."""
    usual = {"by": by, "how": "sessions", "session": 2, "last": 2}
    return desk.post(address("instead", event, number), usual | fields)
