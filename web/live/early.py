"""A cache in front of Django for what a whole hall asks: version polls and public fragments.

A thousand phones poll 600 times a second, and fetch the new fragments within two seconds of a release. An answer is
kept for a moment; then one thread asks Django again while the others wait. A request with a session, or from a browser
that has just written something, always goes to Django.
"""

from collections.abc import Callable, Iterable
from contextlib import closing
from typing import Any, NamedTuple

from django.conf import settings
from django.core.cache import caches

from common.infrastructure.single_flight import cache_key, compute_once

Application = Callable[[dict[str, Any], Callable[..., Any]], Any]
#: The Cache-Control header of a fragment that is the same for everybody at its address.
PUBLIC_FOREVER = "public, max-age=31536000, immutable"


class Answer(NamedTuple):
    status: str
    headers: list[tuple[str, str]]
    body: bytes


class EarlyAnswers:
    """WSGI middleware around the whole of Django."""

    def __init__(self, application: Application) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        path, cookies = environ["PATH_INFO"], environ.get("HTTP_COOKIE", "")
        is_live = path.startswith("/live/") and environ["REQUEST_METHOD"] == "GET"
        if not is_live or settings.SESSION_COOKIE_NAME in cookies or settings.WRITER_COOKIE in cookies:
            return self.application(environ, start_response)
        accepts_gzip = "gzip" in environ.get("HTTP_ACCEPT_ENCODING", "")
        key = cache_key(accepts_gzip, environ.get("HTTP_HOST"), path, environ.get("QUERY_STRING"))
        # The cache of this process: another server would take longer than the answer.
        answer = compute_once(caches["near"], key, lambda: self._ask(environ), lambda answer: _seconds(answer, path))
        start_response(answer.status, answer.headers)
        return [answer.body]

    def _ask(self, environ: dict[str, Any]) -> Answer:
        started: list[tuple[str, list[tuple[str, str]]]] = []
        content = self.application(environ, lambda status, headers, *_error: started.append((status, headers)))
        with closing(content):
            return Answer(*started[-1], b"".join(content))


def _seconds(answer: Answer, path: str) -> float:
    """Return for how long the answer is cached; 0 if others must not have it."""
    headers = dict(answer.headers)
    if answer.status[:3] not in ("200", "204") or "Set-Cookie" in headers:
        return 0
    if headers.get("Cache-Control") == PUBLIC_FOREVER:
        return settings.SECONDS_BELIEVED
    return settings.SECONDS_BETWEEN_LOOKS if path.endswith("/version") else 0
