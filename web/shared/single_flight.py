"""Let one thread compute a value while the others wait for it, as after a release when all phones want the same."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, RLock
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from django.core.cache.backends.base import BaseCache

T = TypeVar("T")
#: Seconds to wait for the thread that computes; after that this one computes it too.
PATIENCE = 5

#: The locks that some thread holds or waits for, by what is computed.
_LOCKS: "WeakValueDictionary[str, Any]" = WeakValueDictionary()
_FINDING = Lock()


def cache_key(*parts: object) -> str:
    """A key of a cache from parts of any length, as addresses are."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def compute_once(cache: BaseCache, key: str, seconds: float, make: Callable[[], T]) -> T:
    """The value under ``key``; where there is none, one thread of this process makes and keeps it."""
    value: T | None = cache.get(key)
    if value is None:
        with one_at_a_time(key):
            value = cache.get(key)
            if value is None:
                value = make()
                cache.set(key, value, seconds)
    return value


@contextmanager
def one_at_a_time(what: str, patience: float = PATIENCE) -> Iterator[None]:
    """Keep the other threads of this process that come for ``what`` out while this one is in; it may enter again."""
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
