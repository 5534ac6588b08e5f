"""The system clock is changed while the program runs: caches are not stuck."""

import time
from typing import Any

import pytest
from django.core.cache import caches

from common.infrastructure.near_cache import MonotonicLocMemCache
from tests.support.workers import until

HOUR = 3600.0


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Shift the time of day by seconds; the monotonic clock is not affected."""
    right = time.time
    return lambda seconds: monkeypatch.setattr(time, "time", lambda: right() + seconds)


@pytest.mark.parametrize("by", [-HOUR, HOUR], ids=["back", "forward"])
def test_cache_entry_expires_although_the_clock_was_set(set_clock: Any, by: float) -> None:
    cache = MonotonicLocMemCache("clock", {})
    cache.set("moment", 1, 0.05)
    cache.set("hour-and-more", 2, 1.1 * HOUR)
    cache.set("for-ever", 3, None)
    cache.set("not-at-all", 4, 0)
    set_clock(by)
    assert cache.get("not-at-all") is None
    until(lambda: cache.get("moment") is None)
    assert (cache.get("hour-and-more"), cache.get("for-ever")) == (2, 3)
    assert cache.add("moment", 5, 0.05)
    cache.clear()


def test_near_cache_of_open_pages_is_monotonic() -> None:
    assert isinstance(caches["near"], MonotonicLocMemCache)
