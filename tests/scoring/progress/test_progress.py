"""Which session is played next: by the clocks, by what is released, and by the sheets that are signed."""

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


def test_the_next_session_is_the_one_after_the_last_signed_also_where_its_row_is_not_made_yet() -> None:
    """A file holds the sessions that were played; the others of the plan have no row before the timetable is made."""
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


def test_after_the_last_session_it_stays_the_last() -> None:
    event = event_of(1)
    made_sheet(event, "signed")
    assert session_to_play(event) == 1


def test_sessions_come_by_number_whenever_their_rows_were_made() -> None:
    event = event_of(3)
    Session.objects.bulk_create(Session(event=event, number=number) for number in (3, 1, 2))
    assert [one.number for one in progress_of([event])[event.pk].sessions] == [1, 2, 3]
    coming = session_to_come(event)
    assert coming is not None
    assert coming.number == 1
