"""Late players on the Floor."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scoring.fouls.selectors.late import late_players
from scoring.fouls.services.lateness import book_lateness
from scoring.sheets.models.session_penalties import SessionPenalty
from tests.web.floor.hall.browsing import FLOOR, SYSTEM
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting
from tournament.presence.services.arrivals import arrive

pytestmark = pytest.mark.django_db


def test_lateness_across_midnight_counts_from_the_evening(event: Event, session: Session, chief: Client) -> None:
    """3.11.2.1: a start at 23:50 and an arrival at 0:02 are 12 minutes apart."""
    evening = timezone.localtime().replace(hour=23, minute=50, second=0, microsecond=0)
    Session.objects.update(late_from=evening)
    number = Sitting.objects.get(table__session=session, table__number=1, seat="E", from_hand=0).entry.number
    sent = {"arrived": "00:02:00", "reason": "late", "sure": "1"}
    assert chief.post(f"{FLOOR}late/1/{number}/", sent).status_code == 302
    assert session.penalties.get().points == -20


def test_the_late_list_says_that_check_in_is_not_used(event: Event, session: Session, chief: Client) -> None:
    Session.objects.update(late_from=timezone.now() - timedelta(minutes=12))
    assert "Check-in is not used" in chief.get(f"{FLOOR}late/1/").content.decode()
    arrive(SYSTEM, event.entries.get(number=1), session=1)
    page = chief.get(f"{FLOOR}late/1/").content.decode()
    assert "Check-in is not used" not in page
    assert page.count("Record lateness") > 1


def test_late_player_by_number_is_booked_and_shown_as_booked(event: Event, session: Session, chief: Client) -> None:
    """After lunch the door has an earlier arrival; the booked lateness is shown, not the cost of arriving now."""
    Session.objects.update(late_from=timezone.now() - timedelta(minutes=14))
    entry = Sitting.objects.get(table__session=session, table__number=1, seat="E", from_hand=0).entry
    assert chief.get(f"{FLOOR}late/1/", {"number": entry.number})["Location"] == f"{FLOOR}late/1/{entry.number}/"
    assert "No player has this number" in chief.get(f"{FLOOR}late/1/", {"number": 99}).content.decode()
    arrived = session.event.sessions.get().late_from + timedelta(minutes=3)  # type: ignore[operator]
    book_lateness(SYSTEM, event.sessions.get(), entry=entry, arrived=arrived, reason="late")
    [row] = [row for row in late_players(event.sessions.get()) if row.booked]
    assert (row.entry, row.points) == (entry, -10)


def test_lateness_counts_across_midnight(event: Event, session: Session, chief: Client) -> None:
    start = timezone.make_aware(datetime(2026, 5, 1, 23, 55))
    Session.objects.update(late_from=start)
    entry = Sitting.objects.get(table__session=session, table__number=1, seat="E", from_hand=0).entry
    sent = {"arrived": "00:03:00", "reason": "lost his way", "sure": "1"}
    assert chief.post(f"{FLOOR}late/1/{entry.number}/", sent).status_code == 302
    assert SessionPenalty.objects.values_list("entry__number", "points").get() == (entry.number, -10)
