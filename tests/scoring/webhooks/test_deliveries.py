"""What webhooks are told, once each; tries that are not accepted are repeated, and at last given up."""

from datetime import timedelta

import pytest
from django.utils import timezone

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from common.jobs.models import Job
from common.jobs.running import run
from scoring.releases.services.releasing import release_session
from scoring.sheets.models.corrections import Correction
from scoring.sheets.models.sheets import Sheet
from scoring.tasks import webhooks as sweep
from scoring.webhooks.models import Delivery, Webhook
from scoring.webhooks.selectors import webhooks
from scoring.webhooks.services import MOST_WEBHOOKS, add_webhook, note_news, note_try, remove_webhook
from tests.support.webhooks import SECRET, new_webhook, receiving
from tests.web.desk.conftest import document, taken_in
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
ACTOR = system_actor("test")


@pytest.fixture
def event() -> Event:
    return taken_in(document())


def minute() -> None:
    """Let a minute of the program pass: the sweep, and the job that it started."""
    Delivery.objects.exclude(next_at=None).update(next_at=timezone.now())
    sweep()
    for job in Job.objects.filter(state=Job.State.QUEUED):
        run(job.pk)


def test_a_release_and_a_correction_are_told_once_with_a_right_signature(event: Event) -> None:
    with receiving() as receiver:
        new_webhook(receiver.address)
        release_session(ACTOR, event.sessions.get(number=1))
        minute()
        minute()
        [told] = receiver.documents()
        released = event.sessions.get(number=1).released_at
        about = {"kind": "release", "event": {"id": "event-1", "name": event.name}, "session": 1}
        assert told == about | {"at": released.isoformat()}
        sheet = Sheet.objects.get(table__session__event=event, table__session__number=1, table__number=2)
        now = timezone.now()
        Correction.objects.create(sheet=sheet, begun_at=now)
        minute()
        assert len(receiver.received) == 1  # only when it is done
        Correction.objects.update(corrected_at=now)
        minute()
        about = {"kind": "correction", "event": {"id": "event-1", "name": event.name}, "session": 1, "table": 2}
        assert receiver.documents()[1:] == [about | {"at": now.isoformat()}]
        assert receiver.all_signed()
        assert len({headers["Pinju-Delivery"] for headers, _body in receiver.received}) == 2
    [(_webhook, latest)] = webhooks()
    assert [(delivery.status, delivery.next_at) for delivery in latest] == [(204, None), (204, None)]


def test_old_facts_and_rehearsals_are_not_told(event: Event) -> None:
    new_webhook()
    for number in (1, 2):
        release_session(ACTOR, event.sessions.get(number=number))
    event.sessions.filter(number=1).update(released_at=timezone.now() - timedelta(minutes=1))
    Event.objects.update(rehearsal=True)
    assert note_news(ACTOR) == {"deliveries": 0}
    Event.objects.update(rehearsal=False)
    assert note_news(ACTOR) == {"deliveries": 1}
    assert Delivery.objects.get().body["session"] == 2


@pytest.mark.parametrize("status", [500, 404, 302])
def test_what_is_not_accepted_is_sent_again_with_the_same_number_and_at_last_given_up(event, status: int) -> None:
    with receiving() as receiver:
        receiver.status = status
        new_webhook(receiver.address)
        release_session(ACTOR, event.sessions.get(number=1))
        for _minute in range(8):
            minute()
        assert len(receiver.received) == 6
        assert len({headers["Pinju-Delivery"] for headers, _body in receiver.received}) == 1
    row = Delivery.objects.get()
    assert (row.tries, row.status, row.next_at, row.accepted_at) == (6, status, None, None)


def test_a_silent_receiver_gets_it_later(event: Event) -> None:
    with receiving() as receiver:
        address = receiver.address
    new_webhook(address)
    release_session(ACTOR, event.sessions.get(number=1))
    minute()
    row = Delivery.objects.get()
    assert (row.tries, row.status) == (1, 0)
    assert timedelta() < row.next_at - timezone.now() <= timedelta(minutes=1)
    note_try(ACTOR, delivery=row.pk, status=200)
    row.refresh_from_db()
    assert (row.next_at, row.status) == (None, 200)
    note_try(ACTOR, delivery=row.pk, status=500)  # a second worker was late
    row.refresh_from_db()
    assert row.status == 200


def test_a_wrong_a_known_and_a_twenty_first_address_are_refused() -> None:
    with pytest.raises(Refused, match="begins with https"):
        add_webhook(ACTOR, address="program.example", secret=SECRET)
    for _number in range(MOST_WEBHOOKS):
        known = new_webhook()
    with pytest.raises(Refused, match="is a webhook already"):
        add_webhook(ACTOR, address=known.address, secret=SECRET)
    with pytest.raises(Refused, match="at most 20"):
        add_webhook(ACTOR, address="https://other.example/", secret=SECRET)
    remove_webhook(ACTOR, webhook=known.pk)
    add_webhook(ACTOR, address="https://other.example/", secret=SECRET)
    assert SECRET not in str(list(AuditEntry.objects.values()))


def test_ended_deliveries_are_deleted_after_thirty_days() -> None:
    webhook, old = new_webhook(), timezone.now() - timedelta(days=31)
    webhook.deliveries.create(kind="test", fact="ended", body={}, made_at=old)
    webhook.deliveries.create(kind="test", fact="waiting", body={}, made_at=old, next_at=timezone.now())
    note_news(ACTOR)
    assert [row.fact for row in Delivery.objects.all()] == ["waiting"]


def test_without_a_webhook_the_sweep_writes_nothing(django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(2):
        assert sweep() == {}
    assert not Webhook.objects.exists()
