"""A hall full of phones: connections end early, all that wait are accepted, a slow one does not block the others."""

import http.client
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial

import pytest
from waitress.wasyncore import close_all

from config.serve import HALL, Server

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


@pytest.fixture
def limits() -> dict[str, int]:
    """Return how the server differs from that of a hall."""
    return {}


def end(server: Server) -> None:
    """Close the connections with what waits to be sent, and the server."""
    for channel in [*server.active_channels.values()]:
        channel.handle_close()
    close_all(server._map)


@pytest.fixture
def server(limits: dict[str, int]) -> Iterator[Server]:
    """Return a server as in production, which does not run yet."""
    made = Server(answer, host="127.0.0.1", port=0, **HALL | limits)
    yield made
    end(made)
    made.task_dispatcher.shutdown()


@pytest.fixture
def port(server: Server) -> Iterator[int]:
    """Run the server and yield its port."""
    thread = threading.Thread(target=server.run)
    thread.start()
    yield server.effective_port
    server.trigger.pull_trigger(partial(end, server))
    thread.join(10)
    assert not thread.is_alive()


def phone(port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", port, timeout=60)


def asked(connection: http.client.HTTPConnection, path: str = "/", body: bytes | None = None) -> bytes:
    connection.request("POST" if body else "GET", path, body)
    return connection.getresponse().read()


def test_more_than_a_hundred_open_connections_are_answered_repeatedly(port: int) -> None:
    with ExitStack() as opened:
        phones = [opened.enter_context(closing(phone(port))) for _phone in range(PHONES)]
        for _round in range(2):
            for connection in phones:
                kept = connection.sock
                assert asked(connection) == b"ok"
                assert kept is None or connection.sock is kept


def test_an_unchanged_poll_ends_the_connection_and_another_answer_keeps_it(port: int) -> None:
    with closing(phone(port)) as connection:
        assert asked(connection) == b"ok"
        kept = connection.sock
        assert asked(connection) == b"ok"
        assert connection.sock is kept
        connection.request("GET", "/nothing")
        answered = connection.getresponse()
        assert (answered.status, answered.headers["Connection"], kept.recv(1)) == (204, "close", b"")


def connections(port: int, opened: ExitStack) -> list[socket.socket]:
    """Open a connection for each phone."""
    return [opened.enter_context(socket.create_connection(("127.0.0.1", port))) for _phone in range(PHONES)]


@pytest.mark.parametrize("limits", [{}, {"connection_limit": 20, "backlog": 200}], ids=["hall", "few"])
def test_all_waiting_connections_are_accepted_at_once_up_to_the_limit(server: Server, limits: dict[str, int]) -> None:
    with ExitStack() as opened:
        connections(server.effective_port, opened)
        server.handle_accept()
        assert len(server._map) == limits.get("connection_limit", PHONES + 2)  # also the server and its trigger


@pytest.mark.parametrize("limits", [{"connection_limit": 20, "backlog": 200}], ids=["few"])
def test_more_phones_than_connections_take_turns(port: int) -> None:
    """As on Windows, where the loop can wait for few: an unchanged poll ends a connection, and another is accepted."""
    with ExitStack() as opened:
        waiting = connections(port, opened)
        for connection in waiting:
            connection.sendall(b"GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n")
        assert {connection.recv(100)[:12] for connection in waiting} == {b"HTTP/1.1 204"}


def test_file_numbers_of_closed_connections_are_reused(port: int) -> None:
    for _turn in range(PHONES):
        with closing(phone(port)) as first, closing(phone(port)) as second:
            assert asked(first) == b"ok"
            first.close()
            assert asked(second) == b"ok"
            assert asked(first) == b"ok"  # opened again


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


@pytest.mark.parametrize("limits", [{"channel_timeout": 1, "cleanup_interval": 1}], ids=["impatient"])
def test_idle_connection_is_closed(port: int) -> None:
    with closing(phone(port)) as idle:
        assert asked(idle) == b"ok"
        assert idle.sock.recv(1) == b""
