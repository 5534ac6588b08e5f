"""The Desk's page “Publish online”: server and token, state, test, stopping."""

import pytest
from django.core.cache import cache

from common.actions.models.ledgers import Ledger
from common.jobs.models import Job
from common.jobs.running import run
from scoring.publishing.models import Publication, ReceivedPackage
from scoring.releases.services.releasing import release_session
from tests.support.hand_overs import given
from tests.support.installations import assert_chains_are_whole
from tests.support.publishing import ACTOR, hall_token, publishing, run_jobs, token_row
from tests.web.desk.conftest import PASSWORD, document, taken_in
from tournament.access.models import ApiToken
from tournament.events.models.events import Event

PAGE = "/e/event-1/desk/publish/"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_throttles() -> None:
    cache.clear()


@pytest.fixture
def event(db) -> Event:
    return taken_in(document())


@pytest.mark.django_db(transaction=True)
def test_an_organizer_publishes_tests_and_stops(live_server, signed_in, event: Event) -> None:
    organizer = signed_in("organizer", event)
    assert "Not published online" in organizer.get(PAGE).text
    token = hall_token(event)
    page = organizer.post(PAGE, {"address": live_server.url, "token": token}, follow=True).text
    assert "The server accepts the token. The event is published online from now on." in page
    assert token not in page
    assert "waiting" in page
    tested = organizer.post(f"{PAGE}test/")["Location"]
    run_jobs()
    words = f"The server accepts the token for “{event.name}”. It has "
    assert words in organizer.get(tested).text
    assert "up to date" in organizer.get(PAGE).text
    release_session(ACTOR, event.sessions.get(number=1))
    assert "waiting" in organizer.get(PAGE).text
    now = organizer.post(f"{PAGE}now/")["Location"]
    run_jobs()
    assert "To “Publish online”" in organizer.get(now).text
    assert ReceivedPackage.objects.count() == 2
    assert "Nothing more is sent." in organizer.post(f"{PAGE}stop/", follow=True).text
    assert "not published online" in organizer.post(f"{PAGE}stop/", follow=True).text
    refused = organizer.post(f"{PAGE}test/")["Location"]
    run_jobs()
    assert "This event is not published online." in organizer.get(refused).text


def test_an_error_is_told_in_words_with_the_next_try(signed_in, event: Event) -> None:
    publishing(event, "https://127.0.0.1:9", "token")
    run_jobs()
    organizer = signed_in("organizer", event)
    page = organizer.get(PAGE).text
    assert "The server does not answer, or is too slow. Check the address and the network." in page
    assert "Next try" in page
    tested = organizer.post(f"{PAGE}test/")["Location"]
    run(Job.objects.latest("pk").pk)
    assert "The server does not answer, or is too slow." in organizer.get(tested).text


@pytest.mark.django_db(transaction=True)
def test_a_server_that_refuses_is_named_at_its_field_and_nothing_is_saved(live_server, signed_in, event: Event) -> None:
    organizer = signed_in("organizer", event)
    answer = organizer.post(PAGE, {"address": live_server.url, "token": "unknown"})
    assert answer.status_code == 400
    errors = answer.context["form"].errors
    assert list(errors) == ["token"]
    assert "The server does not accept the token" in errors["token"][0]
    assert not Publication.objects.exists()


def test_a_hall_without_network_saves_the_server_and_is_told_that_nothing_was_sent(signed_in, event: Event) -> None:
    organizer = signed_in("organizer", event)
    typed = {"address": "https://127.0.0.1:9", "token": "token"}
    answer = organizer.post(PAGE, typed)
    assert dict(answer.context["form"].errors) == {
        "address": ["The server does not answer, or is too slow. Check the address and the network."]
    }
    assert not Publication.objects.exists()
    page = organizer.post(PAGE, typed | {"later": "on"}, follow=True).text
    assert "The server is saved. Nothing was sent yet." in page
    assert "from now on" not in page
    assert "within a minute" in page


