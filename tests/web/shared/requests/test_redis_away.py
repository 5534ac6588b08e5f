"""Pages and tasks while Redis is away: everything works after one wait, and waiting tasks are shown."""

import logging
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache, caches
from django.test import Client

from common import jobs
from common.actions.permissions import system_actor
from common.infrastructure import circuit, queue
from common.jobs.models import Job
from scoring.sheets.models.facts import Signature
from scoring.sheets.models.sheets import Sheet
from tests.support import job_kinds  # noqa: F401  declares the kinds
from tests.support.applications import open_registration
from tests.support.cup import cup, taken_in
from tests.support.events import small_event
from tests.support.redis_server import RedisServer, redis_server
from tests.support.sheets import at, empty_sheet, give_code, made_sheet
from tests.support.workers import Hall, until
from tests.web.pocket.registration import test_self_registration as registering
from tests.web.table.phone.phones import phone_at, send, tap
from tournament.events.models.events import Event
from tournament.registration.models.applications import Application

pytestmark = [pytest.mark.server, pytest.mark.django_db]
ENDS = ["stop", "freeze"]
State = Job.State


@pytest.fixture
def redis(tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[RedisServer]:
    """Start a Redis that this process uses as cache and broker."""
    with redis_server(tmp_path) as server:
        backend = {"BACKEND": "common.infrastructure.caches.FallbackRedisCache", "LOCATION": f"{server.url}/1"}
        settings.CACHES = {**settings.CACHES, "default": backend, "tries": backend | {"KEY_PREFIX": "tries"}}
        monkeypatch.setenv("CELERY_BROKER_URL", f"{server.url}/0")  # Celery asks for it before the settings
        monkeypatch.setattr(queue, "_breaker", circuit.CircuitBreaker("The queue's broker", "tasks wait"))
        yield server
        for each in (cache, caches["tries"]):
            each._local.clear()


@pytest.fixture
def failures(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count by server how often this process waited in vain; a failed server is not asked again during the test."""
    counted: Counter[str] = Counter()
    failed = circuit.CircuitBreaker.failed

    def count(breaker: circuit.CircuitBreaker, error: Exception) -> None:
        counted[breaker._name] += 1
        failed(breaker, error)

    monkeypatch.setattr(circuit, "PAUSE", 3600)
    monkeypatch.setattr(circuit.CircuitBreaker, "failed", count)
    return counted


def polled(client: Client) -> int:
    assert client.get("/live/cup/standings", follow=True).status_code == 200
    return client.get("/live/cup/version", {"standings": "0", "clock": "0"}).status_code


@pytest.mark.parametrize("end", ENDS)
def test_pages_polls_and_writes_work_without_redis(redis: RedisServer, end: str, failures: Counter[str]) -> None:
    taken_in(cup(), release=2)
    public = Client(headers={"accept-language": "en"})
    assert polled(public) == 200
    sheet, signed = empty_sheet(small_event()), made_sheet(small_event("signing"), "open")
    phone, signers = phone_at(sheet), phone_at(signed)
    getattr(redis, end)()
    pages = ["/", "/e/cup/", "/e/cup/standings/", "/e/cup/standings/teams/", "/e/cup/tables/1/", "/e/cup/players/1/"]
    assert [(page, public.get(page).status_code) for page in pages] == [(page, 200) for page in pages]
    assert polled(public) == 200
    assert send(phone, sheet).status_code == 200
    assert "No table has this code" in Client().post("/t/", {"code": "WRONG1"}).content.decode()
    assert failures == {"The cache's Redis": 1}
    _sign(signers, signed)


def _sign(phone: Client, sheet: Sheet) -> None:
    """Check and sign as all four players, with their codes."""
    for seat in "ESWN":
        give_code(at(sheet, seat), "4711")
        tap(phone, sheet, step="check", seat=seat)
    for seat in "ESWN":
        tap(phone, sheet, step="sign", seat=seat, code="4711")
    assert Signature.objects.filter(sheet=sheet).count() == 8


def test_registering_works_without_redis(redis: RedisServer) -> None:
    registering.import_event(registering.SYSTEM, document=registering.chinese_document())
    open_registration(Event.objects.get(), document="optional")
    redis.stop()
    assert registering.send(Client(headers={"accept-language": "en"})).status_code == 200
    assert Application.objects.count() == 1


@pytest.mark.parametrize("end", ENDS)
def test_the_cache_keeps_values_in_the_process_until_redis_is_back(
    redis: RedisServer, end: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(circuit, "PAUSE", 0.3)
    counted = caches["tries"]
    cache.set("kept", "in Redis")
    counted.add("wrong", 0, 900)
    getattr(redis, end)()
    assert cache.get("kept") is None
    assert counted.incr("wrong") == 1
    assert (counted.add("other", 0), counted.add("other", 0), counted.incr("other")) == (True, False, 1)
    cache.set_many({"one": 1, "two": 2})
    assert cache.get_many(["one", "two", "three"]) == {"one": 1, "two": 2}
    assert cache.get_or_set("made", lambda: "here") == cache.get("made") == "here"
    assert (cache.touch("one"), cache.has_key("one"), cache.delete("one"), cache.has_key("one")) == (
        True, True, True, False,
    )  # fmt: skip
    cache.delete_many(["two"])
    redis.stop()
    redis.start()
    until(lambda: cache.get("made") is None)
    cache.set("kept", "in Redis again")
    assert cache._cache.get(cache.make_key("kept"), None) == "in Redis again"
    lines = [record.message for record in caplog.records if "Redis" in record.message]
    assert [line.split(" (")[0] for line in lines] == [
        "The cache's Redis does not answer",
        "The cache's Redis answers again",
    ]


@pytest.mark.parametrize("end", ENDS)
def test_jobs_wait_without_a_broker_and_nothing_waits_for_them(
    redis: RedisServer,
    end: str,
    failures: Counter[str],
    django_capture_on_commit_callbacks,
    caplog: pytest.LogCaptureFixture,
) -> None:
    getattr(redis, end)()
    with django_capture_on_commit_callbacks(execute=True):
        for _job in range(20):
            jobs.start(system_actor("test"), "test.count", parameters={"units": 1})
    assert failures == {"The queue's broker": 1}
    assert set(Job.objects.values_list("state", "attempt")) == {(State.QUEUED, 0)}
    assert not any(record.levelno >= logging.ERROR for record in caplog.records)
    with pytest.raises(Exception, match=r"connecting|reading|closed|answer|out"):
        queue.check_broker()


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_a_job_started_without_a_broker_runs_once_later(redis: RedisServer, tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    hall.environment |= {"CELERY_BROKER_URL": f"{redis.url}/0", "CACHE_URL": f"{redis.url}/1"}
    with hall.worker():
        redis.stop()
        [job] = hall.start("test.count", units=1)
        assert (job.state, job.attempt) == (State.QUEUED, 0)
        redis.start()
        until(lambda: Job.objects.get().ended)
    assert Job.objects.values_list("state", "attempt").get() == (State.DONE, 1)
