"""The chief referee's clock, a table's extra minutes, announcements, and the timetable shifted."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from scoring.setup.services.timetable import shift_sessions
from tests.support.clock_examples import session as new_session
from tests.support.events import small_event
from tournament.clocks.models import SessionClock
from tournament.clocks.selectors.clocks import (
    announcement_text,
    announcements_of,
    clock_of,
    ended_at,
    extra_minutes,
    latest,
    running,
    standing,
)
from tournament.clocks.services.announcements import announce, take_announcement_back
from tournament.clocks.services.clocks import (
    add_time,
    check_seats,
    end_session,
    go_on,
    pause,
    start_session,
    take_break,
    take_end_back,
    take_start_back,
    take_time_back,
)
from tournament.events.models.events import Event
from tournament.events.models.stages import Session

pytestmark = pytest.mark.django_db
CHIEF = system_actor("裁判长")


@pytest.fixture
def event() -> Event:
    return small_event()


@pytest.fixture
def session(event: Event) -> Session:
    return new_session(event)


def ago(session: Session, minutes: int) -> None:
    """Let the session have been started so many minutes ago."""
    started = timezone.now().replace(microsecond=0) - timedelta(minutes=minutes)
    SessionClock.objects.filter(session=session).update(started_at=started)


def test_a_session_from_the_seat_check_to_its_end(event: Event, session: Session) -> None:
    check_seats(CHIEF, session)
    assert clock_of(session).state(timezone.now()) == "seats"
    start_session(CHIEF, session)
    session.refresh_from_db()
    assert session.late_from == clock_of(session).started
    assert running(event) is not None
    ago(session, 30)
    pause(CHIEF, session)
    assert clock_of(session).state(timezone.now()) == "pause"
    with pytest.raises(Refused, match="stands still"):
        take_break(CHIEF, session, minutes=15)
    go_on(CHIEF, session)
    take_break(CHIEF, session, minutes=15, silent=True)
    assert clock_of(session).state(timezone.now()) == "break"
    go_on(CHIEF, session)
    left = clock_of(session).left(timezone.now())
    assert left is not None
    assert timedelta(minutes=89) < left <= timedelta(minutes=90, seconds=5)
    assert ended_at(session) is None
    end_session(CHIEF, session)
    assert ended_at(session) is not None
    assert running(event) is None
    assert latest(event) is not None


def test_a_pause_is_ended_after_the_clock_of_the_machine_was_set_back(session: Session) -> None:
    start_session(CHIEF, session)
    pause(CHIEF, session)
    session.clock.stops.update(since=timezone.now() + timedelta(hours=1))
    assert clock_of(session).state(timezone.now()) == "pause"
    go_on(CHIEF, session)
    assert clock_of(session).state(timezone.now()) == "running"


def test_what_is_done_twice_is_done_once(event: Event, session: Session) -> None:
    for service in (check_seats, start_session, pause, go_on, end_session):
        service(CHIEF, session)
        seq = Event.objects.get().head.audit_seq
        service(CHIEF, session)
        assert Event.objects.get().head.audit_seq == seq


def test_one_session_is_played_at_a_time(event: Event, session: Session) -> None:
    start_session(CHIEF, session)
    other = new_session(event)
    with pytest.raises(Refused, match="Session 1 is still being played"):
        start_session(CHIEF, other)
    end_session(CHIEF, session)
    start_session(CHIEF, other)


def test_start_and_end_are_taken_back_with_a_reason(session: Session) -> None:
    start_session(CHIEF, session)
    with pytest.raises(Refused, match="reason"):
        take_start_back(CHIEF, session)
    take_start_back(CHIEF, session, reason="too early")
    session.refresh_from_db()
    assert clock_of(session).started is session.late_from is None
    start_session(CHIEF, session)
    end_session(CHIEF, session)
    take_end_back(CHIEF, session, reason="one table still plays")
    assert ended_at(session) is None


def test_a_table_gets_more_time_of_its_own(session: Session) -> None:
    start_session(CHIEF, session)
    table = session.tables.get()
    add_time(CHIEF, session, table=1, minutes=5, reason="a broken table")
    order = add_time(CHIEF, session, table=1, minutes=3, reason="a fall")["order"]
    assert extra_minutes([table]) == {table.pk: 8}
    now, clock = timezone.now(), clock_of(session)
    ends, mine = clock.ends(now), clock.with_extra(8).ends(now)
    assert ends is not None
    assert mine == ends + timedelta(minutes=8)
    take_time_back(CHIEF, session, table=1, order=order, reason="not needed")
    assert [row.minutes for row in table.extra_times.all()] == [5]
    with pytest.raises(Refused, match="no table 9"):
        add_time(CHIEF, session, table=9, minutes=5, reason="x")


def test_the_settings_of_the_start_hold(event: Event, session: Session) -> None:
    start_session(CHIEF, session)
    type(event.play_settings).objects.update(session_minutes=90, notice_minutes=5)
    assert (clock_of(session).minutes, clock_of(session).notice_minutes) == (120, 15)


def test_the_timetable_is_shifted_but_for_what_has_begun(event: Event, session: Session) -> None:
    nine = datetime(2026, 5, 1, 9, tzinfo=UTC)
    Session.objects.filter(pk=session.pk).update(starts=nine)
    later = Session.objects.create(event=event, number=2, starts=nine + timedelta(hours=3))
    start_session(CHIEF, session)
    shift_sessions(CHIEF, event, first=1, minutes=25)
    session.refresh_from_db()
    later.refresh_from_db()
    assert (session.starts, later.starts) == (nine, nine + timedelta(hours=3, minutes=25))
    with pytest.raises(Refused, match="not after the start of session 1"):
        shift_sessions(CHIEF, event, first=1, minutes=-300)


def test_an_announcement_stands_from_until_and_in_the_readers_language(event: Event) -> None:
    now = timezone.now().replace(microsecond=0)
    announce(CHIEF, event, zh="午餐", en="Lunch", until_at=now + timedelta(hours=1))
    announce(CHIEF, event, en="Tomorrow", from_at=now + timedelta(days=1))
    [lunch] = standing(announcements_of(event), now + timedelta(minutes=1))
    texts = [announcement_text(lunch, language) for language in ("zh-hans", "en", "ja")]
    assert texts == [("zh-hans", "午餐"), ("en", "Lunch"), ("zh-hans", "午餐")]
    assert standing(announcements_of(event), now + timedelta(hours=2)) == []
    take_announcement_back(CHIEF, lunch)
    assert standing(announcements_of(event), now + timedelta(minutes=1)) == []
    with pytest.raises(Refused, match="one language"):
        announce(CHIEF, event)
    with pytest.raises(Refused, match="before it begins"):
        announce(CHIEF, event, zh="x", until_at=now - timedelta(hours=1))
