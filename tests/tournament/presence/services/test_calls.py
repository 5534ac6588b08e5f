"""Calls of missing players: once, until they arrive, leave or are replaced, without other changes."""

from datetime import UTC, datetime

import pytest

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from scoring.progress.selectors.missing import Waiting
from scoring.sheets.services.people.substituting import substitute
from tests.support.draws import drawn, planned
from tests.support.threads import together
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.selectors.events import event_by_slug
from tournament.presence.models.calls import PlayerCall
from tournament.presence.models.presence import Arrival
from tournament.presence.services.arrivals import arrive, unarrive
from tournament.presence.services.calls import call_missing, call_player, count_late_from, uncall_player
from tournament.presence.services.withdrawals import withdraw

pytestmark = pytest.mark.django_db
ONE, OTHER = system_actor("赵 裁判"), system_actor("黄 裁判")


def entry(event: Event, number: int) -> Entry:
    return Entry.objects.select_related("event__ledger").get(event=event, number=number)


def versions(event: Event) -> tuple[int, int, int]:
    event.ledger.refresh_from_db()
    return event.ledger.public, event.ledger.live, event.ledger.calls


def called(event: Event) -> list[int]:
    reloaded = event_by_slug(event.slug)
    assert reloaded is not None
    return [player.entry.number for player in Waiting(reloaded).called]


def test_call_raises_only_its_version_and_names_the_first_caller() -> None:
    event = planned()
    public, live, calls = versions(event)
    assert call_player(ONE, entry(event, 3), session=1)["first"]
    again = call_player(OTHER, entry(event, 3), session=1)
    assert (again["first"], again["by"]) == (False, "赵 裁判")
    assert versions(event) == (public, live, calls + 1)
    kept = AuditEntry.objects.get(action="player.call")
    assert (kept.actor_name, kept.about, kept.after) == ("赵 裁判", "entry:3", {"session": 1, "called": True})
    assert called(event) == [3]


def test_check_in_ends_the_call() -> None:
    event = planned()
    call_missing(ONE, event, session=1)
    before = versions(event)
    arrive(OTHER, entry(event, 3), session=1)
    assert versions(event)[2] == before[2] + 1
    assert 3 not in called(event)
    assert len(called(event)) == 15
    # Undoing the check-in does not call again: an official decides that.
    unarrive(OTHER, entry(event, 3), session=1)
    assert 3 not in called(event)


def test_substitution_ends_the_call() -> None:
    event = planned(fillers=1)
    drawn(event)
    call_player(ONE, entry(event, 3), session=1)
    filler = entry(event, 17)
    substitute(ONE, event.sessions.get(number=2), holder=entry(event, 3), by=filler)
    assert called(event) == [3]
    substitute(ONE, event.sessions.get(number=1), holder=entry(event, 3), by=filler)
    assert called(event) == []
    with pytest.raises(Refused):
        call_player(ONE, entry(event, 3), session=1)


def test_withdrawal_ends_the_calls_of_its_sessions() -> None:
    event = planned()
    for number in (3, 4):
        call_player(ONE, entry(event, number), session=1)
    withdraw(ONE, entry(event, 3), session=1, reason="ill")
    withdraw(ONE, entry(event, 4), session=2, reason="leaves early")
    assert called(event) == [4]


def test_call_is_cancelled_once() -> None:
    event = planned()
    call_player(ONE, entry(event, 3), session=1)
    uncall_player(OTHER, entry(event, 3))
    uncall_player(ONE, entry(event, 3))
    assert called(event) == []
    assert AuditEntry.objects.filter(action="player.uncall").count() == 1


def test_call_undoes_the_check_in() -> None:
    event = planned()
    arrive(ONE, entry(event, 3), session=1)
    call_player(ONE, entry(event, 3), session=1)
    assert not Arrival.objects.exists()
    assert called(event) == [3]


def test_only_missing_players_are_called() -> None:
    event = planned(fillers=1)
    for number in range(1, 14):
        arrive(ONE, entry(event, number), session=1)
    withdraw(ONE, entry(event, 14), session=1, reason="ill")
    call_player(ONE, entry(event, 15), session=1)
    assert call_missing(ONE, event, session=1) == {"called": 1}
    assert called(event) == [15, 16]
    assert call_missing(ONE, event, session=1) == {"called": 0}
    assert AuditEntry.objects.get(action="player.call_missing").after == {"session": 1, "numbers": [16]}


def test_call_for_an_unknown_session_is_refused() -> None:
    with pytest.raises(Refused):
        call_player(ONE, entry(planned(sessions=3), 1), session=4)


def test_lateness_counts_from_the_given_time_or_as_planned() -> None:
    event = planned()
    drawn(event)
    session = event.sessions.get(number=1)
    noon = datetime(2026, 5, 1, 12, tzinfo=UTC)
    event.sessions.filter(number=1).update(starts=noon)
    count_late_from(ONE, session, at=noon.replace(minute=12))
    assert Waiting(event).limits == (noon.replace(minute=22), noon.replace(minute=27))
    count_late_from(ONE, session, at=None)
    assert Waiting(event).start == noon


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_calls_create_one_call() -> None:
    event = planned()
    answers = together(
        lambda: call_player(ONE, entry(event, 3), session=1),
        lambda: call_player(OTHER, entry(event, 3), session=1),
        holding=Entry.objects.filter(event=event, number=3),
    )
    assert sorted(answer["first"] for answer in answers) == [False, True]
    assert PlayerCall.objects.get().by == answers[0]["by"] == answers[1]["by"]
    assert AuditEntry.objects.filter(action="player.call").count() == 1
