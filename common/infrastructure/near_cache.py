"""A cache in the process that is not misled when the machine's clock is set."""

import time
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache


class MonotonicLocMemCache(LocMemCache):
    """Count timeouts by the monotonic clock.

    Django's own counts by the time of day: after the clock is set back an hour, what should live for 0.05 s lives for
    an hour, and open pages get no news that long.
    """

    def get_backend_timeout(self, timeout: Any = DEFAULT_TIMEOUT) -> float | None:
        """When the entry ends, by the monotonic clock; None: never."""
        if timeout == DEFAULT_TIMEOUT:
            timeout = self.default_timeout
        return None if timeout is None else time.monotonic() + timeout if timeout else -1

    def _has_expired(self, key: str) -> bool:
        ends: float | None = self._expire_info.get(key, -1)  # type: ignore[attr-defined]
        return ends is not None and ends <= time.monotonic()
