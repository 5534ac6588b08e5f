"""Which requests may read the replica, and what a browser that has written is told."""

import time
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings as kept_settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import resolve

from common.actions.models.ledgers import Ledger
from common.doctor.checks import diagnose
from common.doctor.metrics import ServerFigures
from common.infrastructure import replicas
from common.infrastructure.replicas import REPLICA, Lag, ReplicaRouter, has_written, read_replica, request_reads
from tests.start.processes import free_port
from tests.support.events import small_event
from web.shared.requests.replica import PublicFromReplica

pytestmark = pytest.mark.django_db


@pytest.fixture
def replica(db, settings, monkeypatch) -> Iterator[None]:
    """Name a replica at which nothing answers."""
    address = {"HOST": "127.0.0.1", "PORT": free_port(), "USER": "postgres", "NAME": "postgres", "PASSWORD": ""}
    given = {**connections["default"].settings_dict, **address, "CONN_MAX_AGE": 0, "OPTIONS": {"connect_timeout": 2}}
    # Without Django's signal of a changed setting, so that the tests' own database keeps its connection.
    monkeypatch.setattr(kept_settings, "DATABASES", {**kept_settings.DATABASES, REPLICA: given})
    connections[REPLICA] = DatabaseWrapper(given, REPLICA)
    settings.DATABASE_ROUTERS = ["common.infrastructure.replicas.ReplicaRouter"]
    monkeypatch.setattr(replicas, "_usable", replicas._Usable())
    yield
    del connections[REPLICA]


def sent(middleware: PublicFromReplica, path: str, method: str = "GET", **cookies: str) -> HttpResponse:
    request = RequestFactory().generic(method, path)
    request.COOKIES.update(cookies)
    request.resolver_match = resolve(path)
    with request_reads():
        middleware.process_view(request)
    return middleware(request)


def answering(look: Callable[[HttpRequest], object]) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        look(request)
        return HttpResponse("ok")

    return answer


def test_without_a_replica_there_is_no_middleware() -> None:
    with pytest.raises(MiddlewareNotUsed):
        PublicFromReplica(answering(lambda _request: None))
    with request_reads():
        read_replica()
        assert ReplicaRouter().db_for_read(Ledger) == "default"


def test_a_replica_that_does_not_answer_is_not_read(replica, client) -> None:
    small_event("kept")
    assert "Kept" in client.get("/").text
    diagnosis = diagnose()["replica"]
    assert (str(diagnosis.state), diagnosis.finding) == ("failed", "it does not answer")
    figures = {metric.name: [sample.value for sample in metric.samples] for metric in ServerFigures().collect()}
    assert (figures["pinju_replica_read"], figures["pinju_replica_lag_seconds"]) == ([0], [])


def test_a_replica_that_fails_while_it_is_read_costs_no_page(replica, client) -> None:
    small_event("kept")
    replicas._usable._known, replicas._usable._until = True, time.monotonic() + 60
    assert "Kept" in client.get("/").text
    assert not replicas._usable.now()


def test_only_public_pages_of_visitors_ask_for_it(replica, monkeypatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(replicas._usable, "now", lambda: asked.append("asked"))
    middleware = PublicFromReplica(answering(lambda _request: None))
    for path, method, cookies, expected in (
        ("/", "GET", {}, 1),
        ("/record/players/", "HEAD", {}, 1),
        ("/", "POST", {}, 0),
        ("/", "GET", {"sessionid": "x"}, 0),
        ("/", "GET", {"pinju_wrote": "1"}, 0),
        ("/account/login/", "GET", {}, 0),
        ("/desk/", "GET", {}, 0),
        ("/healthz", "GET", {}, 0),
    ):
        asked.clear()
        sent(middleware, path, method, **cookies)
        assert len(asked) == expected, (path, method, cookies)


def test_a_browser_that_wrote_gets_a_mark_for_a_minute(replica) -> None:
    reading = PublicFromReplica(answering(lambda _request: Ledger.objects.exists()))
    assert "pinju_wrote" not in sent(reading, "/").cookies
    writing = PublicFromReplica(answering(lambda _request: Ledger.objects.create(name="event:new")))
    mark = sent(writing, "/").cookies["pinju_wrote"]
    assert (mark["max-age"], mark["httponly"], mark["samesite"]) == (60, True, "Lax")
    assert "pinju_wrote" not in sent(reading, "/").cookies


def test_a_write_ends_reading_there_and_nothing_is_migrated_there() -> None:
    router = ReplicaRouter()
    with request_reads():
        replicas._reading.set(replicas.Reading.FROM_REPLICA)
        assert router.db_for_read(Ledger) == REPLICA
        assert router.db_for_write(Ledger) == "default"
        assert router.db_for_read(Ledger) == "default"
        assert has_written()
    assert router.allow_relation(Ledger(), Ledger())
    assert [router.allow_migrate(alias, "common") for alias in ("default", REPLICA)] == [True, False]


@pytest.mark.parametrize(
    ("lag", "small"),
    [
        (Lag(0.0, True), True),
        (Lag(30.0, True), True),
        (Lag(30.1, True), False),
        (Lag(0.0, False), False),
        (Lag(None, True), True),
    ],
)
def test_a_replica_far_behind_or_cut_off_is_not_read(lag: Lag, small: bool) -> None:
    assert lag.small is small
