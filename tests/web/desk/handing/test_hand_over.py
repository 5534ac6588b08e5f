"""The pages by which an organizer hands an event over, takes it elsewhere, and takes it back."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from common.actions.models.audit import AuditEntry
from scoring.hand_over.models import HandOver
from scoring.publishing.models import ReceivedPackage
from tests.scoring.event_file.test_whole_events import imported
from tests.support.action_examples import new_account
from tests.support.event_generator import make_event
from tests.support.hand_overs import given
from tests.support.installations import Installation, assert_chains_are_whole
from tests.support.publishing import received
from tests.web.desk.conftest import PASSWORD
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account

pytestmark = pytest.mark.django_db
PAGE = "/e/{}/desk/hand-over/"


@pytest.fixture
def event() -> Event:
    return imported(make_event(7, 8, 2))


@pytest.fixture
def page(event: Event) -> str:
    return PAGE.format(event.slug)


@pytest.fixture
def home(client: Client) -> Client:
    account = new_account(is_superuser=True, is_staff=True)
    account.set_password(PASSWORD)
    account.save()
    client.force_login(account)
    return client


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Client]:
    """The laptop of the hall: a browser, and the installation of its pages."""
    laptop = Client()
    laptop.installation = Installation(tmp_path, "hall")  # type: ignore[attr-defined]
    return laptop


def signed_in(laptop: Client) -> Client:
    laptop.force_login(Account.objects.first() or new_account(is_superuser=True, is_staff=True))
    return laptop


def body(answer) -> bytes:
    return b"".join(answer.streaming_content)


def upload(content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("event.pinju", content)


def test_every_page_of_the_floor_says_why_nothing_can_be_written(home: Client, event: Event, page: str) -> None:
    floor = f"/e/{event.slug}/floor/"
    assert "has held this event" not in home.get(floor).text
    given(event)
    assert "laptop of the hall has held this event since" in home.get(floor).text
    assert f'href="{page}"' in home.get(floor).text


def test_the_page_shows_what_the_hall_published(home: Client, event: Event, page: str) -> None:
    assert "What the hall published" not in home.get(page).text
    given(event)
    assert "Nothing has arrived yet." in home.get(page).text
    received(Event.objects.get())
    text = home.get(page).text
    assert ReceivedPackage.objects.get().code in text
    assert f'href="/e/{event.slug}/published/standings/"' in text
    wrong = home.post(page + "decide/", {"reason": "it was stolen", "password": "wrong"})
    assert (wrong.status_code, "This is not your password." in wrong.text, "it was stolen" in wrong.text) == (
        400,
        True,
        True,
    )
    home.post(page + "decide/", {"reason": "it was stolen", "password": PASSWORD})
    newest = ReceivedPackage.objects.get()
    after = AuditEntry.objects.get(action="event.decide_back").after
    assert (after["package"], after["digest"]) == (1, newest.digest)
    assert newest.code in home.get(page).text


def test_an_event_goes_to_the_hall_and_back(home: Client, hall: Client, event: Event, page: str) -> None:
    assert "Hand the event over" in home.get(page).content.decode()
    wrong = home.post(page, {"other": "laptop of the hall", "password": "wrong"})
    assert (wrong.status_code, "This is not your password." in wrong.text) == (400, True)
    assert 'value="laptop of the hall"' in wrong.text
    assert home.post(page, {"other": "laptop of the hall", "password": PASSWORD}).status_code == 302
    text = home.get(page).content.decode()
    [key] = re.findall(r'<code lang="zxx">([A-Z0-9-]{34})</code>', text)
    assert "laptop of the hall has held this event since" in text
    assert "laptop of the hall has held this event since" in home.get(f"/e/{event.slug}/desk/").content.decode()
    assert home.get(f"/e/{event.slug}/").status_code == 200
    answer = home.post(f"/e/{event.slug}/desk/roles/", {"username": "nobody", "role": "referee"})
    out = body(home.get(page + "file/"))
    with hall.installation:  # type: ignore[attr-defined]
        signed_in(hall)
        wrong = hall.post("/desk/take/", {"file": upload(out), "file_key": "AAAA-BBBB"})
        assert "This key does not open this file" in wrong.content.decode()
        assert hall.post("/desk/take/", {"file": upload(out), "file_key": key}).status_code == 302
        again = hall.post("/desk/take/", {"file": upload(out), "file_key": key}).content.decode()
        assert "This event is here already" in again
        assert "All its data is entered here until you give it back" in hall.get(page).content.decode()
        assert hall.get(page + "file/").status_code == 404
        hall.post(page + "give-back/")
        assert "Given back to" in hall.get(page).content.decode()
        back = body(hall.get(page + "file/"))
    own = home.post(page + "back/", {"file": upload(out)})
    assert (own.status_code, "to another hand-over, or is the one that was made here" in own.content.decode()) == (
        400,
        True,
    )
    assert home.post(page + "back/", {"file": upload(back)}).status_code == 302
    assert "given back" in home.get(page).content.decode()
    assert "has held this event" not in home.get(f"/e/{event.slug}/desk/").content.decode()
    assert_chains_are_whole()
    twice = home.post(page + "back/", {"file": upload(back)})
    assert "taken back already" in twice.content.decode()
    assert answer.status_code == 400


def test_a_lost_laptop_is_decided_about_with_a_reason(home: Client, event: Event, page: str) -> None:
    home.post(page, {"other": "laptop", "password": PASSWORD})
    refused = home.post(page + "decide/", {"reason": " "})
    assert refused.status_code == 400
    assert '<details class="sheet" open>' in refused.content.decode()
    assert home.post(page + "decide/", {"reason": "it was stolen"}).status_code == 302
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.reason, entry.before["holder"]) == ("event.decide_back", "it was stolen", "laptop")
    assert "it was stolen" in home.get(page).content.decode()
    assert HandOver.objects.get().state == HandOver.State.DECIDED
    Event.objects.get().ledger.refresh_from_db()
    assert Event.objects.get().ledger.held_since is None
    twice = home.post(page + "decide/", {"reason": "again"})
    assert "This event is not held elsewhere" in twice.content.decode()


@pytest.mark.parametrize("content", [b"", b"not a hand-over file", b"PK\x03\x04 broken"])
def test_what_is_no_file_of_a_hand_over_is_refused(home: Client, page: str, content: bytes) -> None:
    home.post(page, {"other": "laptop", "password": PASSWORD})
    for address in (page + "back/", "/desk/take/"):
        answer = home.post(address, {"file": upload(content), "file_key": "x"})
        assert answer.status_code == 400
        text = answer.content.decode()
        assert "not a hand-over file" in text or "file is empty" in text


def test_only_organizers_see_the_page_and_the_key(client: Client, event: Event, page: str) -> None:
    referee = new_account()
    event.roles.create(account=referee, name="referee")
    client.force_login(referee)
    for address in (page, page + "file/"):
        assert client.get(address).status_code == 403
    for address in (page, page + "back/", page + "decide/", page + "give-back/", "/desk/take/"):
        assert client.post(address, {}).status_code == 403


def test_nothing_can_be_given_back_that_did_not_come_from_elsewhere(home: Client, page: str) -> None:
    assert home.post(page + "give-back/").status_code == 404
    home.post(page, {"other": "laptop", "password": PASSWORD})
    answer = home.post(page + "give-back/", follow=True)
    assert "not held here for another installation" in answer.content.decode()
