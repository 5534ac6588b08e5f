"""Most of what a full hall asks is a poll of a page that is current: those are answered before everything else.

A thousand phones ask some 600 times a second. Who is not signed in and has the version that another such poll was told
is current a moment ago is answered after one look at the event's version.
"""

import re
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from tournament.selectors.events import public_version

#: A poll's address: event and fragment (places/pocket/urls.py).
ADDRESS = re.compile(r"/live/([\w-]+)/([\w-]+)")
#: Seconds that an answer is believed: what changes by the clock alone raises no version.
BELIEVED = 1


class QuickPoll:
    """Answer 204 to polls that are surely current, and leave the others to the page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        address = ADDRESS.fullmatch(request.path_info)
        if address and anonymous(request) and _current(address[1], address[2], request.GET.get("v", "")):
            return HttpResponse(status=204)
        return self.get_response(request)


def anonymous(request: HttpRequest) -> bool:
    """Whether nothing says who asks."""
    return settings.SESSION_COOKIE_NAME not in request.COOKIES


def believe(slug: str, name: str, version: str, public: int) -> None:
    """Take for current, for a moment, what a reader without an account was told is: while the event's is ``public``."""
    cache.set(_key(slug, name, version), public, BELIEVED)


def _current(slug: str, name: str, version: str) -> bool:
    public = cache.get(_key(slug, name, version)) if re.fullmatch(r"[\w.]{1,40}", version) else None
    return public is not None and public == public_version(slug)


def _key(slug: str, name: str, version: str) -> str:
    return f"poll:{slug}:{name}:{version}"
