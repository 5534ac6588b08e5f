"""Codes that people type without an account: so many wrong ones from one address, and it waits."""

from django.core.cache import cache
from django.http import HttpRequest

#: So many wrong codes may be typed at one address (a whole hall may share it) in WINDOW seconds.
MOST_WRONG, WINDOW = 30, 900


class Tries:
    """The wrong codes of one kind (``what``) that were typed where the request comes from."""

    def __init__(self, what: str, request: HttpRequest) -> None:
        self._counter = f"wrong-{what}-codes:{request.META.get('REMOTE_ADDR', '')}"

    @property
    def used_up(self) -> bool:
        """Whether no more is listened to for now."""
        return bool(cache.get(self._counter, 0) >= MOST_WRONG)

    def wrong(self) -> None:
        """Count one more."""
        cache.add(self._counter, 0, WINDOW)
        cache.incr(self._counter)
