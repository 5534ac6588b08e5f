"""The chief referee's clock, extra minutes of a table, announcements, and shifting the timetable."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from common.actions.errors import Refused, Unusual, WrongState
from common.actions.permissions import system_actor
from scoring.setup.services.timetable import shift_sessions
from tests.support.clock_examples import session as new_session
from tests.support.events import small_event
from tournament.clocks.models import ClockStop, SessionClock
from tournament.clocks.selectors.clocks import (
    announcement_text,
    announcements_of,
    clock_of,
    current_announcements,
    ended_at,
    extra_minutes,
    latest,
    running,
)
from tournament.clocks.services.announcements import announce, retract_announcement
from tournament.clocks.services.clocks import (
    check_seats,
    end_session,
    go_on,
    pause,
    start_session,
    take_break,
    undo_end,
    undo_start,
)
from tournament.clocks.services.extra_time import add_time, remove_extra_time
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
    """Set the start of the session to ``minutes`` ago."""
    started = timezone.now().replace(microsecond=0) - timedelta(minutes=minutes)
    SessionClock.objects.filter(session=session).update(started_at=started)


def test_breaks_of_more_than_15_minutes_are_asked_about(session: Session) -> None:
    """3.5.6: breaks inside a session last at most 15 minutes, together."""
    start_session(CHIEF, session)
    with pytest.raises(Unusual, match=r"at most 15 minutes in a session \(3.5.6\); this makes 16") as asked:
        take_break(CHIEF, session, minutes=16)
    assert (list(asked.value.questions), asked.value.where) == (["long"], "minutes")
    take_break(CHIEF, session, minutes=10)
    ClockStop.objects.update(
        begins_at=F("begins_at") - timedelta(minutes=11), ends_at=F("ends_at") - timedelta(minutes=11)
    )
    with pytest.raises(Unusual, match="this makes 20"):
        take_break(CHIEF, session, minutes=10)
    take_break(CHIEF, session, minutes=5)
    go_on(CHIEF, session)
    take_break(CHIEF, session, minutes=20, acknowledged=("long",))
    assert clock_of(session).state(timezone.now()) == "break"


def test_session_from_seat_check_to_end(event: Event, session: Session) -> None:
    check_seats(CHIEF, session)
    assert clock_of(session).state(timezone.now()) == "seats"
    start_session(CHIEF, session)
    session.refresh_from_db()
    assert session.late_from == clock_of(session).started
    assert running(event) is not None
    ago(session, 30)
    pause(CHIEF, session)
    assert clock_of(session).state(timezone.now()) == "pause"
    with pytest.raises(Refused, match="already stopped"):
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


def test_pause_ends_after_the_system_clock_was_set_back(session: Session) -> None:
    start_session(CHIEF, session)
    pause(CHIEF, session)
    session.clock.stops.update(begins_at=timezone.now() + timedelta(hours=1))
    assert clock_of(session).state(timezone.now()) == "pause"
    go_on(CHIEF, session)
    assert clock_of(session).state(timezone.now()) == "running"


def test_session_ends_after_the_system_clock_was_set_back(session: Session) -> None:
    start_session(CHIEF, session)
    started = timezone.now().replace(microsecond=0) + timedelta(hours=1)
    SessionClock.objects.update(started_at=started)
    end_session(CHIEF, session)
    assert clock_of(session).ended == started


def test_repeated_clock_actions_change_nothing(event: Event, session: Session) -> None:
    for service in (check_seats, start_session, pause, go_on, end_session):
        service(CHIEF, session)
        seq = Event.objects.get().ledger.audit_seq
        service(CHIEF, session)
        assert Event.objects.get().ledger.audit_seq == seq


def test_second_session_cannot_start_while_one_is_played(event: Event, session: Session) -> None:
    start_session(CHIEF, session)
    other = new_session(event)
    with pytest.raises(Refused, match="Session 1 is still being played"):
        start_session(CHIEF, other)
    end_session(CHIEF, session)
    start_session(CHIEF, other)


def test_a_session_ends_also_after_its_results_were_released(session: Session) -> None:
    start_session(CHIEF, session)
    session.released_at = timezone.now()
    session.save()
    with pytest.raises(WrongState, match="released"):
        pause(CHIEF, session)
    end_session(CHIEF, session)
    assert ended_at(session) is not None


def test_start_and_end_are_undone_with_a_reason(session: Session) -> None:
    start_session(CHIEF, session)
    with pytest.raises(Refused, match="reason"):
        undo_start(CHIEF, session)
    undo_start(CHIEF, session, reason="too early")
    session.refresh_from_db()
    assert clock_of(session).started is session.late_from is None
    start_session(CHIEF, session)
    end_session(CHIEF, session)
    undo_end(CHIEF, session, reason="one table still plays")
    assert ended_at(session) is None


def test_table_gets_extra_minutes(session: Session) -> None:
    start_session(CHIEF, session)
    table = session.tables.get()
    add_time(CHIEF, session, table=1, minutes=5, reason="a broken table")
    order = add_time(CHIEF, session, table=1, minutes=3, reason="a fall")["order"]
    assert extra_minutes([table]) == {table.pk: 8}
    now, clock = timezone.now(), clock_of(session)
    ends, mine = clock.ends(now), clock.with_extra(8).ends(now)
    assert ends is not None
    assert mine == ends + timedelta(minutes=8)
    remove_extra_time(CHIEF, session, table=1, order=order, reason="not needed")
    assert [row.minutes for row in table.extra_times.all()] == [5]
    with pytest.raises(Refused, match="no table 9"):
        add_time(CHIEF, session, table=9, minutes=5, reason="x")


def test_running_clock_keeps_the_settings_of_its_start(event: Event, session: Session) -> None:
    start_session(CHIEF, session)
    type(event.play_settings).objects.update(session_minutes=90, notice_minutes=5)
    assert (clock_of(session).minutes, clock_of(session).notice_minutes) == (120, 15)


def test_shifting_the_timetable_leaves_begun_sessions(event: Event, session: Session) -> None:
    nine = datetime(2026, 5, 1, 9, tzinfo=UTC)
    Session.objects.filter(pk=session.pk).update(starts=nine)
    later = Session.objects.create(event=event, number=2, starts=nine + timedelta(hours=3))
    start_session(CHIEF, session)
    shift_sessions(CHIEF, event, first=1, minutes=25)
    session.refresh_from_db()
    later.refresh_from_db()
    assert (session.starts, later.starts) == (nine, nine + timedelta(hours=3, minutes=25))
    with pytest.raises(Refused, match="must be after the start of session 1"):
        shift_sessions(CHIEF, event, first=1, minutes=-300)


def test_announcement_is_shown_in_its_period_and_in_the_readers_language(event: Event) -> None:
    now = timezone.now().replace(microsecond=0)
    announce(CHIEF, event, texts={"zh": "午餐", "en": "Lunch"}, until_at=now + timedelta(hours=1))
    announce(CHIEF, event, texts={"en": "Tomorrow"}, from_at=now + timedelta(days=1))
    [lunch] = current_announcements(announcements_of(event), now + timedelta(minutes=1))
    texts = [announcement_text(lunch, language) for language in ("zh-hans", "en", "ja")]
    assert texts == [("zh-hans", "午餐"), ("en", "Lunch"), ("zh-hans", "午餐")]
    assert current_announcements(announcements_of(event), now + timedelta(hours=2)) == []
    retract_announcement(CHIEF, lunch)
    assert current_announcements(announcements_of(event), now + timedelta(minutes=1)) == []
    with pytest.raises(Refused, match="one language"):
        announce(CHIEF, event, texts={})
    with pytest.raises(Refused, match="The end is before the beginning"):
        announce(CHIEF, event, texts={"zh": "x"}, until_at=now - timedelta(hours=1))
