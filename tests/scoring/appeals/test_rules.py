"""A worked case for every rule in "Appeals" of the rulings (3.12, 3.13)."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.appeals.rules import (
    UNDECIDED,
    Instance,
    Standing,
    State,
    asks_finding,
    deadline,
    fee_goes,
    first_instance,
    first_state,
    is_decided,
    is_late,
    second_until,
    signers,
    state_when_signed,
)

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def test_appeal_time_ends_30_minutes_after_the_chief_referee_ended_the_session() -> None:
    until = deadline(NOON, 30)
    assert until == NOON.replace(minute=30)
    assert not is_late(NOON.replace(minute=30), until)  # the last second is in time
    assert is_late(NOON.replace(minute=30) + SECOND, until)


def test_appeal_time_does_not_begin_before_the_end_of_the_session() -> None:
    assert deadline(None, 30) is None
    assert not is_late(NOON, None)


def test_a_late_appeal_is_inadmissible() -> None:
    assert first_state(late=True) is State.INADMISSIBLE
    assert first_state(late=False) is State.UNSIGNED
    late = Standing(State.INADMISSIBLE, Instance.CHIEF_REFEREE, NOON, late=True)
    assert second_until(late, 30) is None  # no second step either
    assert is_decided(late, 30, NOON)


def test_player_and_leader_sign_and_the_player_alone_without_a_leader() -> None:
    both, alone = signers(has_leader=True), signers(has_leader=False)
    assert (both, alone) == (("player", "leader"), ("player",))
    assert state_when_signed({"player"}, both) is State.UNSIGNED
    assert state_when_signed({"leader"}, both) is State.UNSIGNED
    assert state_when_signed({"player", "leader"}, both) is State.OPEN
    assert state_when_signed({"player"}, alone) is State.OPEN


def test_the_chief_referee_decides_on_rules_and_a_department_on_other_matters() -> None:
    assert first_instance(about_rules=True) is Instance.CHIEF_REFEREE
    assert first_instance(about_rules=False) is Instance.DEPARTMENT


@pytest.mark.parametrize("state", [State.REJECTED, State.INADMISSIBLE])
def test_a_second_step_is_possible_for_30_minutes_after_the_decision(state: State) -> None:
    decided = Standing(state, Instance.CHIEF_REFEREE, NOON)
    assert second_until(decided, 30) == NOON.replace(minute=30)
    assert not is_decided(decided, 30, NOON.replace(minute=30))
    assert is_decided(decided, 30, NOON.replace(minute=30) + SECOND)


@pytest.mark.parametrize(
    ("state", "instance"),
    [
        (State.UPHELD, Instance.CHIEF_REFEREE),
        (State.WITHDRAWN, Instance.CHIEF_REFEREE),
        (State.REJECTED, Instance.ARBITRATION),
        (State.REJECTED, Instance.DEPARTMENT),
        (State.OPEN, Instance.CHIEF_REFEREE),
    ],
)
def test_other_decisions_have_no_second_step(state: State, instance: Instance) -> None:
    assert second_until(Standing(state, instance, NOON), 30) is None


def test_a_finding_is_asked_only_when_the_committee_overturns_the_chief_referee() -> None:
    assert asks_finding(Instance.ARBITRATION, State.UPHELD)
    assert not asks_finding(Instance.ARBITRATION, State.REJECTED)
    assert not asks_finding(Instance.CHIEF_REFEREE, State.UPHELD)


@pytest.mark.parametrize(
    ("state", "heard", "returns", "end"),
    [
        (State.UPHELD, True, False, "returned"),  # returned if upheld, with any setting
        (State.REJECTED, True, True, "kept"),  # kept if rejected
        (State.REJECTED, False, True, "kept"),
        (State.INADMISSIBLE, False, True, "returned"),  # S, default
        (State.INADMISSIBLE, False, False, "kept"),
        (State.WITHDRAWN, False, True, "returned"),  # before the hearing
        (State.WITHDRAWN, False, False, "kept"),
        (State.WITHDRAWN, True, True, "kept"),  # after it began
        (State.OPEN, True, True, ""),
        (State.UNSIGNED, False, True, ""),
    ],
)
def test_the_fee_is_returned_or_kept(state: State, heard: bool, returns: bool, end: str) -> None:
    assert fee_goes(state, heard=heard, returns_inadmissible=returns) == end


@pytest.mark.parametrize("second", [State.INADMISSIBLE, State.WITHDRAWN])
@pytest.mark.parametrize(("first", "end"), [(State.REJECTED, "kept"), (State.INADMISSIBLE, "returned")])
def test_the_first_decision_stands_if_the_second_step_is_inadmissible_or_withdrawn(
    first: State, second: State, end: str
) -> None:
    assert fee_goes(second, heard=False, returns_inadmissible=True, first=first) == end


@settings(max_examples=40)
@given(st.sampled_from(State), st.sampled_from(Instance), st.integers(0, 90), st.integers(0, 120), st.booleans())
def test_a_final_decision_stays_final(state: State, instance: Instance, minutes: int, later: int, late: bool) -> None:
    standing = Standing(state, instance, None if state in UNDECIDED else NOON, late)
    now = NOON + timedelta(minutes=later)
    if is_decided(standing, minutes, now):
        assert is_decided(standing, minutes, now + timedelta(days=1))
    assert is_decided(standing, minutes, NOON + timedelta(days=1)) == (state not in UNDECIDED)
