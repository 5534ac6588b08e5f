"""The cache in front of Django: answers from memory, repeated requests, and answers that are never cached."""

from collections.abc import Callable
from itertools import count
from types import SimpleNamespace

import pytest
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from common.infrastructure import near_cache
from config import settings as program
from tests.support.threads import together
from web.live.early import LARGEST, PUBLIC_FOREVER, EarlyAnswers

FRAGMENT, POLL = "/live/cup/standings?lang=en&v=1.42", "/live/cup/version?standings=1.41"
PUBLIC = {"Cache-Control": PUBLIC_FOREVER}
Answered = tuple[int, dict[str, str], bytes]


class Django:
    """A replacement of the program that records its requests."""

    def __init__(self) -> None:
        self.answer: Answered = (200, PUBLIC, b"content")
        self.asked: list[HttpRequest] = []

    def __call__(self, request: HttpRequest) -> HttpResponse:
        self.asked.append(request)
        status, headers, body = self.answer
        return HttpResponse(body, status=status, headers=headers)


@pytest.fixture(autouse=True)
def _answers_are_kept(settings) -> None:
    """Keep answers as the program does; other tests see each change at once."""
    settings.CACHES = program.CACHES
    caches["near"].clear()


@pytest.fixture
def now(monkeypatch) -> Callable[[float], None]:
    """Return a function that lets seconds pass."""
    moment = [1000.0]
    monkeypatch.setattr(near_cache, "time", SimpleNamespace(monotonic=lambda: moment[0]))
    return lambda seconds: moment.append(moment.pop() + seconds)


def ask(pages: EarlyAnswers, address: str, method: str = "GET", **headers: str) -> Answered:
    answer = pages(RequestFactory().generic(method, address, headers=headers))
    return answer.status_code, {key: value for key, value in answer.items() if key != "Content-Type"}, answer.content


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
    django.answer = (302, {"Cache-Control": "no-store", "Location": "elsewhere"}, b"")
    now(1.01)
    for times in (2, 3):
        assert ask(pages, FRAGMENT) == django.answer
        assert len(django.asked) == times


def test_a_poll_is_cached_briefly(now):
    django = Django()
    django.answer = (204, {"Cache-Control": "no-store"}, b"")
    pages = EarlyAnswers(django)
    assert [ask(pages, POLL)[0] for _phone in range(3)] == [204] * 3
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
    for times in (1, 2):
        ask(pages, address, method, **headers)
        assert len(django.asked) == times
    ask(pages, FRAGMENT)
    assert len(django.asked) == 3


@pytest.mark.parametrize(
    "answer",
    [
        (200, {"Cache-Control": "private, no-store"}, b"theirs"),
        (200, {"Cache-Control": "no-store"}, b"gone"),
        (302, PUBLIC, b""),
        (404, PUBLIC, b""),
        (200, PUBLIC, b"x" * (LARGEST + 1)),
    ],
)
def test_only_successful_public_answers_are_cached(now, answer):
    django = Django()
    django.answer = answer
    pages = EarlyAnswers(django)
    for times in (1, 2):
        assert ask(pages, FRAGMENT) == answer
        assert len(django.asked) == times


def test_an_answer_with_a_cookie_is_not_cached(now):
    def django(_request: HttpRequest) -> HttpResponse:
        response = HttpResponse(b"content", headers=PUBLIC)
        response.set_cookie("number", str(next(numbers)))
        return response

    numbers, pages = count(), EarlyAnswers(django)
    answers = [pages(RequestFactory().get(FRAGMENT)) for _reader in range(2)]
    assert [answer.cookies["number"].value for answer in answers] == ["0", "1"]


def test_each_host_encoding_and_parameter_is_cached_separately(now):
    django = Django()
    pages = EarlyAnswers(django)
    for headers in ({}, {"accept-encoding": "gzip"}, {"host": "other.example"}):
        ask(pages, FRAGMENT, **headers)
    ask(pages, FRAGMENT + "&page=2")
    assert len(django.asked) == 4


def test_one_thread_asks_django_while_the_others_wait(now):
    django = Django()
    pages = EarlyAnswers(django)
    assert together(*[lambda: ask(pages, FRAGMENT)] * 6) == [django.answer] * 6
    assert len(django.asked) == 1
