"""Requests to other servers: a redirection is an answer, not a way to another; a server reaches none of its network."""

import os
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.error import HTTPError, URLError
from urllib.request import Request

import pytest

from common.infrastructure.outgoing import NotOutside, connection_to, opener_without_redirects, post_outside


class Elsewhere(BaseHTTPRequestHandler):
    """Sends every request to another page, and notes it."""

    asked: list[str] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(int(self.path.strip("/")))
        self.send_header("Location", "/another")
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        """Write nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    Elsewhere.asked.clear()
    server = HTTPServer(("127.0.0.1", 0), Elsewhere)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirection_is_followed(address: str, status: int) -> None:
    request = Request(f"{address}/{status}", headers={"Authorization": "Bearer secret"})
    with pytest.raises(HTTPError) as error:
        opener_without_redirects().open(request, timeout=5)
    error.value.close()
    assert error.value.code == status
    assert Elsewhere.asked == [f"/{status}"]


@pytest.mark.parametrize("start", [b"HTTP/1.1 200 OK\r\nX-Long: ", b"HTTP/1.1 200 OK\r\n\r\n"])
def test_an_answer_byte_by_byte_ends_with_the_time_for_all(start: bytes) -> None:
    ended = threading.Event()

    class Dripping(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(start)
            for _number in range(100):  # five seconds, never 0.2 s of silence
                if ended.wait(0.05):
                    return
                self.wfile.write(b"x")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Dripping) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        try:
            with pytest.raises(TimeoutError), opener_without_redirects(0.4).open(address, timeout=2) as answer:
                answer.read()
        finally:
            ended.set()
            server.shutdown()


def test_a_server_reaches_no_address_of_its_own_network(settings, address: str) -> None:
    settings.INTERNAL_ADDRESSES = False
    for host in (
        address,
        address.replace("127.0.0.1", "localhost"),
        "https://10.0.0.1",
        "http://[::1]",
        "http://169.254.1.1",
    ):
        with pytest.raises(URLError) as error:
            opener_without_redirects().open(f"{host}/301", timeout=5)
        assert isinstance(error.value.reason, NotOutside), host
    assert Elsewhere.asked == []
    with pytest.raises(NotOutside):
        connection_to(("127.0.0.1", 22), 5)


@pytest.mark.parametrize(("https", "allowed"), [("0", "True"), ("1", "False")])
def test_a_hall_may_reach_its_network_and_a_server_may_not(https: str, allowed: str) -> None:
    printed = "from config.security import INTERNAL_ADDRESSES as it; print(it)"
    command = [sys.executable, "-c", printed]
    answer = subprocess.run(
        command, env=os.environ | {"PINJU_HTTPS": https}, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == allowed


def test_a_proxy_is_asked_for_the_servers_of_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Refusing(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            asked.append(self.rfile.readline().decode())
            self.wfile.write(b"HTTP/1.1 403 Forbidden\r\n\r\n")

    with socketserver.TCPServer(("127.0.0.1", 0), Refusing) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{proxy.server_address[1]}")
        monkeypatch.setenv("no_proxy", "localhost")
        with pytest.raises(OSError, match="403 Forbidden"):
            post_outside("https://push.example/1", b"", {}, 5)
        with pytest.raises(NotOutside):
            post_outside("https://localhost/1", b"", {}, 5)
        proxy.shutdown()
    assert [line.split()[:2] for line in asked] == [["CONNECT", "push.example:443"]]
