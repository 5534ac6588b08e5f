"""The cache on Redis; while Redis does not answer, each process caches in its own memory.

Values cached during an outage are not copied to Redis afterwards, and deletions are lost. So a cache key must contain
the version of its value; rate limits count per process during the outage.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from common.infrastructure.circuit import CircuitBreaker
from common.infrastructure.near_cache import MonotonicLocMemCache

#: Timeouts in seconds; a page waits for at most one of them before the circuit opens.
TIMEOUTS = {"socket_connect_timeout": 0.5, "socket_timeout": 1.0}
MAX_ENTRIES = 5000


@lru_cache
def _breaker(_server: str) -> CircuitBreaker:
    """Return the one circuit breaker of this process for a Redis server: all caches and threads share it."""
    return CircuitBreaker("The cache's Redis", "this process keeps values itself until it does")


class FallbackRedisCache(RedisCache):
    """Django's Redis cache, replaced by this process's memory while Redis does not answer."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, {**params, "OPTIONS": {**TIMEOUTS, **params.get("OPTIONS", {})}})
        self._breaker = _breaker(str(server))
        name = f"instead of {server} {params.get('KEY_PREFIX', '')}"
        self._local = MonotonicLocMemCache(name, {**params, "OPTIONS": {"MAX_ENTRIES": MAX_ENTRIES}})

    def ping(self) -> None:
        """Ping Redis, whatever the circuit breaker says. Raises RedisError."""
        self._cache.get_client(None).ping()
        self._breaker.succeeded()

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._ask(lambda cache: cache.add(key, value, timeout, version))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._ask(lambda cache: cache.get(key, default, version))

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._ask(lambda cache: cache.set(key, value, timeout, version))

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._ask(lambda cache: cache.touch(key, timeout, version))

    def delete(self, key: str, version: int | None = None) -> bool:
        return self._ask(lambda cache: cache.delete(key, version))

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, Any]:
        key_list = list(keys)
        return self._ask(lambda cache: cache.get_many(key_list, version))

    def has_key(self, key: str, version: int | None = None) -> bool:
        return self._ask(lambda cache: cache.has_key(key, version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        def increase(cache: Any) -> int:
            if cache is self._local:  # the counter may exist in Redis only
                cache.add(key, 0, version=version)
            return cache.incr(key, delta, version)

        return self._ask(increase)

    def set_many(self, data: dict[str, Any], timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> list[str]:
        return self._ask(lambda cache: cache.set_many(data, timeout, version))

    def delete_many(self, keys: Iterable[str], version: int | None = None) -> None:
        key_list = list(keys)
        self._ask(lambda cache: cache.delete_many(key_list, version))

    def clear(self) -> None:
        self._local.clear()
        self._ask(lambda cache: cache.clear())

    def _ask(self, operation: Callable[[Any], Any]) -> Any:
        """Run ``operation`` on Redis, or on this process's memory while Redis does not answer."""
        if self._breaker.allows():
            try:
                answer = operation(super())
            except RedisError as error:
                self._breaker.failed(error)
            else:
                self._breaker.succeeded()
                return answer
        return operation(self._local)


def is_shared() -> bool:
    """Return whether the processes share the cache, so that what one computes serves the others."""
    return isinstance(caches["default"], RedisCache)
