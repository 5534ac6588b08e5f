"""3.11.2.1, minute by minute."""

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
def test_what_coming_late_costs(seconds: int, points: int | None) -> None:
    found = lateness(START, START + timedelta(seconds=seconds))
    assert found.points == points
    assert found.started == (seconds > 0)


def test_what_is_left_to_each_limit() -> None:
    found = lateness(START, START + timedelta(minutes=4))
    assert (found.to_first, found.to_last) == (timedelta(minutes=6), timedelta(minutes=11))
