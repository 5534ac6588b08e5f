"""What every test may rely on."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connections
from django.test import TransactionTestCase

from common import append_only
from config.celery import app

DATA = Path(__file__).parent / "data"


def _own_broker() -> None:
    """Two processes that test at once with one Redis: each takes a database of it, else their workers take each
    other's jobs."""
    process = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    place, _slash, number = os.environ.get("CELERY_BROKER_URL", "").rpartition("/")
    if place.startswith("redis:") and int(process):
        os.environ["CELERY_BROKER_URL"] = app.conf.broker_url = f"{place}/{int(number) - 1 - int(process)}"


_own_broker()


@pytest.fixture(scope="session", autouse=True)
def _audit_can_be_emptied_between_tests() -> Iterator[None]:
    """Let the flush of a transactional test pass the triggers that refuse it to everybody else."""
    flush = TransactionTestCase._fixture_teardown

    def teardown(self: TransactionTestCase) -> None:
        append_only.remove(connections["default"])
        try:
            flush(self)
        finally:
            append_only.install(connections["default"])

    TransactionTestCase._fixture_teardown = teardown
    yield
    TransactionTestCase._fixture_teardown = flush


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """What is kept by event and version would be found again by the next test's event."""
    cache.clear()


def missing(what: str) -> None:
    """Skip for want of ``what``; where everything must be installed (PINJU_REQUIRE=1) fail instead."""
    if os.environ.get("PINJU_REQUIRE") == "1":
        pytest.fail(f"{what} is missing here, and must not be")
    pytest.skip(f"{what} is missing here")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Debian's Chromium."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if not path:
        missing("chromium")
    return str(path)
