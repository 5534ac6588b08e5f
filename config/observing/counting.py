"""Count every request around the whole application, those that never reach Django included."""

import time
from collections.abc import Callable, Iterable
from typing import Any

from common.infrastructure.metrics import count_request
from web.live.early import Application


class CountedRequests:
    """WSGI middleware: count each request by kind and status, with the time until its answer begins."""

    def __init__(self, application: Application) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        started = time.perf_counter()
        statuses: list[str] = []

        def start(status: str, *rest: Any) -> Any:
            statuses.append(status)
            return start_response(status, *rest)

        try:
            return self.application(environ, start)
        finally:
            kind = kind_of(environ["REQUEST_METHOD"], environ["PATH_INFO"])
            count_request(kind, statuses[-1] if statuses else "500", time.perf_counter() - started)


def kind_of(method: str, path: str) -> str:
    """Return what a request asks for; few kinds, and no part of the address."""
    if method not in ("GET", "HEAD"):
        return "write"
    if path.startswith("/live/"):
        return "poll" if path.endswith("/version") else "fragment"
    return next((kind for kind in ("static", "api") if path.startswith(f"/{kind}/")), "page")
