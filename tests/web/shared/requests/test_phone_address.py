"""The addresses in codes for phones, on a laptop that its organizer calls "localhost" and on a server with a name."""

import pytest
from django.test import RequestFactory

from common.actions.permissions import system_actor
from scoring.event_file.services.importing import import_event
from tests.support.events import chinese_document
from tournament.events.models.events import Event
from tournament.papers.models import PaperAddress
from web.shared.requests.phone_address import address_for_phones

HOME = "192.168.1.20"


@pytest.fixture
def event(db, monkeypatch, settings) -> Event:
    monkeypatch.setattr("web.shared.requests.phone_address.own_addresses", lambda: [HOME])
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", HOME, "open.example", "hall.example"]
    import_event(system_actor("test"), document=chinese_document())
    return Event.objects.get()


@pytest.mark.parametrize(
    ("host", "chosen", "base"),
    [
        ("open.example", "", "http://open.example"),
        ("open.example", "http://hall.example", "http://open.example"),
        (f"{HOME}:8000", "", f"http://{HOME}:8000"),
        ("localhost:8000", "", f"http://{HOME}:8000"),
        ("127.0.0.1:8000", "http://hall.example", "http://hall.example"),
        ("localhost:8000", "http://192.168.9.9:8000", f"http://{HOME}:8000"),
    ],
)
def test_codes_have_an_address_that_phones_can_open(event: Event, host: str, chosen: str, base: str) -> None:
    if chosen:
        PaperAddress.objects.create(event=event, address=chosen)
    request = RequestFactory().get("/", HTTP_HOST=host, SERVER_PORT="8000")
    assert address_for_phones(request, "/i/x/", event) == f"{base}/i/x/"
    if not chosen:
        assert address_for_phones(request, "/i/x/") == f"{base}/i/x/"


def test_machine_without_a_network_keeps_its_own_address(event: Event, monkeypatch) -> None:
    monkeypatch.setattr("web.shared.requests.phone_address.own_addresses", list)
    request = RequestFactory().get("/", HTTP_HOST="localhost:8000", SERVER_PORT="8000")
    assert address_for_phones(request, "/i/x/", event) == "http://localhost:8000/i/x/"
