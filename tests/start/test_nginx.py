"""The cache of deploy/nginx.conf in front of the program: what it answers itself, and what it never keeps."""

import http.client
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client

from benchmarks.faults.servers import answers, wait_until
from benchmarks.federation.proxy import made_proxy
from tests.conftest import missing
from tests.support.cup import cup, taken_in
from tests.web.live.conftest import official, public
from tests.web.live.test_fragments import FOREVER, current, version_of
from tournament.events.models.events import Event

__all__ = ["official", "public"]
pytestmark = [pytest.mark.server, pytest.mark.django_db(transaction=True)]

Ask = Callable[..., tuple[int, str, str, bytes]]


@pytest.fixture
def event(transactional_db) -> Event:
    return taken_in(cup(), release=2)


@pytest.fixture
def ask(live_server, tmp_path: Path) -> Iterator[Ask]:
    """Return a function that asks through nginx and returns status, X-Cache, Cache-Control and content."""
    if not shutil.which("nginx"):
        missing("nginx")
    nginx, port = made_proxy(tmp_path, urlsplit(live_server.url).port)
    nginx.start()

    def asked(path: str, client: Client | None = None) -> tuple[int, str, str, bytes]:
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items()) if client else ""
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
            connection.request("GET", path, headers={"Cookie": cookies, "HX-Request": "true"})
            answer = connection.getresponse()
            return answer.status, answer.headers["X-Cache"], answer.headers["Cache-Control"], answer.read()

    try:
        wait_until(lambda: answers(port))
        yield asked
    finally:
        nginx.kill()


def test_a_public_fragment_is_answered_from_the_cache(ask: Ask, public: Client, event: Event) -> None:
    address = current(public, "standings")
    first = ask(address)
    wait_until(lambda: ask(address)[1] == "HIT")  # nginx keeps an answer after it has sent it
    second = ask(address)
    assert (first[:3], second[:3]) == ((200, "MISS", FOREVER), (200, "HIT", FOREVER))
    assert first[3] == second[3]
    other = ask(address.replace(version_of(address), "0"))
    assert (other[0], ask(address.replace(version_of(address), "0"))[1]) == (302, "MISS")


def test_polls_of_visitors_share_an_answer(ask: Ask, public: Client, event: Event) -> None:
    poll = f"/live/cup/version?standings={version_of(current(public, 'standings'))}"
    found = {ask(poll)[:3] for _reader in range(20)}
    assert {cache for _status, cache, _caching in found} >= {"MISS", "HIT"}
    assert {(status, caching) for status, _cache, caching in found} == {(204, "no-store")}


def test_a_signed_in_person_is_answered_by_the_program(ask: Ask, official: Client, event: Event) -> None:
    address = current(official, "standings")
    poll = f"/live/cup/version?standings={version_of(address)}"
    for _attempt in range(2):
        assert ask(address, official)[:3] == (200, "BYPASS", "private, no-store")
        assert ask(poll, official)[:2] == (204, "BYPASS")
    # What an official was told is not told to a visitor.
    assert ask(address)[0] == 302
    assert ask(poll)[:2] == (200, "MISS")


def test_a_browser_that_has_written_is_answered_by_the_program(ask: Ask, public: Client, event: Event) -> None:
    poll = f"/live/cup/version?standings={version_of(current(public, 'standings'))}"
    ask(poll)
    public.cookies[settings.WRITER_COOKIE] = "1"
    assert ask(poll, public)[:2] == (204, "BYPASS")


def test_a_page_is_not_cached(ask: Ask, event: Event) -> None:
    assert [ask("/e/cup/standings/")[0:2] for _attempt in range(2)] == [(200, None), (200, None)]
