"""Odd timetables (3.5.6)."""

from datetime import datetime, timedelta, timezone

import pytest

from tournament.events.rules.timetable import end_of, oddities, plain_start


@pytest.mark.parametrize(
    ("times", "length", "pause", "expected"),
    [
        (["09:00", "11:15", "13:30"], 120, 15, []),
        (["09:00", "10:59", None], 120, 15, [("overlap", 1, 2, 1)]),
        (["09:00", "09:00"], 120, 15, [("overlap", 120, 2, 1)]),
        (["09:00", "11:00"], 120, 15, [("short-break", 0, 2, 1)]),
        (["09:00", None, "11:10"], 120, 15, [("short-break", 10, 3, 1)]),
        ([None, None], 135, 15, []),
        ([None], 136, 15, [("too-long", 151, 0, 0)]),
        ([None], 100, 16, [("long-break", 16, 0, 0)]),
    ],
)
def test_oddities(times, length, pause, expected) -> None:
    starts = {
        number: time and datetime.fromisoformat(f"2026-05-01T{time}") for number, time in enumerate(times, start=1)
    }
    actual = [(oddity.code, oddity.minutes, oddity.session, oddity.other) for oddity in oddities(starts, length, pause)]
    assert actual == expected


def test_a_session_ends_after_its_play_and_its_break() -> None:
    assert end_of(datetime.fromisoformat("2026-05-01T09:00"), 120, 15) == datetime.fromisoformat("2026-05-01T11:15")


def test_a_start_is_compared_in_utc_by_the_minute() -> None:
    seoul = datetime(2026, 5, 1, 9, 30, 20, tzinfo=timezone(timedelta(hours=9)))
    assert plain_start(seoul) == "2026-05-01T00:30+00:00"
    assert plain_start(None) is None
