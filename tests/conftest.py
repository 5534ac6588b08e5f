"""What every test may rely on."""

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import caches
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase, override_settings
from hypothesis import HealthCheck
from hypothesis import settings as examples

from common import append_only
from common.append_only import TABLE as AUDIT
from config.celery import app
from tests.support.tables import filled

DATA = Path(__file__).parent / "data"


def _own_broker() -> None:
    """Two processes that test at once with one Redis: each takes a database of it, else their workers take each
    other's jobs."""
    process = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    place, _slash, number = os.environ.get("CELERY_BROKER_URL", "").rpartition("/")
    if place.startswith("redis:") and int(process):
        os.environ["CELERY_BROKER_URL"] = app.conf.broker_url = f"{place}/{int(number) - 1 - int(process)}"


_own_broker()


# How long an example takes is the machine's matter.
examples.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
examples.load_profile("patient")


def pytest_collection_finish() -> None:
    """The program and six thousand tests stay in memory: looking through them for garbage took a sixth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


#: Filled when the tables are made, and the same ever after.
KEPT = {"django_migrations", "django_content_type", "auth_permission"}


def _emptied(connection: BaseDatabaseWrapper, tables: list[str]) -> None:
    """Delete all rows of those of the tables that have any."""
    with transaction.atomic(), connection.cursor() as cursor:
        found = filled(tables)
        if AUDIT in found:
            append_only.remove(connection)
        for table in found:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
    if AUDIT in found:
        append_only.install(connection)


@pytest.fixture(scope="session", autouse=True)
def _tables_are_emptied_quickly() -> Iterator[None]:
    """After a transactional test; Django would empty every table, and write all permissions anew."""
    before, tables = TransactionTestCase._fixture_teardown, list[str]()

    def teardown(self: TransactionTestCase) -> None:
        connection = connections["default"]
        if not tables:
            names = connection.introspection.django_table_names(only_existing=True, include_views=False)
            tables.extend(sorted({*names} - KEPT))
        _emptied(connection, tables)

    TransactionTestCase._fixture_teardown = teardown
    yield
    TransactionTestCase._fixture_teardown = before


@pytest.fixture(scope="session", autouse=True)
def _passwords_are_hashed_quickly() -> Iterator[None]:
    """Half a second a password is for whoever guesses; ``tests/start`` and the other processes hash as the program."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """What is kept by event and version would be found again by the next test's event."""
    for cache in caches.all():
        cache.clear()


def missing(what: str) -> None:
    """Skip for want of ``what``; where everything must be installed (PINJU_REQUIRE=1) fail instead."""
    if os.environ.get("PINJU_REQUIRE") == "1":
        pytest.fail(f"{what} is missing here, and must not be")
    pytest.skip(f"{what} is missing here")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Debian's Chromium, the one without windows if it is there: it opens a page in a third of the time."""
    path = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
    if not path:
        missing("chromium")
    return str(path)
