"""Closing an event: what it waits for, on its page and on the overview, with the way there."""

from datetime import timedelta

from django.utils import timezone

from tests.web.desk.conftest import PASSWORD, document, taken_in
from tournament.clocks.models import SessionClock

CLOSE, OVERVIEW = "/e/event-1/desk/close/", "/e/event-1/desk/"
CLOCK, APPEALS = 'href="/e/event-1/floor/clock/?session=3"', 'href="/e/event-1/floor/appeals/"'


def test_a_session_that_was_not_ended_leads_to_the_clock_and_its_appeal_time_to_the_appeals(signed_in) -> None:
    event = taken_in(document(released=3))
    organizer = signed_in("organizer", event)
    assert "It waits because" not in organizer.get(CLOSE).content.decode()
    clock = SessionClock.objects.create(
        session=event.sessions.get(number=3), started_at=timezone.now() - timedelta(hours=2), minutes=120
    )
    for page in (CLOSE, OVERVIEW):
        text = organizer.get(page).content.decode()
        assert "The chief referee has not ended session 3, and its appeal time begins then" in text
        assert CLOCK in text
    chief = signed_in("chief-referee", event)
    assert 'href="/e/event-1/floor/clock/3/end/"' in chief.get("/e/event-1/floor/clock/").content.decode()
    assert chief.post("/e/event-1/floor/clock/3/end/").status_code == 302
    clock.refresh_from_db()
    assert clock.ended_at is not None
    for page in (CLOSE, OVERVIEW):
        text = organizer.get(page).content.decode()
        assert "The appeal time of session 3 runs until" in text
        assert APPEALS in text


def test_a_clock_that_was_forgotten_can_be_ended_after_later_sessions(signed_in) -> None:
    event = taken_in(document(released=3))
    SessionClock.objects.create(session=event.sessions.get(number=1), started_at=timezone.now(), minutes=120)
    for page in ("/e/event-1/floor/clock/", "/e/event-1/floor/clock/?session=1"):
        assert 'href="/e/event-1/floor/clock/1/end/"' in signed_in("chief-referee", event).get(page).content.decode()
    for page in (CLOSE, OVERVIEW):
        text = signed_in("organizer", event).get(page).content.decode()
        assert 'href="/e/event-1/floor/clock/?session=1"' in text


def test_a_closed_event_offers_no_withdrawal_of_results(signed_in) -> None:
    event = taken_in(document(released=3))
    organizer, retract = signed_in("organizer", event, password=True), "/e/event-1/desk/sessions/3/retract/"
    sessions = "/e/event-1/desk/sessions/"
    assert retract in organizer.get(sessions).content.decode()
    closed = organizer.post(CLOSE, {"by": "Anna Keller", "reason": "over", "password": PASSWORD})
    assert closed.status_code == 302
    assert retract not in organizer.get(sessions).content.decode()
