"""The cache in front of Django: what is answered from memory, when Django is asked again, and what is never kept."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from django.core.cache import caches
from django.test import RequestFactory

from tests.support.threads import together
from web.live import early
from web.live.early import LARGEST, PUBLIC_FOREVER, EarlyAnswers

FRAGMENT, POLL = "/live/cup/standings?lang=en&v=1.42", "/live/cup/version?standings=1.41"
PUBLIC = {"Cache-Control": PUBLIC_FOREVER, "ETag": '"1.42"'}
Answered = tuple[str, dict[str, str], bytes]


class Django:
    """Answers in the place of the program, and remembers what it was asked."""

    def __init__(self) -> None:
        self.answer: Answered = ("200 OK", PUBLIC, b"content")
        self.asked: list[dict[str, Any]] = []

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        self.asked.append(environ)
        status, headers, body = self.answer
        if "ETag" in headers and environ.get("HTTP_IF_NONE_MATCH") == headers["ETag"]:
            status, body = "304 Not Modified", b""
        start_response(status, list(headers.items()))
        return [body]


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    caches["near"].clear()
    yield
    caches["near"].clear()


@pytest.fixture
def now(monkeypatch, settings) -> Callable[[float], None]:
    """Call it to let seconds pass."""
    settings.SECONDS_BETWEEN_LOOKS = 0.05
    moment = [1000.0]
    monkeypatch.setattr(early.time, "monotonic", lambda: moment[0])
    return lambda seconds: moment.append(moment.pop() + seconds)


def ask(pages: EarlyAnswers, address: str, method: str = "GET", **headers: str) -> Answered:
    found: list[Any] = []
    environ = RequestFactory().generic(method, address, headers=headers).environ
    body = b"".join(pages(environ, lambda status, head: found.extend((status, dict(head)))))
    return found[0], found[1], body


def test_a_fragment_is_answered_from_memory_and_asked_for_again_with_its_etag(now):
    django = Django()
    pages = EarlyAnswers(django)
    for _phone in range(3):
        assert ask(pages, FRAGMENT) == django.answer
    assert len(django.asked) == 1
    now(0.06)
    for _phone in range(3):
        assert ask(pages, FRAGMENT) == django.answer
    assert [one.get("HTTP_IF_NONE_MATCH") for one in django.asked] == [None, '"1.42"']


def test_what_is_withdrawn_is_gone_with_the_next_look(now):
    django = Django()
    pages = EarlyAnswers(django)
    ask(pages, FRAGMENT)
    django.answer = ("302 Found", {"Cache-Control": "no-store", "Location": "elsewhere"}, b"")
    now(0.06)
    for asked in (2, 3):
        assert ask(pages, FRAGMENT) == django.answer
        assert len(django.asked) == asked


def test_a_poll_is_believed_for_a_moment(now):
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
        (FRAGMENT, "GET", {"if-none-match": '"1.41"'}),
        ("/e/cup/standings/", "GET", {}),
    ],
)
def test_what_is_anothers_is_neither_given_nor_kept(now, address, method, headers):
    django = Django()
    pages = EarlyAnswers(django)
    for asked in (1, 2):
        ask(pages, address, method, **headers)
        assert len(django.asked) == asked
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
        ("200 OK", PUBLIC, b"x" * (LARGEST + 1)),
    ],
)
def test_what_is_not_for_all_is_not_kept(now, answer):
    django = Django()
    django.answer = answer
    pages = EarlyAnswers(django)
    for asked in (1, 2):
        assert ask(pages, FRAGMENT) == answer
        assert len(django.asked) == asked


def test_each_host_way_of_packing_and_parameter_has_its_own(now):
    django = Django()
    pages = EarlyAnswers(django)
    for headers in ({}, {"accept-encoding": "gzip"}, {"host": "other.example"}):
        ask(pages, FRAGMENT, **headers)
    ask(pages, FRAGMENT + "&page=2")
    assert len(django.asked) == 4


def test_one_thread_asks_while_the_others_wait(settings):
    settings.SECONDS_BETWEEN_LOOKS = 60
    django = Django()
    pages = EarlyAnswers(django)
    assert together(*[lambda: ask(pages, FRAGMENT)] * 6) == [django.answer] * 6
    assert len(django.asked) == 1
