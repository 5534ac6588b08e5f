"""Requests to other servers: a redirection is an answer, not a way to another server."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.error import HTTPError
from urllib.request import Request

import pytest

from common.infrastructure.outgoing import opener_without_redirects


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
