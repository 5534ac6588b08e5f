"""One thread makes what several ask for at once, as all phones do after a release; the others wait for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, RLock
from typing import Any
from weakref import WeakValueDictionary

#: Seconds to wait for who makes it; whoever waited longer makes it too.
PATIENCE = 5

#: The locks that somebody holds or waits for, by what is made; nobody's are forgotten.
_LOCKS: "WeakValueDictionary[str, Any]" = WeakValueDictionary()
_FINDING = Lock()


@contextmanager
def one_at_a_time(what: str, patience: float = PATIENCE) -> Iterator[None]:
    """Keep the other threads of this process that come for ``what`` out while this one is in.

    A thread may come in again for the same while it is in. Whoever comes in looks first whether it is made by now.
    """
    with _FINDING:
        lock = _LOCKS.get(what)
        if lock is None:
            lock = _LOCKS[what] = RLock()
    alone = lock.acquire(timeout=patience)
    try:
        yield
    finally:
        if alone:
            lock.release()
