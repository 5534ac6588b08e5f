"""A circuit breaker: stop asking a server that does not answer with every request."""

import logging
import time
from threading import Lock

logger = logging.getLogger(__name__)

#: Seconds after a failure without requests; then one thread tries again.
PAUSE = 5.0
#: Each of the two messages is logged at most once per this many seconds.
SECONDS_BETWEEN_LINES = 60.0


class CircuitBreaker:
    """Tell whether a server may be asked; shared by the threads of a process.

    ``name`` is the server in the log, ``consequence`` describes how the program works without it.
    """

    def __init__(self, name: str, consequence: str) -> None:
        self._name, self._consequence = name, consequence
        self._lock = Lock()
        self._retry_at: float | None = None
        self._logged_at: dict[str, float] = {}

    def allows(self) -> bool:
        """Return whether the caller may ask the server now; after a pause one caller at a time may try it."""
        if self._retry_at is None:
            return True
        with self._lock:
            now = time.monotonic()
            if self._retry_at is not None and now < self._retry_at:
                return False
            self._retry_at = now + PAUSE
            return True

    def failed(self, error: Exception) -> None:
        """Note that the server did not answer."""
        with self._lock:
            self._retry_at = time.monotonic() + PAUSE
        self._log("%s does not answer (%s: %s): %s", self._name, type(error).__name__, error, self._consequence)

    def succeeded(self) -> None:
        """Note that the server answered."""
        if self._retry_at is not None:
            self._retry_at = None
            self._log("%s answers again", self._name)

    def _log(self, line: str, *values: object) -> None:
        now = time.monotonic()
        with self._lock:
            due = now - self._logged_at.get(line, -SECONDS_BETWEEN_LINES) >= SECONDS_BETWEEN_LINES
            if due:
                self._logged_at[line] = now
        if due:
            logger.warning(line, *values)
