"""Slow tables: behind the hall, or silent."""

from datetime import timedelta

import pytest

from scoring.progress.rules import is_slow, pace


@pytest.mark.parametrize(
    ("hands", "hall", "minutes", "slow"),
    [
        (4, [8, 8, 9], 1, True),
        (5, [8, 8, 9], 1, False),
        (8, [8, 8, 9], 15, True),
        (8, [8, 8, 9], 14, False),
        (0, [], 14, False),
        (0, [], 15, True),
        (0, [8, 8, 9], None, False),
    ],
)
def test_a_table_is_slow(hands: int, hall: list[int], minutes: int | None, slow: bool) -> None:
    assert is_slow(hands, hall, None if minutes is None else timedelta(minutes=minutes)) is slow


def test_the_pace_counts_from_the_median_of_the_hall() -> None:
    assert (pace(4, [8, 8, 9]), pace(9, [8, 8, 9]), pace(9, [])) == (-4, 1, None)
