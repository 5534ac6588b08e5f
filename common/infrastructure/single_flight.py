"""Let one thread compute a value while the others wait for it, as after a release when all phones want the same."""

import hashlib
from collections.abc import Callable
from threading import Lock, RLock
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from django.core.cache.backends.base import BaseCache

T = TypeVar("T")
#: The locks that some thread holds or waits for, by cache key.
_LOCKS: "WeakValueDictionary[str, Any]" = WeakValueDictionary()
_FINDING = Lock()


def cache_key(*parts: object) -> str:
    """Return a cache key from parts of any length, as addresses are."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def compute_once(cache: BaseCache, key: str, compute: Callable[[], T], seconds: float | Callable[[T], float]) -> T:
    """Return the value of ``key``; if there is none, one thread of this process computes it, to keep it ``seconds``."""
    value: T | None = cache.get(key)
    if value is None:
        with _FINDING:
            lock = _LOCKS.setdefault(key, RLock())
        with lock:
            value = cache.get(key)
            if value is None:
                value = compute()
                cache.set(key, value, seconds(value) if callable(seconds) else seconds)
    return value
