"""Players who asked are told seat, start, call, result and decision: once each, in their language, and nothing else."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from common.actions.permissions import system_actor
from scoring.appeals.models.steps import AppealStep
from scoring.draw_release.services.before_start import redraw_before_start
from scoring.draw_release.services.releasing import release_draw
from scoring.notifications.models import Notification, PushSubscription
from scoring.publishing.models import ReceivedPackage
from scoring.publishing.selectors.document import public_content
from scoring.publishing.services.receiving import receive_package
from scoring.releases.services.releasing import release_session, retract_session
from scoring.tasks.notifications import notifications as sweep
from tests.support.appeals import appeal_of
from tests.support.applications import new_application, open_registration
from tests.support.cup import cup, taken_in
from tests.support.draws import current, drawn, planned
from tests.support.publishing import packed
from tests.support.push import Browser, asked, minute, push_service
from tournament.clocks.models import SessionClock
from tournament.clocks.services.clocks import start_session
from tournament.draws.services.drawing import make_chart
from tournament.draws.services.states import approve_draw
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting
from tournament.presence.models.calls import PlayerCall
from tournament.presence.services.calls import call_player, uncall_player

pytestmark = [pytest.mark.django_db, pytest.mark.database]
ACTOR = system_actor("test")


@pytest.fixture
def service(settings, tmp_path):
    with push_service(settings, tmp_path) as running:
        yield running


@pytest.fixture
def event() -> Event:
    """Sixteen players whose chart of three sessions is released."""
    row = planned()
    drawn(row, "released")
    return Event.objects.select_related("ledger").get(pk=row.pk)


def player(event: Event, number: int = 7) -> Entry:
    return event.entries.get(number=number)


def seat_in(event: Event, session: int, number: int = 7) -> tuple[int, str]:
    seats = Sitting.objects.filter(table__session__event=event, table__session__number=session)
    row = seats.select_related("table").get(entry__number=number)
    return row.table.number, {"E": "East", "S": "South", "W": "West", "N": "North"}[row.seat]


def test_the_seat_of_the_coming_session_is_told_once(service, event: Event) -> None:
    browser = Browser(service)
    asked(browser, player(event))
    minute()
    minute()
    table, wind = seat_in(event, 1)
    [message] = browser.messages()
    assert message == {
        "title": event.name,
        "body": f"Session 1: Table {table}, {wind}",
        "lang": "en",
        "tag": f"seat-1-{event.slug}",
        "url": f"/e/{event.slug}/players/7/",
    }


def test_the_seat_is_told_again_when_it_changes_and_when_it_changes_back(service, event: Event) -> None:
    browser = Browser(service)
    asked(browser, player(event))
    minute()
    table = event.sessions.get(number=1).tables.get(number=seat_in(event, 1)[0])
    for moved in (31, None):
        table.moved_to = moved
        table.save()
        minute()
    there, wind = seat_in(event, 1)
    places = [there, 31, there]
    assert browser.sentences() == [f"Session 1: Table {place}, {wind}" for place in places]


def test_a_session_is_announced_ten_minutes_before_its_planned_start(service, event: Event) -> None:
    browser = Browser(service)
    asked(browser, player(event))
    now = timezone.now()
    event.sessions.filter(number=1).update(starts=now + timedelta(minutes=11))
    minute()
    table, wind = seat_in(event, 1)
    place = f"Table {table}, {wind}"
    assert browser.sentences() == [f"Session 1 at {now + timedelta(minutes=11):%H:%M}: {place}"]
    starts = now + timedelta(minutes=9)
    event.sessions.filter(number=1).update(starts=starts)
    minute()
    minute()
    told = [f"Session 1 at {starts:%H:%M}: {place}", f"Session 1 begins at {starts:%H:%M}. {place}"]
    assert sorted(browser.sentences()[1:]) == told  # sent at once, in any order
    start_session(ACTOR, event.sessions.get(number=1))
    minute()
    assert len(browser.messages()) == 3  # the start was told


def test_a_start_without_a_plan_is_told_when_the_clock_starts(service, event: Event) -> None:
    browser = Browser(service)
    start_session(ACTOR, event.sessions.get(number=1))
    asked(browser, player(event))
    minute()
    table, wind = seat_in(event, 1)
    assert browser.sentences() == [f"Session 1 has begun. Table {table}, {wind}"]
    Notification.objects.all().delete()
    SessionClock.objects.update(started_at=timezone.now() - timedelta(minutes=16))
    minute()
    assert len(browser.messages()) == 1  # too late to be of use


def test_a_called_player_is_told_of_each_call_and_nobody_else(service, event: Event) -> None:
    called, other = Browser(service, "/called"), Browser(service, "/other")
    asked(called, player(event))
    asked(other, player(event, 8))
    minute()
    for seconds in (60, 0):
        call_player(ACTOR, player(event), session=1)
        PlayerCall.objects.update(at=timezone.now() - timedelta(seconds=seconds))
        minute()
        minute()
        uncall_player(ACTOR, player(event))
    table, wind = seat_in(event, 1)
    assert called.sentences()[1:] == [f"You are being called for session 1. Table {table}, {wind}"] * 2
    assert len(other.messages()) == 1


def test_a_withdrawn_player_is_told_no_seat(service, event: Event) -> None:
    browser = Browser(service)
    entry = player(event)
    entry.withdrawals.create(from_session=1)
    Entry.objects.filter(pk=entry.pk).update(status="withdrawn")
    asked(browser, player(event))
    minute()
    assert browser.messages() == []


def test_a_new_draw_tells_each_player_the_new_seat(service, event: Event) -> None:
    browsers = {number: Browser(service, f"/{number}") for number in range(1, 17)}
    for number, browser in browsers.items():
        asked(browser, player(event, number))
    minute()
    before = {number: seat_in(event, 1, number) for number in browsers}
    redraw_before_start(ACTOR, current(event), without=[], lots="seed", reason="wrong list")
    minute()  # no seat is public now
    make_chart(ACTOR, current(event), public_value="4 4")
    approve_draw(ACTOR, current(event))
    release_draw(ACTOR, current(event))
    minute()
    after = {number: seat_in(event, 1, number) for number in browsers}
    assert before != after
    for number, browser in browsers.items():
        table, wind = after[number]
        new = [f"Session 1: Table {table}, {wind}"] if before[number] != after[number] else []
        assert browser.sentences()[1:] == new


def test_a_release_is_told_once_and_again_after_it_was_withdrawn(service) -> None:
    event = taken_in(cup(starts="2126-05-01", ends="2126-05-02"))
    browser = Browser(service)
    asked(browser, player(event, 1))
    session = event.sessions.get(number=1)
    release_session(ACTOR, session)
    minute()
    minute()
    results = [sentence for sentence in browser.sentences() if "results" in sentence]
    assert results == ["The results of session 1 are released."]
    assert browser.messages()[-1]["url"] == "/e/cup/players/1/"
    retract_session(ACTOR, event.sessions.get(number=1), reason="wrong")
    event.sessions.filter(number=1).update(released_at=timezone.now() + timedelta(seconds=2))
    minute()
    assert sum("results" in sentence for sentence in browser.sentences()) == 2


def test_what_was_public_before_the_player_asked_is_not_told(service) -> None:
    event = taken_in(cup(starts="2126-05-01", ends="2126-05-02"), release=1)
    event.sessions.filter(number=1).update(released_at=timezone.now() - timedelta(minutes=1))
    browser = Browser(service)
    asked(browser, player(event, 1))
    minute()
    assert not any("results" in sentence for sentence in browser.sentences())


def test_a_decision_about_an_appeal_is_told_only_to_the_proven_player_and_without_its_text(service, event) -> None:
    browsers = {name: Browser(service, f"/{name}") for name in ("proven", "claimed", "other")}
    appeal = appeal_of(event, "open")
    asked(browsers["proven"], appeal.entry, proven=True)
    asked(browsers["claimed"], appeal.entry)
    asked(browsers["other"], player(event), proven=True)
    minute()
    told = {name: len(browser.messages()) for name, browser in browsers.items()}
    AppealStep.objects.filter(appeal=appeal).update(outcome="rejected", decided_at=timezone.now(), reason="secret")
    minute()
    minute()
    new = {name: browser.messages()[told[name] :] for name, browser in browsers.items()}
    assert [message["body"] for message in new["proven"]] == ["There is a decision about your appeal."]
    assert new["proven"][0]["url"] == f"/e/{event.slug}/appeals/"
    assert (new["claimed"], new["other"]) == ([], [])


def test_a_decision_about_a_registration_is_told_then_the_seat_of_the_player(service, event: Event) -> None:
    open_registration(event)
    application = new_application(event)
    browser = Browser(service)
    asked(browser, application=application, proven=True, language="zh-hans")
    minute()
    assert browser.messages() == []
    application.state, application.entry = "approved", player(event)
    application.save()
    minute()
    minute()
    table, wind = seat_in(event, 1)
    signs = {"East": "东", "South": "南", "West": "西", "North": "北"}
    told = {message["url"]: message for message in browser.messages()}
    assert set(told) == {f"/e/{event.slug}/register/mine/", f"/e/{event.slug}/players/7/"}
    assert {message["lang"] for message in told.values()} == {"zh-hans"}
    seat = told[f"/e/{event.slug}/players/7/"]["body"]
    assert str(table) in seat
    assert signs[wind] in seat


def test_a_player_who_withdraws_the_registration_is_forgotten(service, event: Event) -> None:
    open_registration(event)
    application = new_application(event)
    asked(Browser(service), application=application, proven=True)
    application.state = "withdrawn"
    application.save()
    minute()
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "columns",
    [{"rehearsal": True}, {"ends": timezone.localdate() - timedelta(days=8)}],
)
def test_rehearsals_and_events_of_long_ago_tell_nothing(service, event: Event, columns) -> None:
    browser = Browser(service)
    asked(browser, player(event))
    Event.objects.update(**columns)
    minute()
    assert browser.messages() == []
    assert not Notification.objects.exists()


def test_an_event_that_another_installation_holds_tells_nothing(service, event: Event) -> None:
    browser = Browser(service)
    asked(browser, player(event))
    event.ledger.held_since, event.ledger.holder = timezone.now(), "Hall"
    event.ledger.save()
    minute()
    assert browser.messages() == []


def publish(event: Event, change: Callable[[list[dict]], None] = lambda sessions: None) -> None:
    """Let the hall, which holds the event, publish it with changed sessions."""
    content = json.loads(public_content(event))
    change(content["sessions"])
    ReceivedPackage.objects.all().delete()
    receive_package(ACTOR, event, **packed(event, content=json.dumps(content)))


def test_an_event_that_its_hall_publishes_here_tells_what_the_hall_says(service, event: Event) -> None:
    browser = Browser(service)
    asked(browser, player(event))
    ledger = event.ledger
    ledger.held_since, ledger.holder = timezone.now() - timedelta(minutes=1), "Hall"
    ledger.save()
    table, wind = seat_in(event, 1)
    publish(event)
    minute()
    minute()
    [message] = browser.messages()
    assert message["body"] == f"Session 1: Table {table}, {wind}"
    assert message["url"] == f"/e/{event.slug}/published/players/7/"
    starts = timezone.now() + timedelta(minutes=9)
    publish(event, lambda sessions: sessions[0].update(starts=starts.isoformat()))
    minute()
    place = f"Table {table}, {wind}"
    told = [f"Session 1 at {starts:%H:%M}: {place}", f"Session 1 begins at {starts:%H:%M}. {place}"]
    assert sorted(browser.sentences()[1:]) == told
    released = timezone.now().replace(microsecond=0) + timedelta(seconds=1)
    publish(event, lambda sessions: sessions[0].update(released=released.isoformat()))
    minute()
    table, wind = seat_in(event, 2)
    told = ["The results of session 1 are released.", f"Session 2: Table {table}, {wind}"]
    assert sorted(browser.sentences()[3:]) == sorted(told)


def test_a_seat_of_a_session_that_must_have_begun_in_the_hall_is_not_told(service, event: Event) -> None:
    browser = Browser(service)
    asked(browser, player(event))
    ledger = event.ledger
    ledger.held_since, ledger.holder = timezone.now() - timedelta(minutes=1), "Hall"
    ledger.save()
    starts = timezone.now() - timedelta(minutes=16)
    publish(event, lambda sessions: sessions[0].update(starts=starts.isoformat()))
    minute()
    assert browser.messages() == []


def test_times_are_those_at_the_place_of_the_event(service, event: Event) -> None:
    browser = Browser(service)
    asked(browser, player(event))
    Event.objects.update(time_zone="Asia/Shanghai")
    event.sessions.filter(number=1).update(starts=datetime(2126, 5, 1, 1, 30, tzinfo=UTC))
    minute()
    assert browser.sentences()[0].startswith("Session 1 at 09:30: ")


def test_off_by_default(service, event: Event, settings) -> None:
    browser = Browser(service)
    asked(browser, player(event))
    settings.PUSH_CONTACT = ""
    minute()
    assert browser.messages() == []
    assert not Notification.objects.exists()


def test_the_sweep_of_a_server_without_subscriptions_asks_twice(service, event, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(2):
        assert sweep() == {}


def test_many_browsers_take_no_more_queries_than_one(service, event: Event, django_assert_max_num_queries) -> None:
    for number in range(1, 17):
        asked(Browser(service, f"/{number}"), player(event, number))
    minute()
    assert Notification.objects.filter(status=201).count() == 16
    with django_assert_max_num_queries(30):
        assert sweep() == {}
