"""The cache in front of Django: answers from memory, repeated requests, and answers that are never cached."""

from collections.abc import Callable, Iterator
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import caches
from django.test import RequestFactory

from common.infrastructure import near_cache
from tests.support.threads import together
from web.live.early import PUBLIC_FOREVER, EarlyAnswers

FRAGMENT, POLL = "/live/cup/standings?lang=en&v=1.42", "/live/cup/version?standings=1.41"
PUBLIC = {"Cache-Control": PUBLIC_FOREVER}
Answered = tuple[str, dict[str, str], bytes]


class Django:
    """A replacement of the program that records its requests."""

    def __init__(self) -> None:
        self.answer: Answered = ("200 OK", PUBLIC, b"content")
        self.asked: list[dict[str, Any]] = []

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> BytesIO:
        self.asked.append(environ)
        status, headers, body = self.answer
        start_response(status, list(headers.items()))
        return BytesIO(body)


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    caches["near"].clear()
    yield
    caches["near"].clear()


@pytest.fixture
def now(monkeypatch, settings) -> Callable[[float], None]:
    """Return a function that lets seconds pass."""
    settings.SECONDS_BETWEEN_LOOKS = 0.05
    moment = [1000.0]
    monkeypatch.setattr(near_cache, "time", SimpleNamespace(monotonic=lambda: moment[0]))
    return lambda seconds: moment.append(moment.pop() + seconds)


def ask(pages: EarlyAnswers, address: str, method: str = "GET", **headers: str) -> Answered:
    responses: list[Any] = []
    environ = RequestFactory().generic(method, address, headers=headers).environ
    body = b"".join(pages(environ, lambda status, head: responses.extend((status, dict(head)))))
    return responses[0], responses[1], body


def test_a_fragment_is_answered_from_memory_for_a_second(now):
    django = Django()
    pages = EarlyAnswers(django)
    for _phone in range(3):
        assert ask(pages, FRAGMENT) == django.answer
        now(0.3)
    assert len(django.asked) == 1
    now(0.11)
    assert ask(pages, FRAGMENT) == django.answer
    assert len(django.asked) == 2


def test_a_withdrawn_fragment_disappears_after_a_second(now):
    django = Django()
    pages = EarlyAnswers(django)
    ask(pages, FRAGMENT)
    django.answer = ("302 Found", {"Cache-Control": "no-store", "Location": "elsewhere"}, b"")
    now(1.01)
    for count in (2, 3):
        assert ask(pages, FRAGMENT) == django.answer
        assert len(django.asked) == count


def test_a_poll_is_cached_briefly(now):
    django = Django()
    django.answer = ("204 No Content", {"Cache-Control": "no-store"}, b"")
    pages = EarlyAnswers(django)
    assert [ask(pages, POLL)[0] for _phone in range(3)] == ["204 No Content"] * 3
    assert len(django.asked) == 1
    now(0.06)
    ask(pages, POLL)
    assert len(django.asked) == 2


@pytest.mark.parametrize(
    ("address", "method", "headers"),
    [
        (FRAGMENT, "GET", {"cookie": "me=1; sessionid=x"}),
        (POLL, "GET", {"cookie": "sessionid=x"}),
        (FRAGMENT, "HEAD", {}),
        ("/e/cup/standings/", "GET", {}),
    ],
)
def test_requests_that_cannot_be_shared_reach_django(now, address, method, headers):
    django = Django()
    pages = EarlyAnswers(django)
    for count in (1, 2):
        ask(pages, address, method, **headers)
        assert len(django.asked) == count
    ask(pages, FRAGMENT)
    assert len(django.asked) == 3


@pytest.mark.parametrize(
    "answer",
    [
        ("200 OK", {"Cache-Control": "private, no-store"}, b"theirs"),
        ("200 OK", {"Cache-Control": "no-store"}, b"gone"),
        ("302 Found", PUBLIC, b""),
        ("404 Not Found", PUBLIC, b""),
        ("200 OK", PUBLIC | {"Set-Cookie": "a=b"}, b"content"),
    ],
)
def test_only_successful_public_answers_are_cached(now, answer):
    django = Django()
    django.answer = answer
    pages = EarlyAnswers(django)
    for count in (1, 2):
        assert ask(pages, FRAGMENT) == answer
        assert len(django.asked) == count


def test_each_host_encoding_and_parameter_is_cached_separately(now):
    django = Django()
    pages = EarlyAnswers(django)
    for headers in ({}, {"accept-encoding": "gzip"}, {"host": "other.example"}):
        ask(pages, FRAGMENT, **headers)
    ask(pages, FRAGMENT + "&page=2")
    assert len(django.asked) == 4


def test_one_thread_asks_django_while_the_others_wait(settings):
    settings.SECONDS_BETWEEN_LOOKS = 60
    django = Django()
    pages = EarlyAnswers(django)
    assert together(*[lambda: ask(pages, FRAGMENT)] * 6) == [django.answer] * 6
    assert len(django.asked) == 1
