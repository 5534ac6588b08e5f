"""A cache in front of Django for what a full hall asks: polls and public fragments.

A thousand phones poll some 600 times a second, and after a release all of them fetch the same new fragments within two
seconds. The same question gets the same answer from memory for some hundredths of a second. After that one thread asks
Django again; for a fragment with its ETag, to which Django answers 304 while the version is current. A new version
replaces it, and one that was withdrawn is redirected, as the view says. Who has a session is never answered from here.
"""

import re
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django.conf import settings
from django.core.cache import caches

from web.shared.single_flight import cache_key, one_at_a_time

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
POLL_ADDRESS = re.compile(r"/live/[\w-]+/version")
#: What a fragment is sent with that is the same for everybody at its address.
PUBLIC_FOREVER = "public, max-age=31536000, immutable"
#: Seconds that one is kept here; a new version has another address.
KEPT = 3600
#: In this process: asking another server would take longer than the answer.
NEAR = "near"
#: Bytes of the largest answer that is kept, far more than a phone's packed page has.
LARGEST = 250_000


class Answer(NamedTuple):
    status: str
    headers: list[tuple[str, str]]
    body: bytes
    asked_at: float

    @property
    def is_fresh(self) -> bool:
        return time.monotonic() - self.asked_at < settings.SECONDS_BETWEEN_LOOKS

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key == name), "")


class EarlyAnswers:
    """WSGI middleware around the whole of Django."""

    def __init__(self, application: Application) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        path, cookies = environ["PATH_INFO"], environ.get("HTTP_COOKIE", "")
        live = path.startswith("/live/") and environ["REQUEST_METHOD"] == "GET"
        if not live or "HTTP_IF_NONE_MATCH" in environ or settings.SESSION_COOKIE_NAME in cookies:
            return self.application(environ, start_response)
        packed = "gzip" in environ.get("HTTP_ACCEPT_ENCODING", "")
        key = cache_key(packed, environ.get("HTTP_HOST"), path, environ.get("QUERY_STRING"))
        answer: Answer | None = caches[NEAR].get(key)
        if answer is None or not answer.is_fresh:
            with one_at_a_time(key):
                answer = caches[NEAR].get(key)
                if answer is None or not answer.is_fresh:
                    answer = self._asked(environ, key, answer)
        start_response(answer.status, answer.headers)
        return [answer.body]

    def _asked(self, environ: dict[str, Any], key: str, before: Answer | None) -> Answer:
        """What Django answers now, kept if others may have it; the answer ``before`` where it still holds."""
        etag = before.header("ETag") if before else ""
        answer = self._ask(environ | ({"HTTP_IF_NONE_MATCH": etag} if etag else {}))
        if before and answer.status.startswith("304"):
            answer = before._replace(asked_at=time.monotonic())
        if _may_keep(answer, environ["PATH_INFO"]):
            caches[NEAR].set(key, answer, KEPT if answer.header("ETag") else settings.SECONDS_BETWEEN_LOOKS)
        return answer

    def _ask(self, environ: dict[str, Any]) -> Answer:
        head: list[tuple[str, list[tuple[str, str]]]] = []
        asked_at = time.monotonic()
        content = self.application(environ, lambda status, headers, *_error: head.append((status, headers)))
        try:
            body = b"".join(content)
        finally:
            if hasattr(content, "close"):
                content.close()
        status, headers = head[-1]
        return Answer(status, headers, body, asked_at)


def _may_keep(answer: Answer, path: str) -> bool:
    """Whether others may have the answer: a public fragment, or what a poll is told."""
    is_shared = answer.header("Cache-Control") == PUBLIC_FOREVER or POLL_ADDRESS.fullmatch(path)
    is_answer = answer.status[:3] in ("200", "204") and not answer.header("Set-Cookie")
    return bool(is_shared and is_answer and len(answer.body) <= LARGEST)
