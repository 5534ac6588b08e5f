"""Live fragments: parts of a page that are rendered once for each version and fetched again when it changes.

A page shows ``live(request, reader, "standings")``. Its script (static/js/live.js) asks `poll` with the versions it has
which of them changed, and fetches those from `show`. docs/architecture.md, "Live pages", has the addresses, and says
who may read and keep which version.
"""

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from common.infrastructure.single_flight import cache_key, compute_once
from tournament.events.selectors.events import event_state_stamp
from web.live.early import PUBLIC_FOREVER
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, public_viewer_context, viewer_context

Render = Callable[[HttpRequest, ViewerContext], str]

#: The first letter of versions that not everybody may read.
PRIVATE = "p"
#: The number of a page in a list.
PAGE = re.compile("[1-9][0-9]{0,2}")


@dataclass(frozen=True)
class Fragment:
    """A part of a page that stays current while the page is open.

    ``reads`` names the parameters that ``render`` gets. ``guard`` tells who may read it; None: everybody who may open
    the event. ``extra_version`` returns what its version holds besides the event's version. ``shows_status``: it brings
    the line for the page's head that says after which session the results are.
    """

    name: str
    render: Render
    reads: tuple[str, ...] = ()
    guard: Callable[[ViewerContext], bool] | None = None
    extra_version: Callable[[ViewerContext], str] = lambda _reader: ""
    shows_status: bool = False
    content_type: str = "text/html"

    def may_read(self, reader: ViewerContext) -> bool:
        return self.guard is None or self.guard(reader)

    def is_public(self, reader: ViewerContext) -> bool:
        return self.guard is None and not reader.official and not reader.event.is_private

    def version(self, reader: ViewerContext) -> str:
        """Return the version as a page holds it; id and era distinguish events that ever had the same address."""
        prefix = "" if self.is_public(reader) else PRIVATE
        state = f"{prefix}{reader.event.pk}.{reader.event.ledger.era}.{reader.version}"
        # Results become official by time alone, which raises no version of the event.
        provisional = "provisional" if self.shows_status and not reader.status.official else ""
        return ".".join(filter(None, (state, self.extra_version(reader), provisional)))

    def parameters(self, query: Mapping[str, object]) -> QueryDict:
        parameters = QueryDict(mutable=True)
        for key in self.reads:
            value = str(query.get(key, ""))[:100]
            if value and (key != "page" or PAGE.fullmatch(value)):
                parameters[key] = value
        return parameters

    def address(self, reader: ViewerContext, parameters: QueryDict) -> str:
        """Return the one address of its current content in the active language."""
        query = parameters.copy()
        query["lang"], query["v"] = translation.get_language(), self.version(reader)
        return f"{reverse('pocket:live', args=[reader.event.slug, self.name])}?{query.urlencode()}"

    def content(self, reader: ViewerContext, parameters: QueryDict, address: str) -> str:
        """Return the content of the address. Raises Http404 if there is no such subject."""
        request = HttpRequest()
        request.GET = parameters  # type: ignore[assignment]
        if "q" in parameters:  # typed words are endless, so their content is not cached
            return self.render(request, reader)
        return reader.cached(address, lambda: self.render(request, reader))


FRAGMENTS: dict[str, Fragment] = {}


def fragment(name: str, **fields: Any) -> Callable[[Render], Render]:
    """Declare a function as the ``render`` of a :class:`Fragment` with these ``fields``."""

    def declare(render: Render) -> Render:
        FRAGMENTS[name] = Fragment(name, render, **fields)
        return render

    return declare


def calls(reader: ViewerContext) -> str:
    """Return the version of the calls in the hall, which change without anything else of the event."""
    return str(reader.event.ledger.calls)


def live(
    request: HttpRequest,
    reader: ViewerContext,
    name: str,
    subject: str = "",
    shown: Callable[[str], str] = str,
    **more: str,
) -> SafeString:
    """Return the fragment in the element that keeps it current (static/js/live.js).

    ``subject`` is what the fragment is about if the page's address says so, such as a player's number. ``shown``
    returns what the page shows of the content; ``more`` are further values of the template.
    """
    wanted = FRAGMENTS[name]
    parameters = wanted.parameters(request.GET.dict() | {"subject": subject})
    address = wanted.address(reader, parameters)
    content = mark_safe(shown(wanted.content(reader, parameters, address)))
    context = {"name": name, "address": address, "content": content, "now": time.time_ns() // 1_000_000}
    return render_to_string("live/fragment.html", context | more)


@get_only
def poll(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer 204, or the current versions of those fragments (name=version) that have changed."""
    names = [name for name in request.GET if name in FRAGMENTS]

    def versions() -> dict[str, str]:
        reader = viewer_context(request, slug)
        return {name: FRAGMENTS[name].version(reader) for name in names if FRAGMENTS[name].may_read(reader)}

    if settings.SESSION_COOKIE_NAME in request.COOKIES:
        current = versions()
    else:
        # The same for everybody without an account. Loading the event would take four times as long as its state. They
        # are computed again each second, because some hold the time.
        key = cache_key("versions", event_state_stamp(slug), names)
        current = compute_once(cache, key, versions, settings.SECONDS_BELIEVED)
    changed = {name: version for name, version in current.items() if request.GET[name] != version}
    # With the server's time, which a fragment from the browser's cache does not have.
    news = {"now": time.time_ns() // 1_000_000, "changed": changed}
    answer = JsonResponse(news) if changed else HttpResponse(status=204)
    answer["Cache-Control"] = "no-store"
    return answer


@get_only
def show(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show the fragment that the address names, or redirect to its current version and plain parameters."""
    wanted = FRAGMENTS.get(name)
    if wanted is None:
        raise Http404
    asked = request.GET.get("v", "")
    # The address of the current public version has the same answer for everybody, officials too.
    reader = None if asked.startswith(PRIVATE) else public_viewer_context(slug)
    if reader is None or wanted.version(reader) != asked:
        reader = viewer_context(request, slug)
    if not wanted.may_read(reader):
        raise Http404
    language = request.GET.get("lang")
    with translation.override(language if language in dict(settings.LANGUAGES) else translation.get_language()):
        parameters = wanted.parameters(request.GET.dict())
        address = wanted.address(reader, parameters)
        # A private version is kept nowhere, so an old one may answer: redirects could not catch up with many writes.
        is_private = not wanted.is_public(reader) and asked.startswith(PRIVATE)
        if not is_private and request.get_full_path() != address:
            return HttpResponseRedirect(address, headers={"Cache-Control": "no-store"})
        caching = "private, no-store" if is_private else PUBLIC_FOREVER
        try:
            content = wanted.content(reader, parameters, address)
        except Http404:  # an open page says so, and goes on polling
            if "HX-Request" not in request.headers:
                raise
            content, caching = render_to_string("pocket/_gone.html"), "no-store"
        if wanted.shows_status:
            content += render_to_string("pocket/_where.html", {"reader": reader, "swap": True})
        headers = {"Cache-Control": caching, "Content-Language": translation.get_language()}
        return HttpResponse(content, content_type=f"{wanted.content_type}; charset=utf-8", headers=headers)
