"""How long a key opens its file over the network."""

from datetime import UTC, datetime, timedelta

from scoring.hand_over.rules.fetching import fetched_until

BEGAN = datetime(2026, 11, 28, 12, tzinfo=UTC)


def test_a_key_is_for_a_day_and_after_the_first_fetch_for_an_hour() -> None:
    assert fetched_until(BEGAN, None) == BEGAN + timedelta(days=1)
    assert fetched_until(BEGAN, BEGAN + timedelta(minutes=5)) == BEGAN + timedelta(minutes=65)
    assert fetched_until(BEGAN, BEGAN + timedelta(hours=23.5)) == BEGAN + timedelta(hours=24.5)
