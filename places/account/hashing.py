"""Bound the threads that hash passwords, so that reading never waits behind signing in.

To hash a password takes a quarter of a second of a processor, as long as a hundred polls. Python lets other threads run
meanwhile, so one hash at a time leaves the other processors of the machine to them. The server has eight threads
(``config/serve.py``): at most four of them are ever busy with passwords.
"""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

#: So many threads of a process hash at the same time, and so many more wait for that.
HASHING, WAITING = 1, 2
#: And so many more that ask for a known device: a flood from elsewhere does not keep it out.
RESERVED = 1
#: After so many seconds those who wait now are done.
RETRY_AFTER = 2


class Busy(Exception):
    """Too many threads hash passwords or wait to; come back in some seconds."""


class Turns:
    """One hashes, a few wait, the others are refused at once."""

    def __init__(self, hashing: int, waiting: int, reserved: int) -> None:
        self._hashing = threading.Semaphore(hashing)
        self._places = threading.Semaphore(hashing + waiting)
        self._reserved = threading.Semaphore(reserved)

    def full(self) -> bool:
        """Whether who asks now for an unknown device is refused."""
        free = self._places.acquire(blocking=False)
        if free:
            self._places.release()
        return not free

    @contextmanager
    def turn(self, *, reserved: bool = False) -> Iterator[None]:
        """Wait for the turn to hash; ``reserved``: one of the reserved places may be taken.

        Raise Busy where no place is free.
        """
        places = (self._places, self._reserved) if reserved else (self._places,)
        with ExitStack() as stack:
            taken = next((place for place in places if place.acquire(blocking=False)), None)
            if taken is None:
                raise Busy
            stack.callback(taken.release)
            stack.enter_context(self._hashing)
            yield


TURNS = Turns(HASHING, WAITING, RESERVED)
