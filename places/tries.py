"""What anybody may do without an account, but not without end: so often from one address, and then it waits."""

from django.core.cache import caches
from django.http import HttpRequest

#: So many wrong codes may be typed at one address (a whole hall may share it) in WINDOW seconds.
MOST_WRONG, WINDOW = 30, 900
#: Where they are counted: nothing else is kept there that could push a counter out.
COUNTED = "tries"


class Tries:
    """What was tried of one kind (``what``: codes of tables) where the request comes from; ``most`` tries are free."""

    def __init__(self, what: str, request: HttpRequest, most: int | None = None) -> None:
        self._counter = f"{what}:{request.META.get('REMOTE_ADDR', '')}"
        self._most = MOST_WRONG if most is None else most

    @property
    def used_up(self) -> bool:
        """Whether no more is listened to for now."""
        return bool(caches[COUNTED].get(self._counter, 0) >= self._most)

    def count(self) -> None:
        """Count one more."""
        caches[COUNTED].add(self._counter, 0, WINDOW)
        caches[COUNTED].incr(self._counter)
