"""Bound the threads that hash passwords, so that public reading never waits for logins.

Hashing a password takes a quarter of a second of a processor, as long as a hundred polls. Python releases its lock
meanwhile, so one hash at a time leaves the other processors to other threads. The server has eight threads
(``config/serve.py``): at most four of them are ever busy with passwords.
"""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

#: Threads of a process that hash at the same time, and threads that wait for their turn.
HASHING, WAITING = 1, 2
#: Extra slots for known devices, which a flood from elsewhere cannot take.
RESERVED = 1
#: Seconds after which the threads that wait now are done.
RETRY_AFTER = 2


class Busy(Exception):
    """Too many threads hash passwords or wait for it; try again in some seconds."""


class Turns:
    """Let ``hashing`` threads hash and ``waiting`` threads wait; refuse the others at once."""

    def __init__(self, hashing: int, waiting: int, reserved: int) -> None:
        self._hashing = threading.Semaphore(hashing)
        self._slots = threading.Semaphore(hashing + waiting)
        self._reserved = threading.Semaphore(reserved)

    def full(self) -> bool:
        """Return whether a login from an unknown device would be refused now."""
        free = self._slots.acquire(blocking=False)
        if free:
            self._slots.release()
        return not free

    @contextmanager
    def turn(self, *, reserved: bool = False) -> Iterator[None]:
        """Wait for a turn to hash; ``reserved`` allows one of the reserved slots.

        Raises Busy if no slot is free.
        """
        slots = (self._slots, self._reserved) if reserved else (self._slots,)
        with ExitStack() as stack:
            taken = next((slot for slot in slots if slot.acquire(blocking=False)), None)
            if taken is None:
                raise Busy
            stack.callback(taken.release)
            stack.enter_context(self._hashing)
            yield


TURNS = Turns(HASHING, WAITING, RESERVED)
