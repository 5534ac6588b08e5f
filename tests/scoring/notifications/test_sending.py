"""Messages are sent once, again after a fault, and never to a browser that is gone or into an internal network."""

import socket
import sys
from datetime import timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.utils import timezone

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from common.infrastructure.outgoing import NotOutside, post_outside
from common.jobs.models import Job
from ranking.own_data.selectors import stored_about
from scoring.hand_over.selectors.graph import paths
from scoring.notifications.exports.push import pushed
from scoring.notifications.models import Notification, PushSubscription
from scoring.notifications.selectors.keys import offers_push, private_key, public_key
from scoring.notifications.services.push import MOST_OF_PLAYER, note_news, note_tries, take_due, unsubscribe
from scoring.tasks.notifications import SENDER
from tests.support.digests import confirmed, mailed
from tests.support.draws import drawn, planned
from tests.support.push import Browser, asked, minute, phone, push_service
from tests.support.threads import together
from tournament.events.models.events import Event
from tournament.events.models.settings import PrivacySettings
from tournament.keeping.selectors import private_models
from tournament.keeping.services import delete_private

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def service(settings, tmp_path):
    with push_service(settings, tmp_path) as running:
        yield running


@pytest.fixture
def event(db) -> Event:
    row = planned()
    drawn(row, "released")
    PrivacySettings.objects.get_or_create(event=row)
    return Event.objects.select_related("ledger").get(pk=row.pk)


def test_a_fault_is_repeated_until_the_message_expires(service, event: Event) -> None:
    service.status = 503
    asked(Browser(service), event.entries.get(number=7))
    minute()
    row = Notification.objects.get()
    assert (row.tries, row.status) == (1, 503)
    assert timedelta() < row.next_at - timezone.now() <= timedelta(minutes=1)
    service.status = 201
    minute()
    row.refresh_from_db()
    assert (row.tries, row.status, row.next_at) == (2, 201, None)
    minute()
    assert len(service.received) == 2


def test_an_expired_message_is_given_up(service, event: Event) -> None:
    service.status = 503
    asked(Browser(service), event.entries.get(number=7))
    minute()
    Notification.objects.update(expires_at=timezone.now())
    minute()
    row = Notification.objects.get()
    assert (row.tries, row.next_at, len(service.received)) == (2, None, 1)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(service, event: Event, status: int) -> None:
    service.status = status
    asked(Browser(service), event.entries.get(number=7))
    minute()
    assert not PushSubscription.objects.exists()
    assert not Notification.objects.exists()


@pytest.mark.parametrize("status", [400, 403, 413, 302])
def test_a_refused_message_is_not_repeated_and_no_redirection_is_followed(service, event: Event, status: int) -> None:
    service.status = status
    asked(Browser(service), event.entries.get(number=7))
    minute()
    minute()
    assert len(service.received) == 1
    assert PushSubscription.objects.count() == 1


def test_a_silent_service_gets_it_later(service, event: Event) -> None:
    row = asked(Browser(service), event.entries.get(number=7))
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    row.endpoint = f"https://127.0.0.1:{port}/1"
    row.save()
    minute()
    message = Notification.objects.get()
    assert (message.status, message.next_at is None) == (0, False)


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_and_two_jobs_at_once_tell_it_once(service, event: Event) -> None:
    browser = Browser(service)
    asked(browser, event.entries.get(number=7))
    answers = together(lambda: note_news(SENDER, event), lambda: note_news(SENDER, event))
    assert sorted(answer["messages"] for answer in answers) == [0, 1]
    answers = together(lambda: take_due(SENDER, event), lambda: take_due(SENDER, event))
    taken = [pk for answer in answers for pk in answer["messages"]]
    assert taken == [Notification.objects.get().pk]


def test_a_second_note_of_the_same_message_changes_nothing(service, event: Event) -> None:
    asked(Browser(service), event.entries.get(number=7))
    minute()
    row = Notification.objects.get()
    note_tries(SENDER, event, statuses={row.pk: 410})  # a lost job was late
    assert PushSubscription.objects.count() == 1


def test_stopping_deletes_everything(service, event: Event) -> None:
    row = asked(Browser(service), event.entries.get(number=7))
    other = asked(Browser(service, "/other"), event.entries.get(number=7))
    minute()
    unsubscribe(phone(event), event, subscription=row.pk)
    unsubscribe(phone(event), event, subscription=row.pk)
    assert list(PushSubscription.objects.all()) == [other]
    assert Notification.objects.get().subscription == other


