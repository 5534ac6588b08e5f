"""A hall full of phones: each keeps its connection open, and the next one is answered all the same."""

import http.client
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest
import waitress

from config.serve import HALL

#: More than waitress lets in by itself.
PHONES = 150


def answer(environ: dict, start_response: Callable) -> list[bytes]:
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]


@pytest.fixture
def port() -> Iterator[int]:
    """Where a server runs with what ours is started with."""
    server = waitress.create_server(answer, host="127.0.0.1", port=0, **HALL)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield server.effective_port
    server.trigger.pull_trigger(server.close)
    server.task_dispatcher.shutdown()


def test_more_than_a_hundred_phones_are_answered(port: int) -> None:
    with ExitStack() as opened:
        for _phone in range(PHONES):
            phone = opened.enter_context(closing(http.client.HTTPConnection("127.0.0.1", port, timeout=5)))
            phone.request("GET", "/")
            assert phone.getresponse().read() == b"ok"
