"""Run a server of a test in a thread."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import HTTPServer
from threading import Thread
from typing import TypeVar

Server = TypeVar("Server", bound=HTTPServer)


@contextmanager
def serving(server: Server) -> Iterator[Server]:
    """Serve until the block ends, then close the server."""
    with server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()
