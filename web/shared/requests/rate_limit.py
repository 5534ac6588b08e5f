"""Limit attempts without an account, per client address; all limits of the program are in ``LIMITS``.

A whole hall may share one address, and one person in it must not lock the others out: the limits are far above what 150
people mistype. Codes are long enough for that; the odds are given with each limit. The counters are kept in the cache
"tries"; without Redis each process counts for itself (``common/infrastructure/caches.py``).

Elsewhere: requests of programs (``web/api/``), wrong personal codes of one player (in the database), wrong passwords
for one name (``web/account/guessing.py``), and the threads that hash passwords (``web/account/hashing.py``).
"""

import time
from dataclasses import dataclass

from django.core.cache import caches
from django.http import HttpRequest

from web.shared.requests.client_address import address_key

#: Seconds in which attempts are counted, from the first on.
WINDOW = 900
#: The cache of the counters; it holds nothing else that could evict a counter.
COUNTED = "tries"


@dataclass(frozen=True)
class Limit:
    """The most attempts of one kind (``most``) from one address in WINDOW seconds."""

    most: int
    reason: str


LIMITS = {
    "password": Limit(300, "Wrong passwords over all names: 150 people, two typos each. One name has its own wait."),
    "passkey": Limit(300, "Sign-ins begun with a passkey, each a row of a session: 150 people, twice."),
    "registrations": Limit(
        300,
        "Registrations sent: 150 players in one hall, each with one correction. A program that sends more is slowed to "
        "1,200 an hour; the form has a trap field, and nothing is public before the organizer approves it.",
    ),
    "table": Limit(300, "Wrong typed table codes: 31^6 codes, 250 of them valid: a hit takes some 120 days."),
    "screen": Limit(300, "Wrong typed screen codes: 31^6 codes, and a screen only shows."),
    "record": Limit(300, "Wrong typed link codes: 31^10 codes."),
    "appellant": Limit(60, "Wrong personal codes of an appeal, over all players: they have only four digits."),
    "invitation": Limit(300, "Unknown invitations. A token has 192 bits: a known one always opens."),
    "application": Limit(300, "Unknown registrations of players. As above."),
    "notifications": Limit(300, "Phones that ask for notifications: 150 players in one hall, twice."),
    "site": Limit(300, "Unknown tokens of web sites. As above."),
    "token": Limit(300, "Unknown tokens of programs. As above."),
}


class Tries:
    """The attempts of one kind from the client's address; ``kind`` is a key of LIMITS."""

    def __init__(self, kind: str, request: HttpRequest) -> None:
        self._counter = f"{kind}:{address_key(request)}"
        self._most = LIMITS[kind].most

    @property
    def used_up(self) -> bool:
        """Whether further attempts are refused for now."""
        return counted(self._counter) >= self._most

    def count(self) -> None:
        """Count one more attempt."""
        count(self._counter, WINDOW)


def counted(counter: str) -> int:
    """Return the counter's value."""
    return int(caches[COUNTED].get(counter, 0))


def count(counter: str, seconds: int) -> int:
    """Add one to the counter, which ends ``seconds`` after its first count; return the new value."""
    caches[COUNTED].add(counter, 0, seconds)
    try:
        return int(caches[COUNTED].incr(counter))
    except ValueError:  # it expired at this moment
        caches[COUNTED].set(counter, 1, seconds)
        return 1


def forget(counter: str) -> None:
    """Reset the counter."""
    caches[COUNTED].delete(counter)


def hold(counter: str, seconds: int) -> None:
    """Hold the counter for ``seconds`` (see :func:`seconds_held`)."""
    caches[COUNTED].set(f"{counter}:until", int(time.time()) + seconds, seconds)


def seconds_held(counter: str) -> int:
    """Return the seconds that the counter is still held, 0 if it is not."""
    return max(0, counted(f"{counter}:until") - int(time.time()))
