"""How long a personal code waits after wrong tries."""

from datetime import UTC, datetime, timedelta

import pytest

from scoring.sheets.rules.codes import FREE_TRIES_EVERYWHERE, next_try_at

LAST = datetime(2026, 5, 1, 14, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("wrong", "minutes"), [(0, None), (4, None), (5, 1), (6, 2), (7, 5), (8, 10), (9, 15), (10, 15), (500, 15)]
)
def test_waits_grow_to_a_quarter_of_an_hour(wrong: int, minutes: int | None) -> None:
    assert next_try_at(wrong, LAST) == (LAST + timedelta(minutes=minutes) if minutes else None)


def test_all_networks_together_have_more_free_tries() -> None:
    assert next_try_at(FREE_TRIES_EVERYWHERE - 1, LAST, FREE_TRIES_EVERYWHERE) is None
    assert next_try_at(FREE_TRIES_EVERYWHERE, LAST, FREE_TRIES_EVERYWHERE) == LAST + timedelta(minutes=1)
