"""For which sessions a check-in counts (3.5.7.1), and moments next to midnight."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.presence.rules import first_counting, near


def at(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 5, day, hour, minute)


#: Two sessions on each of two days, the second day after a session that began past midnight.
WEEKEND = [at(1, 20), at(2, 0, 30), at(2, 14), at(2, 17)]


@pytest.mark.parametrize(("session", "first"), [(1, 1), (2, 1), (3, 3), (4, 3), (5, 3)])
def test_a_check_in_counts_for_the_day_and_the_night_after_it(session: int, first: int) -> None:
    assert first_counting(WEEKEND, session, each_session=False) == first


@pytest.mark.parametrize("session", [1, 2, 3, 4])
def test_a_check_in_before_each_session_counts_for_that_session(session: int) -> None:
    assert first_counting(WEEKEND, session, each_session=True) == session


@pytest.mark.parametrize(
    ("starts", "session", "first"),
    [
        ([], 3, 1),
        ([None, None, None], 3, 1),
        ([None, at(1, 9), None, at(2, 9)], 3, 1),
        ([None, at(1, 9), None, at(2, 9)], 4, 4),
        ([at(1, 9), None, at(2, 9), None], 4, 3),
    ],
)
def test_a_session_without_a_start_is_on_the_day_of_the_one_before(
    starts: list[datetime | None], session: int, first: int
) -> None:
    assert first_counting(starts, session, each_session=False) == first


@given(st.lists(st.one_of(st.none(), st.datetimes(at(1, 0), at(9, 0))), max_size=9), st.integers(1, 9))
def test_the_sessions_that_count_form_one_row_with_the_same_first(starts: list[datetime | None], session: int) -> None:
    first = first_counting(starts, session, each_session=False)
    assert 1 <= first <= session
    assert {first_counting(starts, number, each_session=False) for number in range(first, session + 1)} == {first}


@pytest.mark.parametrize(
    ("start", "clock", "moment"),
    [
        (at(1, 23, 50), at(1, 0, 5), at(2, 0, 5)),
        (at(2, 0, 10), at(2, 23, 55), at(1, 23, 55)),
        (at(1, 9), at(1, 9, 12), at(1, 9, 12)),
        (at(1, 9), at(1, 8, 40), at(1, 8, 40)),
    ],
)
def test_a_time_of_day_is_the_moment_next_to_the_start(start: datetime, clock: datetime, moment: datetime) -> None:
    assert near(start, clock) == moment


@given(st.datetimes(at(1, 0), at(9, 0)), st.datetimes(at(1, 0), at(9, 0)))
def test_the_nearest_moment_is_within_twelve_hours(start: datetime, clock: datetime) -> None:
    moment = near(start, clock)
    assert moment.time() == clock.time()
    assert -timedelta(hours=12) <= moment - start < timedelta(hours=12)
