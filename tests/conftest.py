"""Fixtures and settings for every test."""

import gc
import hashlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import django
import pytest
from _pytest import runner
from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.template import Context, Template
from django.test import TransactionTestCase, override_settings
from django.utils import translation
from django.utils.safestring import SafeString
from hypothesis import HealthCheck
from hypothesis import settings as examples
from whitenoise.middleware import WhiteNoiseMiddleware

from common.actions import append_only
from common.actions.append_only import TABLE as AUDIT
from common.doctor import history
from common.infrastructure import health, metrics
from common.infrastructure.stack import with_room
from config.celery import app
from tests.support.homes import make_once, prepare, remove_sqlite
from tests.support.postgres_template import PostgresTemplate
from tests.support.tables import all_tables, filled

DATA = Path(__file__).parent / "data"
#: The migrated SQLite database that the processes of a run copy.
MIGRATED = "migrated.sqlite3"


def _own_broker() -> None:
    """Take a database of Redis for this process, so that parallel test runs do not take each other's jobs."""
    process = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    place, _slash, number = os.environ.get("CELERY_BROKER_URL", "").rpartition("/")
    if place.startswith("redis:") and int(process):
        os.environ["CELERY_BROKER_URL"] = app.conf.broker_url = f"{place}/{int(number) - 1 - int(process)}"


def _own_counts() -> None:
    """Count requests and writes in a folder of this process: the other processes of a run share its PINJU_HOME."""
    folder = metrics.FOLDER.with_name(f"metrics-{os.environ.get('PYTEST_XDIST_WORKER', 'gw0')}")
    metrics.FOLDER = history.FOLDER = folder
    history.HISTORY = folder / history.HISTORY.name
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    metrics._slots.clear()


_own_broker()
_own_counts()

# Python keeps compiled modules even where the machine's environment forbids it: without them, each process that a test
# starts compiles up to 1,500 modules again, a third of its time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Collecting the tests takes a third longer with the collector of garbage; pytest_collection_finish starts it.
gc.disable()

# No deadline: the time of an example depends on the machine.
# A run that measures coverage takes the same examples each time, so that its share does not change by chance.
examples.register_profile(
    "patient",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="COVERAGE_FOLDER" in os.environ,
)
examples.load_profile("patient")


#: Marks of tests that take long or wait, in the order in which they begin.
EARLY = ("long", "browser", "server")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With ``-m database`` import only the files that have such tests, a tenth of all."""
    if config.getoption("markexpr") == "database" and collection_path.name.startswith("test_"):
        return "mark.database" not in collection_path.read_text(encoding="utf-8") or None
    return None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the slow files so that every process of xdist starts with its share of them, the longest first.

    xdist deals the list out in equal parts, one after the other. A long test at the end would keep one process busy
    while the others have nothing left.
    """
    count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    early = [item for item in items if any(map(item.get_closest_marker, EARLY))]
    early.sort(key=lambda item: item.get_closest_marker("long") is None)
    apart = {*early}
    others = [item for item in items if item not in apart]
    files, size = list(dict.fromkeys(item.path for item in early)), len(others) / count
    items.clear()
    for at in range(count):
        share = {*files[at::count]}
        items += [item for item in early if item.path in share]
        items += others[round(at * size) : round((at + 1) * size)]


def pytest_collection_finish() -> None:
    """Freeze the collected objects: collecting garbage among them took a sixth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run each test, its fixtures too, where its calls need no further memory for their frames."""
    return with_room(runner.pytest_runtest_protocol, item, nextitem)


def pytest_sessionfinish() -> None:
    """Write the coverage of this process before xdist waits for its end, ten seconds at most."""
    if "COVERAGE_FOLDER" in os.environ:
        sys.modules["sitecustomize"].write_now()


def empty_tables(connection: BaseDatabaseWrapper) -> None:
    """Delete the rows of the tables that have any."""
    with transaction.atomic(), connection.cursor() as cursor:
        found = filled(all_tables())
        if AUDIT in found:
            append_only.remove(connection)
        for table in found:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
    if AUDIT in found:
        append_only.install(connection)


@pytest.fixture(scope="session")
def folder_of_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the temporary folder of this test run, which all processes of xdist share."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """Let SQLite's test database begin as the file that ``django_db_setup`` put in its place."""
    return django_db_keepdb or connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest, folder_of_run: Path, django_db_modify_db_settings: None, django_db_blocker
) -> Iterator[None]:
    """The test database: one process of the run migrates it, the others copy that; on SQLite later runs too."""

    def migrate() -> None:
        request.getfixturevalue("django_db_setup")  # of pytest-django

    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["TEST"]["NAME"])
        remove_sqlite(file)
        kept = _kept_database()
        migrated = make_once(folder_of_run / MIGRATED, lambda copy: _migrate_and_copy(migrate, file, kept, copy))
        if not file.exists():
            shutil.copy(migrated, file)
    template = PostgresTemplate(folder_of_run / "migrated.postgresql", django_db_blocker)
    if connection.vendor == "postgresql" and "PYTEST_XDIST_WORKER" in os.environ:
        template.use(migrate)
    migrate()
    yield
    template.drop()
    if connection.vendor == "sqlite":
        connection.close()
        remove_sqlite(file)
    if connection.vendor == "postgresql":
        _close_to_others(django_db_blocker)


