"""Most of what a full hall asks is a poll of a page that is open: those are answered before everything else.

A thousand phones ask some 600 times a second, and after a release all of them want the same new content within two
seconds. Who is not signed in is answered after one look at the event's head, which serves for some hundredths of a
second: with 204 if another such poll was told a moment ago that this version is current, else with the very answer that
another one got a moment ago. One of them at a time asks the page whether that still holds.
"""

import hashlib
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.middleware.locale import LocaleMiddleware
from django.urls import ResolverMatch, resolve
from django.utils.translation import get_language_from_request

from tournament.events.selectors.events import HeadStamp, head_stamp

#: A poll's address, with the event, of one fragment or of a page's (web/pocket/urls.py).
ADDRESS = re.compile(r"/live/([\w-]+)/[\w-]*")
#: Answers and stamps stay in the process: to ask another server for them takes longer than to give the answer.
NEAR = "near"
#: Bytes of the largest answer that is kept, far more than a phone's packed page has: who asks for everything unpacked,
#: with versions made up, would fill the memory.
LARGEST = 250_000


@dataclass(frozen=True)
class Shared:
    """An answer that everybody without an account gets alike, while the event's head is as it was for ``stamp``."""

    stamp: HeadStamp
    version: str
    until: float = 0.0
    status: int = 200
    content: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()


class QuickPoll:
    """Answer polls without an account from what was answered a moment ago, and leave the others to the page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.page = _page
        for middleware in (CSPMiddleware, XFrameOptionsMiddleware, LocaleMiddleware, GZipMiddleware):
            self.page = middleware(self.page)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        address = ADDRESS.fullmatch(request.path_info)
        if address is None or request.method != "GET" or not anonymous(request):
            return self.get_response(request)
        request.get_host()  # who asks by a name that is not ours is turned away, as CommonMiddleware does
        return _kept(request, address[1]) or _keeping(request, self.page(request))


def _page(request: HttpRequest) -> HttpResponse:
    """The page's answer to somebody without an account, past all that finds out who asks, and keeps forms safe."""
    request.user = AnonymousUser()
    found = _found(request.path_info)
    response: HttpResponse = found.func(request, *found.args, **found.kwargs)
    response.headers.setdefault("Content-Length", str(len(response.content)))
    return response


@lru_cache(maxsize=256)
def _found(path: str) -> ResolverMatch:
    return resolve(path)


def anonymous(request: HttpRequest) -> bool:
    """Whether nothing says who asks."""
    return settings.SESSION_COOKIE_NAME not in request.COOKIES


def share(response: HttpResponse, stamp: HeadStamp, version: str) -> None:
    """Let others have this answer for a moment: it holds nothing of who asked but language and parameters."""
    response.shared = Shared(stamp, version)  # type: ignore[attr-defined]


def _kept(request: HttpRequest, slug: str) -> HttpResponse | None:
    """What to answer at once, if anything: 204, or what another phone was just given."""
    version, stamp = request.GET.get("v", ""), None
    for key in _keys(request, version):
        found: Shared | None = caches[NEAR].get(key)
        stamp = stamp or (stamp_of(slug) if found else None)
        if found and found.stamp == stamp and not _is_to_ask(key, found):
            if found.version == version:
                return HttpResponse(status=204)
            return HttpResponse(found.content, status=found.status, headers=dict(found.headers))
    return None


def _keys(request: HttpRequest, version: str) -> Iterator[str]:
    """Where what serves for the request may be kept."""
    if re.fullmatch(r"[\w.-]{1,60}", version):
        yield _current_key(request, version)
    if _is_for_others(request):
        yield _content_key(request)


def stamp_of(slug: str) -> HeadStamp | None:
    """The event's stamp, looked up some times a second at most."""
    key = f"stamp:{slug}"
    stamp: HeadStamp | None = caches[NEAR].get(key)
    if stamp is None:
        stamp = head_stamp(slug)
        caches[NEAR].set(key, stamp, settings.SECONDS_BETWEEN_LOOKS)
    return stamp


def _is_to_ask(key: str, found: Shared) -> bool:
    """Whether this poll is the one that asks the page again, as its answer is no longer believed."""
    return time.monotonic() >= found.until and caches[NEAR].add(f"{key}:asked", True, settings.SECONDS_BELIEVED)


def _keeping(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The page's answer, kept for the next who asks the same if the page lets others have it."""
    shared: Shared | None = getattr(response, "shared", None)
    if shared is None or response.cookies or response.status_code not in (200, 204):
        return response
    if response.status_code == 204:
        _keep(_current_key(request, shared.version), shared)
    # What a page asks for names the versions that it has; with another version of one fragment 204 would be wrong.
    whole = response.status_code == 200 or request.path_info.endswith("/")
    if whole and _is_for_others(request) and len(response.content) <= LARGEST:
        headers = tuple(response.headers.items())
        answer = replace(shared, status=response.status_code, content=response.content, headers=headers)
        _keep(_content_key(request), answer)
    return response


def _keep(key: str, shared: Shared) -> None:
    """Keep an answer; it is given to the others for a while after one of them was sent to ask the page again."""
    believed = settings.SECONDS_BELIEVED
    caches[NEAR].set(key, replace(shared, until=time.monotonic() + believed), 3 * believed)


def _is_for_others(request: HttpRequest) -> bool:
    """Whether others will ask the same: open pages will, but for what is about one table or a few players.

    That is made of parts that are kept, and rarely asked for by two phones at a time.
    """
    return "HX-Request" in request.headers and "subject" not in request.META.get("QUERY_STRING", "")


def _current_key(request: HttpRequest, version: str) -> str:
    return f"poll:{request.path_info}:{version}"


def _content_key(request: HttpRequest) -> str:
    """What a body depends on: address and parameters but the version, language, and whether it is packed."""
    parameters = sorted(item for item in request.GET.lists() if item[0] != "v")
    packed = bool(re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")))
    parts = (request.path_info, parameters, get_language_from_request(request), packed)
    return "polled:" + hashlib.sha256(repr(parts).encode()).hexdigest()
