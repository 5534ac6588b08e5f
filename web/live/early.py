"""Keep for a moment what a whole hall asks for: the answers to version polls, and public fragments.

A thousand phones poll 600 times a second, and fetch the new fragments within two seconds of a release.
"""

from collections.abc import Callable

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse

from common.infrastructure.single_flight import cache_key, compute_once

#: The Cache-Control header of a fragment that is the same for everybody at its address.
PUBLIC_FOREVER = "public, max-age=31536000, immutable"
#: Bytes of the largest answer that is kept; a page of standings has 7 kB after compression.
LARGEST = 250_000
#: Seconds for which they are kept; then one thread makes the answer again while the others wait.
POLL_SECONDS, FRAGMENT_SECONDS = 0.05, 1.0


class EarlyAnswers:
    """The first middleware; requests with a session, or from a browser that has just written something, pass by."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        own = {settings.SESSION_COOKIE_NAME, settings.WRITER_COOKIE} & {*request.COOKIES}
        if own or request.method != "GET" or not request.path.startswith("/live/"):
            return self.get_response(request)
        accepts_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
        key = cache_key(accepts_gzip, request.headers.get("Host"), request.get_full_path())
        # The cache of this process: another server would take longer than the answer.
        return compute_once(
            caches["near"], key, lambda: self.get_response(request), lambda answer: _seconds(answer, request.path)
        )


def _seconds(answer: HttpResponse, path: str) -> float:
    """Return for how long the answer is kept; 0 if others must not have it."""
    if answer.status_code not in (200, 204) or answer.cookies or len(answer.content) > LARGEST:
        return 0
    if answer.get("Cache-Control") == PUBLIC_FOREVER:
        return FRAGMENT_SECONDS
    return POLL_SECONDS if path.endswith("/version") else 0
