"""The session's clock (3.5.6): its end, the time left, and the gongs, through pauses and the break."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.clocks.rules import Clock, Stop

NINE = datetime(2026, 5, 1, 9, tzinfo=UTC)
ONE = Clock(120, 15, started=NINE)


def at(hours: int, minutes: int = 0) -> datetime:
    return NINE.replace(hour=hours, minute=minutes)


def minutes(time: timedelta | None) -> float:
    assert time is not None
    return time / timedelta(minutes=1)


def test_time_left_is_unknown_before_the_start() -> None:
    assert Clock(120, 15).state(NINE) == "ahead"
    assert Clock(120, 15, checked=NINE).state(NINE) == "seats"
    assert Clock(120, 15).left(NINE) is None
    assert list(Clock(120, 15).gongs(NINE)) == []


def test_session_of_120_minutes_gives_notice_15_before_the_end() -> None:
    assert ONE.ends(at(9, 30)) == at(11)
    assert minutes(ONE.left(at(9, 30))) == 90
    assert list(ONE.gongs(at(9, 30))) == [("notice", at(10, 45)), ("end", at(11))]
    assert [ONE.state(moment) for moment in (at(10, 59), at(11))] == ["running", "over"]


@pytest.mark.parametrize("notice_minutes", [0, 120])
def test_no_notice_sounds_without_minutes_before_it_and_after_it(notice_minutes: int) -> None:
    assert list(Clock(120, notice_minutes, started=NINE).gongs(NINE)) == [("end", at(11))]


def test_extra_minutes_move_the_end_and_its_gong() -> None:
    mine = ONE.with_extra(7)
    assert mine.ends(at(9)) == at(11, 7)
    assert list(mine.gongs(at(9))) == [("notice", at(10, 52)), ("end", at(11, 7))]


def test_no_gong_sounds_while_a_pause_lasts() -> None:
    paused = Clock(120, 15, started=NINE, stops=(Stop("pause", at(10)),))
    assert paused.state(at(10, 20)) == "pause"
    assert minutes(paused.left(at(10))) == minutes(paused.left(at(10, 20))) == 60
    assert list(paused.gongs(at(10, 20))) == []


def test_pause_lasts_although_the_system_clock_was_set_back() -> None:
    paused = Clock(120, 15, started=NINE, stops=(Stop("pause", at(10)),))
    assert paused.state(at(9, 5)) == "pause"
    assert minutes(paused.left(at(9, 5))) == 60
    assert list(paused.gongs(at(9, 5))) == []


@pytest.mark.parametrize("silent", [False, True])
def test_break_ends_by_itself_with_a_gong_unless_silent(silent: bool) -> None:
    clock = Clock(120, 15, started=NINE, stops=(Stop("break", at(10), at(10, 15), silent),))
    assert [clock.state(moment) for moment in (at(10, 14), at(10, 15))] == ["break", "running"]
    assert minutes(clock.left(at(10, 5))) == 60
    rest = [] if silent else [("resume", at(10, 15))]
    assert list(clock.gongs(at(10, 5))) == [*rest, ("notice", at(11)), ("end", at(11, 15))]


def test_later_pause_does_not_move_a_notice() -> None:
    stops = (Stop("pause", at(10, 50), at(10, 58)),)
    assert list(Clock(120, 15, started=NINE, stops=stops).gongs(at(10, 59))) == [
        ("notice", at(10, 45)),
        ("end", at(11, 8)),
    ]


def test_ended_session_has_no_gongs() -> None:
    ended = Clock(120, 15, started=NINE, ended=at(10, 30))
    assert ended.state(at(10, 31)) == "ended"
    assert list(ended.gongs(at(10, 31))) == []


@given(
    lengths=st.lists(st.tuples(st.integers(1, 30), st.integers(0, 20)), max_size=4),
    extra=st.integers(0, 30),
    minute=st.integers(0, 300),
)
def test_time_played_and_time_left_sum_to_the_length(lengths: list[tuple[int, int]], extra: int, minute: int) -> None:
    """Time played and time left always sum to the length, and the notice leaves its minutes."""
    stops, moment = [], NINE
    for played, still in lengths:
        since = moment + timedelta(minutes=played)
        moment = since + timedelta(minutes=still)
        stops.append(Stop("break", since, moment))
    clock = Clock(120, 15, started=NINE, stops=tuple(stops)).with_extra(extra)
    now = NINE + timedelta(minutes=minute)
    still = sum((max(timedelta(), min(now, stop.ends_at or now) - stop.begins_at) for stop in stops), timedelta())
    played = now - NINE - still
    assert clock.left(now) == max(timedelta(), timedelta(minutes=120 + extra) - played)
    notice = dict(clock.gongs(moment))["notice"]
    assert clock.left(notice) == timedelta(minutes=15)