def test_wrong_input_stands_at_its_field_and_nothing_is_lost(signed_in, event: Event) -> None:
    organizer = signed_in("organizer", event)
    for address, words in (
        ("http://federation.example", "Use https"),
        ("nonsense nonsense", "This is not the address of a server."),
        ("", "</span>Fill in this field."),
    ):
        answer = organizer.post(PAGE, {"address": address, "token": "secret"})
        assert answer.status_code == 400
        assert words in answer.text
        assert f'value="{address}"' in answer.text or not address
        assert "secret" not in answer.text
    publishing(event, "https://federation.example", "token")
    later = {"address": "https://federation.example", "token": "", "later": "on"}
    assert organizer.post(PAGE, later).status_code == 302
    answer = organizer.post(PAGE, {"address": "https://other.example", "token": ""})
    assert "Enter the token that was made on this server." in answer.text
    assert Publication.objects.get().address == "https://federation.example"


def test_a_token_is_revoked_while_the_hall_holds_the_event(signed_in, event: Event) -> None:
    row = token_row(event)
    given(event)
    seq = Ledger.objects.get(event=event).audit_seq
    answer = signed_in("organizer", event).post(f"/e/{event.slug}/desk/receive/tokens/{row.pk}/revoke/", follow=True)
    assert "The token is revoked" in answer.text
    row.refresh_from_db()
    assert row.revoked_at is not None
    assert Ledger.objects.get(event=event).audit_seq == seq
    assert_chains_are_whole()


def test_a_server_makes_a_token_shows_it_once_and_revokes_it(signed_in, event: Event) -> None:
    organizer = signed_in("organizer", event)
    page = "/e/event-1/desk/receive/"
    assert "Nothing has arrived yet." in organizer.get(page).text
    token = "t" * 32
    made = organizer.post(page, {"random_token": token, "key": "5c4b5a0e-0000-4000-8000-0000000000d1"})
    assert (token in made.text, "http://testserver" in made.text) == (True, True)
    again = organizer.post(page, {"random_token": token, "key": "5c4b5a0e-0000-4000-8000-0000000000d1"})
    assert token in again.text
    assert token not in organizer.get(page).text
    row = ApiToken.objects.get()
    assert (row.event, row.scopes) == (event, ["publish"])
    foreign = hall_token(event)
    assert foreign
    for one in ApiToken.objects.all():
        assert "The token is revoked" in organizer.post(f"{page}tokens/{one.pk}/revoke/", follow=True).text
    assert "revoked already" in organizer.post(f"{page}tokens/{row.pk}/revoke/", follow=True).text
    assert organizer.post(f"{page}tokens/999/revoke/").status_code == 404


def test_another_machine_needs_reason_and_password(signed_in, event: Event) -> None:
    organizer = signed_in("organizer", event, password=True)
    page = "/e/event-1/desk/receive/another/"
    assert "No package has been received yet." in organizer.get(page).text
    ReceivedPackage.objects.create(
        event=event, number=1, header="{}", signature="x", digest="00" * 32, content="", received_at="2026-05-01T10:00Z"
    )
    assert organizer.post(page, {"reason": "lost", "password": "wrong"}).status_code == 400
    answer = organizer.post(page, {"reason": "the laptop is lost", "password": PASSWORD}, follow=True)
    assert "may come from another machine" in answer.text
    assert not ReceivedPackage.objects.exists()


def test_only_organizers_and_administrators_publish(signed_in, event: Event) -> None:
    publishing(event, "https://federation.example", "token")
    for role in ("referee", "scorekeeper", "chief-referee", "committee", "house", "nobody", "foreign"):
        client = signed_in(role, event)
        for path in (PAGE, "/e/event-1/desk/receive/", "/e/event-1/desk/receive/another/"):
            assert client.get(path).status_code == 403, (role, path)
        for path in ("test/", "now/", "stop/"):
            assert client.post(f"{PAGE}{path}").status_code == 403, (role, path)
    assert Publication.objects.get().address
