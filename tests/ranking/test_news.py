"""Webhooks are told of new rankings of bodies and series: once, signed, again after a failure, and without names."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from ranking.links.models import PersonRecord
from ranking.rankings.models import RankingSnapshot
from ranking.record.models.records import RecordedEvent
from scoring.webhooks.models import Delivery
from tests.scoring.webhooks.test_deliveries import minute
from tests.support.cup import taken_in
from tests.support.event_generator import make_event
from tests.support.ranking import confirmed, new_person
from tests.support.rankings import DAY, computed, new_ranking, placed
from tests.support.series import new_series, season
from tests.support.webhooks import new_webhook, receiving
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
PLANTED = "Zacharias Planted"


def test_a_ranking_is_told_for_each_day_with_a_right_signature_and_no_name() -> None:
    person = new_person(PLANTED)
    PersonRecord.objects.create(person=person, public=False)
    for _event in range(2):
        placed({person: 1})
    ranking = new_ranking(slug="mers")
    with receiving() as receiver:
        new_webhook(receiver.address)
        for day in (DAY, date(2026, 7, 1)):
            computed(ranking, day)
            minute()
            minute()
        snapshots = RankingSnapshot.objects.order_by("day")
        about = {"kind": "ranking", "ranking": {"id": "mers", "name": ranking.name}}
        assert receiver.documents() == [
            about | {"day": one.day.isoformat(), "at": one.computed_at.isoformat()} for one in snapshots
        ]
        assert receiver.all_signed()
        assert PLANTED not in str(receiver.received)


def test_a_series_is_told_of_each_event_that_counts_and_a_failed_request_comes_again() -> None:
    people = [new_person("Anna"), new_person(PLANTED)]
    with receiving() as receiver:
        receiver.status = 500
        new_webhook(receiver.address)
        events = season({people[0]: [90, 10], people[1]: [50, 20]})
        series = new_series(*(event.slug for event in events))
        minute()
        assert len(receiver.received) == 2
        receiver.status = 204
        minute()
        minute()
        assert len(receiver.received) == 4
        times = dict(RecordedEvent.objects.values_list("slug", "confirmed_at"))
        about = {"kind": "series", "series": {"id": series.slug, "name": series.name}, "session": 0}
        expected = [about | {"event": slug, "at": at.isoformat()} for slug, at in times.items()]
        assert sorted(receiver.documents()[2:], key=str) == sorted(expected, key=str)
        assert receiver.all_signed()
        assert len({headers["Pinju-Delivery"] for headers, _body in receiver.received}) == 2
        assert PLANTED not in str(receiver.received)
    assert set(Delivery.objects.values_list("kind", "tries", "status")) == {("series", 2, 204)}


def test_a_series_is_told_when_the_last_session_of_an_event_is_released() -> None:
    document = make_event(1, players=16, sessions=2, odd=False, stages=False)
    document["event"]["id"] = "one"
    event = taken_in(document)
    event.sessions.update(released_at=None)
    series = new_series("one")
    with receiving() as receiver:
        new_webhook(receiver.address)
        _release(event, 1)
        minute()
        _release(event, 2)
        minute()
        told = [one for one in receiver.documents() if one["kind"] == "series"]
    released = event.sessions.get(number=2).released_at
    about = {"kind": "series", "series": {"id": series.slug, "name": series.name}, "event": "one", "session": 0}
    assert told == [about | {"at": released.isoformat()}]


def test_a_series_is_told_of_an_event_that_came_as_a_file_when_it_becomes_official() -> None:
    document = make_event(1, players=16, sessions=2, odd=False, stages=False)
    event = taken_in(document)
    series = new_series(event.slug)
    new_webhook()
    recorded = confirmed(event)
    assert all(session.released_at < timezone.now() - timedelta(days=300) for session in event.sessions.all())
    minute()
    minute()
    [told] = [row.body for row in Delivery.objects.filter(kind="series")]
    assert (told["series"]["id"], told["at"]) == (series.slug, recorded.confirmed_at.isoformat())


def test_results_that_were_public_before_are_not_told() -> None:
    events = season({new_person("Anna"): [90, 10]})
    RecordedEvent.objects.update(confirmed_at=timezone.now() - timedelta(days=1))
    new_series(*(event.slug for event in events))
    new_webhook()
    minute()
    assert not Delivery.objects.exists()


def test_an_evening_of_a_club_is_told_once_for_its_session() -> None:
    document = make_event(1, players=16, sessions=2, odd=False, stages=False)
    document["event"]["id"] = "one"
    event = taken_in(document)
    event.sessions.update(released_at=None)
    series = new_series("one")
    series.events.update(session=1)
    new_webhook()
    _release(event, 1)
    minute()
    _release(event, 2)
    minute()
    assert [row.body["session"] for row in Delivery.objects.filter(kind="series")] == [1]


def _release(event: Event, session: int) -> None:
    event.sessions.filter(number=session).update(released_at=timezone.now())
    event.ledger.public += 1
    event.ledger.save()
