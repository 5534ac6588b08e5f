"""The next session to play: by clocks, releases and signed sheets."""

import pytest
from django.utils import timezone

from scoring.progress.selectors.progress import progress_of, session_to_come, session_to_play
from tests.support.events import small_event
from tests.support.sheets import made_sheet
from tournament.clocks.models import SessionClock
from tournament.events.models.events import Event
from tournament.events.models.stages import Session

pytestmark = pytest.mark.django_db


def event_of(sessions: int) -> Event:
    event = small_event()
    event.planned_sessions = sessions
    event.save()
    return event


def test_the_next_session_follows_the_last_signed_one_even_without_a_row() -> None:
    """A file contains only played sessions; the other planned ones have no row before the timetable is made."""
    event = event_of(7)
    assert session_to_play(event) == 1
    for number in (1, 2):
        made_sheet(event, "signed")
        assert session_to_play(event) == number + 1
    assert session_to_come(event) is None
    running = SessionClock.objects.create(session=event.sessions.get(number=1), started_at=timezone.now(), minutes=120)
    assert session_to_play(event) == 1
    SessionClock.objects.filter(pk=running.pk).update(ended_at=timezone.now())
    assert session_to_play(event) == 3


def test_an_open_paper_of_an_ended_session_does_not_hold_the_coming_one_back() -> None:
    event = event_of(3)
    Session.objects.bulk_create(Session(event=event, number=number) for number in (1, 2, 3))
    for number in (1, 2):
        session = event.sessions.get(number=number)
        SessionClock.objects.create(session=session, started_at=timezone.now(), ended_at=timezone.now(), minutes=120)
    coming = session_to_come(event)
    assert coming is not None
    assert (coming.number, session_to_play(event)) == (3, 3)
    SessionClock.objects.create(
        session=event.sessions.get(number=3), started_at=timezone.now(), ended_at=timezone.now(), minutes=120
    )
    assert (session_to_come(event), session_to_play(event)) == (None, 3)


def test_the_last_session_stays_the_next_one_after_its_end() -> None:
    event = event_of(1)
    made_sheet(event, "signed")
    assert session_to_play(event) == 1


def test_sessions_are_ordered_by_number() -> None:
    event = event_of(3)
    Session.objects.bulk_create(Session(event=event, number=number) for number in (3, 1, 2))
    assert [session.number for session in progress_of([event])[event.pk].sessions] == [1, 2, 3]
    coming = session_to_come(event)
    assert coming is not None
    assert coming.number == 1