def _kept_database() -> Path:
    """Return where later runs find the migrated SQLite database; every change of a migration has its own file."""
    digest = hashlib.sha256(django.__version__.encode())
    for migration in sorted(settings.BASE_DIR.glob("*/migrations/*.py")):
        digest.update(migration.read_bytes())
    return settings.BASE_DIR / ".pytest_cache" / f"migrated-{digest.hexdigest()[:16]}.sqlite3"


def _migrate_and_copy(migrate: Callable[[], None], file: Path, kept: Path, copy: Path) -> None:
    """Copy the test database after its migrations; an empty file if no test of this run uses it."""
    if kept.exists():
        shutil.copy(kept, copy)
        return
    migrate()
    connection.close()  # writes everything into the file
    file.touch()
    shutil.copy(file, copy)
    if copy.stat().st_size:
        _keep(copy, kept)


def _keep(copy: Path, kept: Path) -> None:
    """Keep the migrated database for later runs, in place of those of other migrations."""
    kept.parent.mkdir(exist_ok=True)
    for old in kept.parent.glob("migrated-*"):
        old.unlink(missing_ok=True)
    new = kept.with_suffix(f".{os.getpid()}")
    shutil.copy(copy, new)
    new.rename(kept)


def _close_to_others(django_db_blocker) -> None:
    """End the connections to the test database, as of a server's thread that is just ending, and allow no new one.

    PostgreSQL drops no database that somebody is connected to.
    """
    name = connection.settings_dict["NAME"]
    connection.close()
    with django_db_blocker.unblock(), connection._nodb_cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {connection.ops.quote_name(name)} ALLOW_CONNECTIONS false")
        cursor.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])


@pytest.fixture(scope="session")
def migrated_database(folder_of_run: Path, django_db_setup: None) -> Path:
    """A migrated SQLite database without rows; tests copy it."""
    return folder_of_run / MIGRATED


@pytest.fixture(scope="session")
def prepared_home(folder_of_run: Path, migrated_database: Path) -> Path:
    """A data folder after the first start, with SQLite and the demo events; tests copy it.

    The file ``printed`` next to it has the output of the start.
    """
    return make_once(folder_of_run / "prepared", lambda folder: prepare(folder, migrated_database)) / "home"


@pytest.fixture(scope="session", autouse=True)
def _tables_are_emptied_quickly() -> Iterator[None]:
    """Empty only tables with rows after a transactional test, and keep the permissions."""
    before = TransactionTestCase._fixture_teardown
    TransactionTestCase._fixture_teardown = lambda self: empty_tables(connections["default"])
    yield
    TransactionTestCase._fixture_teardown = before


@pytest.fixture(scope="session", autouse=True)
def _passwords_are_hashed_quickly() -> Iterator[None]:
    """Hash passwords fast; ``tests/start`` and other processes hash as the program does."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_listed_once() -> Iterator[None]:
    """Share the list of static files: every test client has middleware of its own, which looked at each file again."""
    before, listed = WhiteNoiseMiddleware.add_files_from_finders, {}

    def add_listed(middleware: WhiteNoiseMiddleware) -> None:
        if not listed:
            before(middleware)
            listed.update(middleware.files)
        middleware.files.update(listed)

    WhiteNoiseMiddleware.add_files_from_finders = add_listed
    yield
    WhiteNoiseMiddleware.add_files_from_finders = before


@pytest.fixture(scope="session", autouse=True)
def _included_templates_are_not_noted(django_test_environment: None) -> Iterator[None]:
    """Let the test client note whole templates only: a page includes dozens of others."""
    before = Template._render

    def render(template: Template, context: Context) -> SafeString:
        if context.template is template:  # an included or extended template has that of the page
            return before(template, context)
        return template.nodelist.render(context)

    Template._render = render
    yield
    Template._render = before


def _cleared(cache: RedisCache) -> None:
    """Delete the keys with the prefix of this process; Django would flush the Redis that other processes use."""
    redis = cache._cache.get_client(None, write=True)
    for key in redis.scan_iter(cache.make_key("*", version="*")):
        redis.delete(key)


@pytest.fixture(scope="session", autouse=True)
def _each_process_clears_its_own_cache() -> Iterator[None]:
    before, RedisCache.clear = RedisCache.clear, _cleared
    yield
    RedisCache.clear = before


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Clear the caches: keys (event and version) repeat in the next test, and its worker or disk may be another."""
    for cache in caches.all():
        cache.clear()
    for check in health.CHECKS.values():
        check.forget()


@pytest.fixture(autouse=True)
def _default_language() -> None:
    """Forget the language of the last request; LocaleMiddleware leaves it active in the thread."""
    translation.deactivate()


def missing(what: str) -> None:
    """Skip the test for lack of ``what``; fail instead where everything must be installed (PINJU_REQUIRE=1)."""
    if os.environ.get("PINJU_REQUIRE") == "1":
        pytest.fail(f"{what} is missing here, and must not be")
    pytest.skip(f"{what} is missing here")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of Debian's Chromium; the headless shell, if installed, opens a page in a third of the time."""
    path = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
    if not path:
        missing("chromium")
    return str(path)
