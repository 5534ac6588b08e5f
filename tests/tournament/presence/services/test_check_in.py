"""Check-in by session (3.5.7.1): once a day or before each session, alone or together, undone, and across midnight."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from scoring.fouls.selectors.late import late_players
from tests.support.draws import drawn, planned
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.presence.models.calls import PlayerCall
from tournament.presence.models.presence import Arrival
from tournament.presence.selectors.presence import RollCall, arrivals_in
from tournament.presence.services.arrivals import arrive, arrive_together, unarrive
from tournament.presence.services.calls import call_player

pytestmark = [pytest.mark.django_db, pytest.mark.database]
DOOR = system_actor("门口")
#: Sessions 1 and 2 on the evening of May 1 in Shanghai, the second after midnight; session 3 on the next afternoon.
STARTS = {1: datetime(2026, 5, 1, 12, tzinfo=UTC), 2: datetime(2026, 5, 1, 16, 10, tzinfo=UTC)}
STARTS |= {3: datetime(2026, 5, 2, 6, tzinfo=UTC)}


@pytest.fixture
def event() -> Event:
    event = planned(sessions=3)
    Event.objects.update(time_zone="Asia/Shanghai")
    event.refresh_from_db()
    for number, starts in STARTS.items():
        Session.objects.update_or_create(event=event, number=number, defaults={"starts": starts})
    return event


def each_session(event: Event) -> None:
    event.play_settings.sign_in = "session"
    event.play_settings.save()


def entry(event: Event, number: int) -> Entry:
    return Entry.objects.select_related("event__ledger").get(event=event, number=number)


def here(event: Event, session: int) -> list[int]:
    return sorted(arrival.entry.number for arrival in arrivals_in(event, session).values())


def test_a_check_in_counts_once_a_day_also_past_midnight_but_not_on_day_two(event: Event) -> None:
    arrive(DOOR, entry(event, 3), session=1)
    assert [here(event, session) for session in (1, 2, 3)] == [[3], [3], []]
    arrive(DOOR, entry(event, 3), session=3)
    assert here(event, 3) == [3]
    assert Arrival.objects.count() == 2


def test_a_check_in_before_each_session_counts_for_it_alone(event: Event) -> None:
    each_session(event)
    arrive(DOOR, entry(event, 3), session=1)
    assert [here(event, session) for session in (1, 2, 3)] == [[3], [], []]


def test_a_check_in_for_the_second_session_does_not_count_for_the_first(event: Event) -> None:
    arrive(DOOR, entry(event, 3), session=2)
    assert [here(event, session) for session in (1, 2)] == [[], [3]]
    assert RollCall(event, 1).here == 0


def test_a_second_check_in_of_the_day_names_the_first(event: Event) -> None:
    first = arrive(DOOR, entry(event, 3), session=1)
    again = arrive(system_actor("黄 裁判"), entry(event, 3), session=2)
    assert again == first | {"first": False}
    assert AuditEntry.objects.filter(action="entry.arrive").get().after == {"here": True, "session": 1}


def test_an_undone_check_in_leaves_earlier_sessions(event: Event) -> None:
    arrive(DOOR, entry(event, 3), session=1)
    unarrive(DOOR, entry(event, 3), session=2)
    assert [here(event, session) for session in (1, 2)] == [[3], []]
    arrive(DOOR, entry(event, 3), session=2)
    unarrive(DOOR, entry(event, 3), session=1)
    assert [here(event, session) for session in (1, 2)] == [[], [3]]


def test_a_call_for_a_session_leaves_the_check_in_for_earlier_ones(event: Event) -> None:
    arrive(DOOR, entry(event, 3), session=1)
    call_player(DOOR, entry(event, 3), session=2)
    assert [here(event, session) for session in (1, 2)] == [[3], []]
    arrive(DOOR, entry(event, 3), session=2)
    assert not PlayerCall.objects.exists()


def test_a_team_is_checked_in_together(event: Event) -> None:
    arrive(DOOR, entry(event, 2), session=1)
    assert arrive_together(DOOR, event, numbers=[1, 2, 3, 4], session=1) == {"numbers": [1, 3, 4]}
    assert arrive_together(DOOR, event, numbers=[1, 2, 3, 4], session=2) == {"numbers": []}
    assert here(event, 1) == [1, 2, 3, 4]
    logged = AuditEntry.objects.get(action="event.arrive")
    assert (logged.about, logged.after) == ("event:draw", {"here": True, "session": 1, "numbers": [1, 3, 4]})


def test_an_unknown_number_checks_nobody_in(event: Event) -> None:
    with pytest.raises(Refused, match="has changed meanwhile"):
        arrive_together(DOOR, event, numbers=[1, 99], session=1)
    assert here(event, 1) == []


@pytest.mark.parametrize("session", [0, 4])
def test_a_check_in_for_an_unknown_session_is_refused(event: Event, session: int) -> None:
    with pytest.raises(Refused, match="sessions 1 to 3"):
        arrive(DOOR, entry(event, 1), session=session)


def test_on_day_two_the_list_of_late_players_knows_who_is_missing(event: Event) -> None:
    """3.11.2.1 from the arrival of the same day: yesterday's does not count."""
    drawn(event)
    start = timezone.now() - timedelta(minutes=12)
    Session.objects.filter(event=event, number=3).update(starts=start)
    arrive_together(DOOR, event, numbers=range(1, 17), session=1)
    session = event.sessions.get(number=3)
    assert late_players(session) == []  # nobody uses the check-in of day two
    arrive_together(DOOR, event, numbers=[1, 2, *range(5, 17)], session=3)
    Arrival.objects.filter(session=3).update(at=start)
    Arrival.objects.filter(session=3, entry__number=5).update(at=start + timedelta(minutes=4))
    late = {row.entry.number: row.points for row in late_players(session)}
    assert late == {3: -20, 4: -20, 5: -10}
