"""Suites that run side by side with one Redis: what one clears is its own."""

import pytest
from django.conf import settings
from django.core.cache.backends.redis import RedisCache

pytestmark = pytest.mark.database


@pytest.mark.skipif(
    not str(settings.CACHES["default"].get("LOCATION")).startswith("redis"), reason="no Redis that others could share"
)
def test_who_clears_the_cache_leaves_that_of_others() -> None:
    place = settings.CACHES["default"]["LOCATION"]
    mine, others = (RedisCache(place, {"KEY_PREFIX": f"shared-{name}"}) for name in ("mine", "others"))
    for cache in (mine, others):
        cache.set("tries", 3)
    mine.clear()
    assert (mine.get("tries"), others.get("tries")) == (None, 3)
    others.clear()
    assert others.get("tries") is None
