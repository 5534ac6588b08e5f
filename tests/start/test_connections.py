"""A hall full of phones: each keeps its connection open, and one slow phone does not block the others."""

import http.client
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest
import waitress

from config.many_connections import Connections
from config.serve import HALL

#: More than waitress' default limit.
PHONES = 150
LONG = 3_000_000


def answer(environ: dict, start_response: Callable) -> list[bytes]:
    """Return the content that the path requests: "ok", nothing, the sent body, or a long text."""
    if environ["PATH_INFO"] == "/nothing":
        start_response("204 No Content", [])
        return []
    content = environ["wsgi.input"].read() or {"/": b"ok", "/long": b"x" * LONG}[environ["PATH_INFO"]]
    start_response("200 OK", [("Content-Length", str(len(content)))])
    return [content]


@pytest.fixture(params=[120, 1], ids=["patient", "impatient"])
def port(request: pytest.FixtureRequest) -> Iterator[int]:
    """Run a server as in production and yield its port; an impatient one closes idle connections after a second."""
    connections = Connections()
    patience = {"channel_timeout": request.param, "cleanup_interval": min(30, request.param)}
    server = waitress.create_server(answer, connections, host="127.0.0.1", port=0, **HALL, **patience)
    thread = threading.Thread(target=connections.run)
    thread.start()
    yield server.effective_port
    server.trigger.pull_trigger(lambda: [channel.close() for channel in [*connections.values()]])
    thread.join(10)
    server.task_dispatcher.shutdown()
    assert not thread.is_alive()


def phone(port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", port, timeout=60)


def asked(connection: http.client.HTTPConnection, path: str = "/", body: bytes | None = None) -> bytes:
    connection.request("POST" if body else "GET", path, body)
    return connection.getresponse().read()


@pytest.mark.parametrize("port", [120], indirect=True)
def test_more_than_a_hundred_open_connections_are_answered_repeatedly(port: int) -> None:
    with ExitStack() as opened:
        phones = [opened.enter_context(closing(phone(port))) for _phone in range(PHONES)]
        for _round in range(2):
            for connection in phones:
                kept = connection.sock
                assert asked(connection) == b"ok"
                assert kept is None or connection.sock is kept


@pytest.mark.parametrize("port", [120], indirect=True)
def test_an_answer_without_content_keeps_the_connection_unless_the_client_closes(port: int) -> None:
    with closing(phone(port)) as connection:
        assert asked(connection) == b"ok"
        kept = connection.sock
        for _poll in range(3):
            assert asked(connection, "/nothing") == b""
            assert connection.sock is kept
        connection.request("GET", "/nothing", headers={"Connection": "close"})
        answered = connection.getresponse()
        assert (answered.status, answered.headers["Connection"], kept.recv(1)) == (204, "close", b"")


@pytest.mark.parametrize("port", [120], indirect=True)
def test_file_numbers_of_closed_connections_are_reused(port: int) -> None:
    for _turn in range(PHONES):
        with closing(phone(port)) as first, closing(phone(port)) as second:
            assert asked(first) == b"ok"
            first.close()
            assert asked(second) == b"ok"
            assert asked(first) == b"ok"  # opened again


@pytest.mark.parametrize("port", [120], indirect=True)
def test_split_and_pipelined_requests_are_answered_in_order(port: int) -> None:
    body = b"y" * LONG
    with socket.create_connection(("127.0.0.1", port), 10) as slow, closing(phone(port)) as other:
        answers = slow.makefile("rb")
        slow.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n" % LONG)
        assert answers.readline().split()[1] == b"100"
        slow.sendall(body[: LONG // 2])
        assert asked(other) == b"ok"
        slow.sendall(body[LONG // 2 :] + b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 2)
        text = answers.read(LONG)
        while text.count(b"ok") < 2:
            text += answers.readline() if text.count(b"200 OK") < 3 else answers.read(2)
        assert body[:1000] in text


@pytest.mark.parametrize("port", [120], indirect=True)
def test_slow_or_closed_connections_do_not_block_others(port: int) -> None:
    with ExitStack() as opened:
        slow = [opened.enter_context(closing(phone(port))) for _phone in range(2 * HALL["threads"])]
        for connection in slow:
            connection.request("GET", "/long")
        for connection in slow[::2]:
            connection.close()
        with closing(phone(port)) as other:
            assert asked(other) == b"ok"
        for connection in slow[1::2]:
            assert len(connection.getresponse().read()) == LONG


@pytest.mark.parametrize("port", [1], indirect=True)
def test_idle_connection_is_closed(port: int) -> None:
    with closing(phone(port)) as idle:
        assert asked(idle) == b"ok"
        assert idle.sock.recv(1) == b""
