"""A cache in the process memory that is not affected by changes of the system clock."""

import time
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache


class MonotonicLocMemCache(LocMemCache):
    """Count timeouts by the monotonic clock.

    Django's own class counts by the time of day: after the clock is set back by an hour, an entry with a timeout of
    0.05 s lives for an hour, and open pages get no updates.
    """

    def get_backend_timeout(self, timeout: Any = DEFAULT_TIMEOUT) -> float | None:
        """Return when the entry expires, by the monotonic clock; None: never."""
        if timeout == DEFAULT_TIMEOUT:
            timeout = self.default_timeout
        if timeout is None:
            return None
        return time.monotonic() + timeout if timeout else -1

    def _has_expired(self, key: str) -> bool:
        expires_at: float | None = self._expire_info.get(key, -1)  # type: ignore[attr-defined]
        return expires_at is not None and expires_at <= time.monotonic()
