"""Test runs that share one Redis: clearing the cache of one does not affect the others."""

import pytest
from django.conf import settings
from django.core.cache.backends.redis import RedisCache

pytestmark = pytest.mark.database


@pytest.mark.skipif(
    not str(settings.CACHES["default"].get("LOCATION")).startswith("redis"), reason="no Redis that others could share"
)
def test_clearing_a_cache_keeps_that_of_other_test_runs() -> None:
    place = settings.CACHES["default"]["LOCATION"]
    own_cache, other_cache = (RedisCache(place, {"KEY_PREFIX": f"shared-{name}"}) for name in ("mine", "others"))
    for cache in (own_cache, other_cache):
        cache.set("tries", 3)
    own_cache.clear()
    assert (own_cache.get("tries"), other_cache.get("tries")) == (None, 3)
    other_cache.clear()
    assert other_cache.get("tries") is None
