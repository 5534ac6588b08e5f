"""Tests of the page on private data: longer with a reason, deleted with the password."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.web.desk.conftest import PASSWORD
from tournament.events.models.events import Event
from tournament.people.models.persons import PrivateData

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(event: Event) -> str:
    Event.objects.filter(pk=event.pk).update(ends=timezone.localdate())
    PrivateData.objects.create(person=event.entries.get(number=1).person, document="E12345678")
    return reverse("desk:private-data", args=[event.slug])


def test_private_data_is_kept_longer_with_a_reason(signed_in: Callable, event: Event, page: str) -> None:
    client = signed_in("organizer", event)
    shown = client.get(page).content.decode()
    assert "1 person" in shown
    assert "12 months after the last day" in shown
    assert "E12345678" not in shown
    until = timezone.localdate() + timedelta(days=500)
    answer = client.post(page, {"keep_until": until.isoformat()})
    assert answer.status_code == 400
    assert "Please give a reason" in answer.content.decode()
    client.post(page, {"keep_until": until.isoformat(), "reason": "an appeal"})
    assert PrivateData.objects.get().keep_until == until
    entry = reverse("desk:entry", args=[event.slug, 1])
    assert f"Kept until {until:%-d %B %Y}" in client.get(entry).content.decode()


def test_private_data_is_deleted_with_reason_and_password(signed_in: Callable, event: Event, page: str) -> None:
    client, delete = signed_in("organizer", event, password=True), f"{page}delete/"
    assert client.post(delete, {"reason": "asked for it", "password": "wrong"}).status_code == 400
    assert PrivateData.objects.exists()
    answer = client.post(delete, {"reason": "asked for it", "password": PASSWORD}, follow=True)
    assert "The private data of 1 person is deleted." in answer.content.decode()
    assert not PrivateData.objects.exists()


def test_only_organizers_open_the_private_data_page(signed_in: Callable, event: Event, page: str) -> None:
    client = signed_in("referee", event)
    for address in (page, f"{page}delete/"):
        assert client.get(address).status_code == client.post(address).status_code == 403
