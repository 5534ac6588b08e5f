"""Counting requests around the application: kind, status and time, and no part of an address."""

import pytest
from django.test import RequestFactory

from common.doctor.history import counts_now
from config.addresses import read_address
from config.observing.counting import CountedRequests, kind_of


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/live/cup/version", "poll"),
        ("GET", "/live/cup/standings", "fragment"),
        ("GET", "/static/css/pinju.css", "static"),
        ("GET", "/api/openapi.json", "api"),
        ("HEAD", "/e/cup/", "page"),
        ("POST", "/live/cup/version", "write"),
    ],
)
def test_kinds_of_requests(method: str, path: str, kind: str) -> None:
    assert kind_of(method, path) == kind


def test_answers_and_faults_are_counted() -> None:
    def application(environ, start_response):
        if environ["PATH_INFO"] == "/broken":
            raise ValueError
        start_response("204 No Content", [])
        return [b""]

    counted, before = CountedRequests(application), counts_now()
    assert counted(RequestFactory().get("/live/cup/version").environ, lambda *_head: None) == [b""]
    with pytest.raises(ValueError, match="^$"):
        counted(RequestFactory().get("/broken").environ, lambda *_head: None)
    counts = counts_now().since(before)
    assert (counts.requests, counts.polls, counts.faults, counts.slow) == (2, 1, 1, 0)


@pytest.mark.parametrize(
    ("text", "address"),
    [("", None), ("127.0.0.1:9117", ("127.0.0.1", 9117)), (" [::1]:9117", ("::1", 9117))],
)
def test_an_address_is_read(text: str, address: tuple[str, int] | None) -> None:
    assert read_address(text) == address


@pytest.mark.parametrize("text", ["9117", "127.0.0.1", "127.0.0.1:port", "http://127.0.0.1:9117", "127.0.0.1:9117/x"])
def test_an_address_without_host_or_port_is_refused(text: str) -> None:
    with pytest.raises(Exception, match="PINJU_METRICS is not an address with a port"):
        read_address(text)
