"""An HTTP proxy that loses requests and answers, truncates answers and repeats requests, by a plan."""

import http.client
import socket
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

#: What happens to one request.
PASS, LOSE_REQUEST, LOSE_ANSWER, CUT_ANSWER, REPEAT = "pass", "lose request", "lose answer", "cut answer", "repeat"
FAULTS = (LOSE_REQUEST, LOSE_ANSWER, CUT_ANSWER, REPEAT)
OF_ONE_CONNECTION = {"connection", "keep-alive", "transfer-encoding", "content-length", "date", "server"}


class LossyProxy(ThreadingHTTPServer):
    """Forward to ``port``; each POST and PUT meets the next fault of ``plan``, all other requests pass.

    After the end of the plan they pass too. ``met`` lists what happened to each POST and PUT, in order. While
    ``is_down`` no request is answered.
    """

    daemon_threads = True

    def __init__(self, port: int, plan: Iterable[str]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.upstream = port
        self.met: list[str] = []
        self.is_down = False
        self._plan = iter(plan)
        self._lock = threading.Lock()

    def next_fate(self) -> str:
        with self._lock:
            self.met.append(next(self._plan, PASS))
            return self.met[-1]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: LossyProxy

    def do_GET(self) -> None:
        if self.server.is_down:
            return self._break_off()
        return self._answer(self._ask(b""), whole=True)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.server.is_down:
            return self._break_off()
        fate = self.server.next_fate()
        if fate == LOSE_REQUEST:
            return self._break_off()
        answer = self._ask(body)
        if fate == REPEAT:
            answer = self._ask(body)
        if fate == LOSE_ANSWER:
            return self._break_off()
        return self._answer(answer, whole=fate != CUT_ANSWER)

    def do_PUT(self) -> None:
        self.do_POST()

    def _ask(self, body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.upstream, timeout=60)
        try:
            headers = {key: value for key, value in self.headers.items() if key.lower() not in OF_ONE_CONNECTION}
            connection.request(self.command, self.path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()
        finally:
            connection.close()

    def _answer(self, answer: tuple[int, list[tuple[str, str]], bytes], *, whole: bool) -> None:
        status, headers, body = answer
        self.send_response(status)
        for key, value in headers:
            if key.lower() not in OF_ONE_CONNECTION:
                self.send_header(key, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body if whole else body[: len(body) // 2])
        if not whole:
            self._break_off()

    def _break_off(self) -> None:
        self.wfile.flush()
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


@contextmanager
def lossy_proxy(port: int, plan: Iterable[str]) -> Iterator[LossyProxy]:
    """Run a proxy to the server at ``port`` in this process, on its own port (``server_port``)."""
    proxy = LossyProxy(port, plan)
    thread = threading.Thread(target=proxy.serve_forever, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        proxy.shutdown()
        proxy.server_close()
        thread.join()
