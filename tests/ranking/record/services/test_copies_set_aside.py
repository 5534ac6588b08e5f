"""A copy that is official on its machine: its committee removes it from the record before it is set aside."""

from pathlib import Path

import pytest
from django.utils import timezone

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from ranking.certificates.selectors import against_certificates
from ranking.pins.selectors.committee import events_of_body, unconfirmed
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.selectors.closings import against_confirming
from ranking.record.services.classes import withdraw_class
from ranking.series.selectors.series import addable
from ranking.series.services.series import add_event
from scoring.event_file.services.importing import import_event
from scoring.hand_over.models import HandOver
from scoring.hand_over.services.deciding import decide_back
from scoring.hand_over.services.giving import give_back
from scoring.hand_over.services.setting_aside import set_aside
from scoring.hand_over.services.taking import take_event
from scoring.webhooks.selectors import news_for
from tests.support.hand_overs import HALL, HOME, file_of, given, package_in
from tests.support.installations import Installation, assert_chains_are_whole
from tests.support.ranking import actor, closed, confirmed, file_event, new_account, new_body
from tests.support.series import new_series
from tests.support.webhooks import new_webhook
from tournament.events.models.events import Event

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def hall(settings, tmp_path: Path) -> Installation:
    settings.MEDIA_ROOT = tmp_path / "home"
    return Installation(tmp_path, "hall")


def taken(raw: bytes, row: HandOver) -> Event:
    return Event.objects.get(slug=take_event(HALL, package=package_in(raw), file_key=row.key)["event"])


def test_a_copy_that_is_official_here_leaves_the_record_first_and_then_counts_once(hall: Installation) -> None:
    event = Event.objects.get(slug=import_event(HOME, document=file_event(16, 6))["event"])
    first = given(event)
    raw = file_of(first)
    with hall:
        body = new_body()
        copy = taken(raw, first)
        recorded = confirmed(closed(copy), body)
        own = HandOver.objects.get()
        with pytest.raises(Refused, match="official on this machine"):
            set_aside(HALL, own, reason="home went on")
        give_back(HALL, own)
        with pytest.raises(Refused, match="official on this machine"):
            set_aside(HALL, own, reason="home went on")
        before = list(AuditEntry.objects.filter(ledger=copy.ledger).values_list("seq", flat=True))
        withdraw_class(actor(), body, recorded=recorded, reason="The other copy is right")
        # The event's chain goes on where it is held; the body's has the removal with its reason.
        assert list(AuditEntry.objects.filter(ledger=copy.ledger).values_list("seq", flat=True)) == before
        entry = AuditEntry.objects.get(ledger=body.ledger, action="class.withdraw")
        assert entry.reason == "The other copy is right"
        assert not OfficialResult.objects.exists()
    decide_back(HOME, first, reason="the laptop was lost")
    second = given(Event.objects.get())
    raw = file_of(second)
    with hall:
        set_aside(HALL, HandOver.objects.get(), reason="home went on")
        event = taken(raw, second)
        recorded = confirmed(closed(event), body)
        assert recorded.slug == event.slug
        assert list(RecordedEvent.objects.all()) == [recorded]
        assert OfficialResult.objects.values("person").distinct().count() == OfficialResult.objects.count() == 16
        assert_chains_are_whole()


def test_a_copy_set_aside_counts_nowhere(hall: Installation) -> None:
    event = Event.objects.get(slug=import_event(HOME, document=file_event(16, 6))["event"])
    row = given(event)
    raw = file_of(row)
    with hall:
        body, webhook = new_body(), new_webhook()
        closed(taken(raw, row))
        copy = Event.objects.get()
        copy.sessions.update(released_at=timezone.now())
        assert unconfirmed(body).get() == copy
        assert list(news_for(webhook))
        set_aside(HALL, HandOver.objects.get(), reason="home went on")
        copy = Event.objects.get()
        assert not events_of_body(body).exists()
        assert "set aside" in against_confirming(copy)
        assert "set aside" in against_certificates(copy)
        assert not list(news_for(webhook))
        assert addable(new_account(is_superuser=True), body) == []
        with pytest.raises(Refused, match="set aside"):
            add_event(actor(), new_series(body=body), slug=copy.slug)
