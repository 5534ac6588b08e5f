"""Lateness (3.11.2.1), minute by minute."""

from datetime import datetime, timedelta

import pytest

from tournament.presence.rules import lateness

START = datetime(2026, 5, 1, 9, 0)


@pytest.mark.parametrize(
    ("seconds", "points"),
    [
        (-60, 0), (0, 0), (1, -10), (10 * 60, -10), (10 * 60 + 1, -20), (15 * 60, -20), (15 * 60 + 1, None),
        (3600, None),
    ],
)  # fmt: skip
def test_points_lost_by_lateness(seconds: int, points: int | None) -> None:
    result = lateness(START, START + timedelta(seconds=seconds))
    assert result.points == points
    assert result.started == (seconds > 0)


def test_time_left_to_each_limit() -> None:
    result = lateness(START, START + timedelta(minutes=4))
    assert (result.to_first, result.to_last) == (timedelta(minutes=6), timedelta(minutes=11))
