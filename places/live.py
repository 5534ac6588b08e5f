"""Live fragments: a part of a page that is rendered once for each version and asked for again while it is open.

A page shows ``live(request, reading, "standings")``; the browser then polls ``/live/<event>/standings?v=41`` and gets
204 until the version has changed.
"""

import hashlib
import random
import re
from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from places.reading import Reading, reading

#: A fragment's content for a reader; the request carries nothing but the parameters, so that all see the same.
Fragment = Callable[[HttpRequest, Reading], str]
FRAGMENTS: dict[str, Fragment] = {}
#: Fragments of the Desk: who may have them. The others are for everybody who may open the event.
GUARDS: dict[str, Callable[[Reading], bool]] = {}
T = TypeVar("T")

#: The parameters that each fragment depends on; others never make a new entry in the cache.
READS: dict[str, tuple[str, ...]] = {}
#: Rendered fragments are kept this many seconds at most; a new version makes them unreachable at once.
KEPT = 3600
#: How often a page asks, in milliseconds: spread, so that a hall full of phones does not ask at once.
POLL = (1500, 1900)
#: A page's number; lists here are not longer.
PAGE = re.compile("[1-9][0-9]{0,2}")


def fragment(
    name: str, *, reads: tuple[str, ...] = (), only_for: Callable[[Reading], bool] | None = None
) -> Callable[[Fragment], Fragment]:
    """Declare a function as the live fragment ``name`` that ``reads`` parameters, for all or ``only_for`` some."""
    READS[name] = reads
    if only_for:
        GUARDS[name] = only_for

    def declare(function: Fragment) -> Fragment:
        FRAGMENTS[name] = function
        return function

    return declare


def live(request: HttpRequest, reader: Reading, name: str, subject: str = "") -> SafeString:
    """The fragment with its wrapper that keeps it current; the content comes from the cache if it is there.

    ``subject``: whose fragment it is, where the page's address says so ("12", a player's number); the fragment reads it
    among the parameters.
    """
    parameters = _parameters(request, name, subject)
    content = _content(reader, name, parameters)
    parameters["v"] = str(reader.version)
    context = {
        "content": content,
        "url": f"{reverse('pocket:live', args=[reader.event.slug, name])}?{parameters.urlencode()}",
        "name": name,
        "interval": random.randint(*POLL),
    }
    return mark_safe(render_to_string("pocket/_live.html", context))


def _parameters(request: HttpRequest, name: str, subject: str) -> QueryDict:
    """Of what was asked only what the fragment reads: nobody fills the cache with one content under many names."""
    asked = request.GET.dict() | ({"subject": subject} if subject else {})
    parameters = QueryDict(mutable=True)
    for key in READS[name]:
        value = str(asked.get(key, ""))[:100]
        if value and (key != "page" or PAGE.fullmatch(value)):
            parameters[key] = value
    return parameters


def _content(reader: Reading, name: str, parameters: QueryDict) -> SafeString:
    def render() -> str:
        bare = HttpRequest()
        bare.GET = parameters.copy()  # type: ignore[assignment]
        return FRAGMENTS[name](bare, reader)

    return mark_safe(once(reader, (name, get_language() or "", parameters.urlencode()), render))


def once(reader: Reading, what: tuple[str, ...], make: Callable[[], T]) -> T:
    """``make()``, worked out once for each version of the event as the reader sees it; ``what`` names it."""
    eyes = "live" if reader.official else "public"
    parts = (what, reader.event.pk, eyes, reader.version)
    key = "fragment:" + hashlib.sha256(repr(parts).encode()).hexdigest()
    made = cache.get(key)
    if made is None:
        made = make()
        cache.set(key, made, KEPT)
    return made


def poll(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Answer a poll: 204 while the version is the one the page has, else the fragment anew."""
    if name not in FRAGMENTS:
        raise Http404
    reader = reading(request, slug)
    guard = GUARDS.get(name)
    if guard and not guard(reader):
        raise Http404
    if request.GET.get("v") == str(reader.version):
        return HttpResponse(status=204)
    head = "" if guard else render_to_string("pocket/_where.html", {"reader": reader, "swap": True})
    response = HttpResponse(live(request, reader, name) + head)
    response["Cache-Control"] = "no-store"
    return response
