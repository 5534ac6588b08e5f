"""Standings after withdrawals and returns, compared with tests/support/recompute.py."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from common.actions.errors import Refused, WrongState
from common.actions.permissions import system_actor
from common.files.json_files import dump
from scoring.event_file.exports import event_file
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from scoring.standings.selectors.document import standings_document
from tests.support.cup import cup, taken_in
from tests.support.event_generator import make_event
from tests.support.recompute import standings
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.presence.models.presence import Withdrawal
from tournament.presence.selectors.presence import plays_in
from tournament.presence.services.withdrawals import return_entry, withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.database]
CHIEF = system_actor("李 裁判")


def entry_of(event: Event, number: int) -> Entry:
    return Entry.objects.select_related("event__ledger").get(event=event, number=number)


def out(event: Event, number: int, session: int, reason: str = "ill") -> None:
    withdraw(CHIEF, entry_of(event, number), session=session, reason=reason)


def back(event: Event, number: int, session: int, reason: str = "well again") -> None:
    return_entry(CHIEF, entry_of(event, number), session=session, reason=reason)


def ranks(event: Event) -> list[tuple[int, int | None, str]]:
    lines = standings_document(event, live=True)["individual"]
    return [(line["number"], line["rank"], line["status"]) for line in lines]


def test_withdrawn_players_follow_finishers_and_returned_players_are_ranked() -> None:
    event = taken_in(cup())
    before = ranks(event)
    leader = before[0][0]
    assert before[0][1:] == (1, "ranked")
    out(event, leader, 3)
    gone = {number: (rank, status) for number, rank, status in ranks(event)}
    assert gone[leader] == (None, "withdrawn")
    assert ranks(event)[0] == (before[1][0], 1, "ranked")
    ordered = [status for _number, _rank, status in ranks(event)]
    assert ordered == sorted(ordered, key=["ranked", "unranked", "withdrawn", "disqualified"].index)
    back(event, leader, 3)
    assert ranks(event) == before


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6), data=st.data())
def test_any_withdrawals_and_returns_are_ranked_like_the_oracle(seed: int, data: st.DataObject) -> None:
    document = make_event(seed, 12, 3)
    document["event"]["id"] = f"event-{seed}-{Event.objects.count()}"
    document["event"].pop("closed", None)  # a closed event refuses withdrawals
    event = Event.objects.get(slug=import_event(CHIEF, document=document)["event"])
    entered = [player for player in document["players"] if player.get("status", "entered") == "entered"]
    for player in data.draw(st.lists(st.sampled_from(entered), max_size=4, unique_by=lambda choice: choice["number"])):
        out(event, player["number"], 3)
        player["status"] = "withdrawn"
        if data.draw(st.booleans()):
            back(event, player["number"], data.draw(st.integers(1, 3)))
            del player["status"]
    live = standings_document(event, live=True)
    expected = standings(document)
    assert live == expected


def test_a_withdrawal_lasts_from_its_session_to_the_return() -> None:
    event = taken_in(cup())
    out(event, 1, 2)
    assert [plays_in(entry_of(event, 1), session) for session in (1, 2, 3)] == [True, False, False]
    back(event, 1, 3)
    assert [plays_in(entry_of(event, 1), session) for session in (1, 2, 3)] == [True, False, True]
    period = Withdrawal.objects.get(entry__number=1)
    assert (period.by, period.reason) == ("李 裁判", "ill")
    assert (period.return_by, period.return_reason) == ("李 裁判", "well again")
    # Withdrawn again, but not from the earlier sessions.
    with pytest.raises(Refused):
        out(event, 1, 2)
    out(event, 1, 3)
    assert [plays_in(entry_of(event, 1), session) for session in (1, 2, 3)] == [True, False, False]


def test_a_mistaken_withdrawal_is_removed_completely() -> None:
    event = taken_in(cup())
    out(event, 1, 2)
    back(event, 1, 2)
    assert not Withdrawal.objects.exists()
    assert entry_of(event, 1).status == "entered"


def test_an_entry_imported_as_withdrawn_can_return() -> None:
    event = taken_in(cup())
    assert not plays_in(entry_of(event, 6), 1)
    back(event, 6, 3)
    assert entry_of(event, 6).status == "entered"


@pytest.mark.parametrize("number", [6, 7])
def test_only_an_entered_player_can_withdraw(number: int) -> None:
    event = taken_in(cup())
    with pytest.raises(WrongState):
        out(event, number, 3)


def test_a_disqualified_player_cannot_return() -> None:
    event = taken_in(cup())
    with pytest.raises(WrongState):
        back(event, 7, 3)


@pytest.mark.parametrize("session", [0, 4])
def test_a_withdrawal_from_an_unknown_session_is_refused(session: int) -> None:
    event = taken_in(cup())
    with pytest.raises(Refused) as refused:
        out(event, 1, session)
    assert refused.value.where == "session"


def test_withdrawals_are_exported_and_imported() -> None:
    event = taken_in(cup())
    out(event, 3, 3)
    Withdrawal.objects.filter(entry__number=3).update(from_session=2, suspended=True, withdrew_from=3)
    out(event, 1, 2, "first line\nsecond\tline \x07")
    back(event, 1, 3)
    out(event, 2, 3)
    file = json.loads(event_file(event))
    players = {player["number"]: player for player in file["players"]}
    assert players[1]["absences"] == [
        {"from_session": 2, "until_session": 3, "reason": "first line second line ", "return_reason": "well again"}
    ]
    assert players[2]["absences"] == [{"from_session": 3, "reason": "ill"}]
    assert players[2]["status"] == "withdrawn"
    assert players[3]["absences"] == [{"from_session": 2, "suspended": True, "withdrew_from": 3, "reason": "ill"}]
    file["event"]["id"] = "again"
    copy = Event.objects.get(slug=import_event(CHIEF, document=read_event(dump(file)))["event"])
    assert ranks(copy) == ranks(event)
    assert json.loads(event_file(copy)) == file
