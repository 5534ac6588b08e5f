"""Most of what a full hall asks is a poll of a page that is open: those are answered before everything else.

A thousand phones ask some 600 times a second, and after a release all of them want the same new content within two
seconds. Who is not signed in is answered after one look at the event's head: with 204 if another such poll was told a
moment ago that this version is current, else with the very answer that another one got a moment ago.
"""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import re_accepts_gzip
from django.utils.translation import get_language_from_request

from tournament.selectors.events import HeadStamp, head_stamp

#: A poll's address, with the event (places/pocket/urls.py).
ADDRESS = re.compile(r"/live/([\w-]+)/[\w-]+")
#: Seconds that an answer is believed: what changes by the clock alone raises no version.
BELIEVED = 1


@dataclass(frozen=True)
class Shared:
    """An answer that everybody without an account gets alike, while the event's head is as it was for ``stamp``."""

    stamp: HeadStamp
    version: str
    content: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()


class QuickPoll:
    """Answer polls without an account from what was answered a moment ago, and leave the others to the page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        address = ADDRESS.fullmatch(request.path_info)
        if address is None or not anonymous(request):
            return self.get_response(request)
        return _kept(request, address[1]) or _keeping(request, self.get_response(request))


def anonymous(request: HttpRequest) -> bool:
    """Whether nothing says who asks."""
    return settings.SESSION_COOKIE_NAME not in request.COOKIES


def share(response: HttpResponse, stamp: HeadStamp, version: str) -> None:
    """Let others have this answer for a moment: it holds nothing of who asked but language and parameters."""
    response.shared = Shared(stamp, version)  # type: ignore[attr-defined]


def _kept(request: HttpRequest, slug: str) -> HttpResponse | None:
    """What to answer at once, if anything: 204, or what another phone was just given."""
    version = request.GET.get("v", "")
    current = cache.get(_current_key(request, version)) if re.fullmatch(r"[\w.-]{1,60}", version) else None
    found: Shared | None = current or (cache.get(_content_key(request)) if _swaps(request) else None)
    if found is None or found.stamp != head_stamp(slug):
        return None
    if found.version == version:
        return HttpResponse(status=204)
    return HttpResponse(found.content, headers=dict(found.headers))


def _keeping(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The page's answer, kept for the next who asks the same if the page lets others have it."""
    shared: Shared | None = getattr(response, "shared", None)
    if shared is None or response.cookies:
        return response
    if response.status_code == 204:
        cache.set(_current_key(request, shared.version), shared, BELIEVED)
    elif response.status_code == 200 and _swaps(request):
        whole = Shared(shared.stamp, shared.version, response.content, tuple(response.headers.items()))
        cache.set(_content_key(request), whole, BELIEVED)
    return response


def _swaps(request: HttpRequest) -> bool:
    """Whether an open page asks: anybody else hears of a subject that is gone by 404."""
    return "HX-Request" in request.headers


def _current_key(request: HttpRequest, version: str) -> str:
    return f"poll:{request.path_info}:{version}"


def _content_key(request: HttpRequest) -> str:
    """What a body depends on: address and parameters but the version, language, and whether it is packed."""
    parameters = sorted(item for item in request.GET.items() if item[0] != "v")
    packed = bool(re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")))
    parts = (request.path_info, parameters, get_language_from_request(request), packed)
    return "polled:" + hashlib.sha256(repr(parts).encode()).hexdigest()