def test_a_browser_that_asks_again_is_told_about_the_new_player_only(service, event: Event) -> None:
    browser = Browser(service)
    asked(browser, event.entries.get(number=7))
    asked(browser, event.entries.get(number=8))
    assert PushSubscription.objects.get().entry.number == 8


def test_the_oldest_browsers_of_a_player_give_way_but_not_the_proven_one(service, event: Event) -> None:
    entry = event.entries.get(number=7)
    proven = asked(Browser(service, "/proven"), entry, proven=True)
    rows = [asked(Browser(service, f"/{number}"), entry) for number in range(MOST_OF_PLAYER + 2)]
    kept = set(PushSubscription.objects.values_list("pk", flat=True))
    assert kept == {proven.pk, *(row.pk for row in rows[3:])}


@pytest.mark.parametrize(
    "wrong",
    [{"endpoint": "https://10.0.0.1/1"}, {"endpoint": "http://push.example/"}, {"browser_key": "x"}, {"secret": ""}],
)
def test_what_no_browser_sends_is_refused(service, event: Event, wrong: dict[str, str]) -> None:
    browser = Browser(service)
    keys = browser.keys | wrong

    class Wrong(Browser):
        keys = {}

    Wrong.keys = keys  # type: ignore[assignment]
    with pytest.raises(Refused, match="gave no address"):
        asked(Wrong(service), event.entries.get(number=7))


def test_a_name_that_leads_inside_is_never_reached(service, event: Event, settings) -> None:
    """ "localhost" is a name, as a name of an attacker that leads to 127.0.0.1 would be."""
    row = asked(Browser(service), event.entries.get(number=7))
    row.endpoint = f"https://localhost:{service.server_port}/1"
    row.save()
    settings.PUSH_TO_LOOPBACK = ""
    with pytest.raises(NotOutside):
        post_outside(row.endpoint, b"", {}, 1)
    note_news(SENDER, event)
    assert pushed(Notification.objects.get()) == 410
    assert service.received == []


def test_the_key_of_the_server_is_made_once_and_closed(service, settings) -> None:
    first = public_key()
    assert public_key() == first
    assert private_key().private_numbers().private_value
    assert settings.PUSH_KEY_FILE.stat().st_mode & 0o077 == 0


def test_push_needs_https(settings) -> None:
    settings.PUSH_CONTACT, settings.HTTPS, settings.PUSH_TO_LOOPBACK = "mailto:x@pinju.example", False, ""
    assert not offers_push()
    settings.HTTPS = True
    assert offers_push()
    settings.PUSH_CONTACT = ""
    assert not offers_push()


def test_nothing_of_a_browser_is_in_the_audit_log_a_job_or_plain_in_the_database(service, event: Event) -> None:
    before = AuditEntry.objects.count()
    browser = Browser(service, "/push/unmistakable")
    asked(browser, event.entries.get(number=7))
    minute()
    assert AuditEntry.objects.count() == before
    [job] = Job.objects.filter(kind="push.send").values()
    assert job["state"] == "done"
    with connection.cursor() as cursor:
        cursor.execute("SELECT endpoint, key, secret FROM scoring_pushsubscription")
        stored = str(cursor.fetchall())
    for private in browser.keys.values():
        assert private not in str(job)
        assert private not in stored
    assert "unmistakable" not in stored


def test_it_goes_with_the_private_data_and_never_to_another_installation(service, event: Event) -> None:
    asked(Browser(service), event.entries.get(number=7))
    assert PushSubscription in private_models()
    assert not {PushSubscription, Notification} & set(paths())
    delete_private(SENDER, event)
    assert not PushSubscription.objects.exists()


def test_a_person_reads_which_phones_and_mails_are_told(service, event: Event) -> None:
    entry = event.entries.get(number=7)
    asked(Browser(service, "/claimed"), entry)
    stored = stored_about(entry.person)
    assert (stored["phones"], stored["daily_mails"]) == ([], [])
    row = asked(Browser(service, "/proven"), entry, proven=True)
    mailed(confirmed(event, entry))
    stored = stored_about(entry.person)
    assert stored["phones"] == [{"event": event.slug, "since": row.made_at.isoformat()}]
    assert stored["daily_mails"] == [{"event": event.slug}]


def test_without_the_packages_the_operator_reads_what_to_install(service, event: Event, monkeypatch) -> None:
    asked(Browser(service), event.entries.get(number=7))
    note_news(SENDER, event)
    monkeypatch.setitem(sys.modules, "py_vapid", None)
    with pytest.raises(ImproperlyConfigured, match=r"requirements-server\.txt"):
        pushed(Notification.objects.get())
