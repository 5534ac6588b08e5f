"""Live fragments: parts of a page that are rendered once for each version and fetched again when it changes.

A page shows ``live(request, reader, "standings")``. While it is open, its script (static/js/live.js) polls one small
address with the versions it has, ``/live/<event>/version?standings=7.a3.41``: 204, or the versions of those that
changed. Each of those it fetches from the address that holds its version,
``/live/<event>/standings?page=2&lang=en&v=7.a3.42``.

A public fragment is the same for everybody at its address and never changes, so browsers and proxies keep it. Any other
version is redirected to the current one. What only officials may read has versions that begin with ``p`` (private) and
is never stored.
"""

import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.safestring import SafeString, mark_safe

from tournament.events.selectors.events import event_state_stamp
from web.live.early import PUBLIC_FOREVER
from web.shared.requests.methods import get_only
from web.shared.single_flight import cache_key, compute_once
from web.shared.viewer import KEPT, ViewerContext, public_viewer_context, viewer_context

T = TypeVar("T")
Render = Callable[[HttpRequest, ViewerContext], str]

#: The first letter of versions that not everybody may read.
PRIVATE = "p"
#: Maximum number of fragments that one poll asks for.
MOST = 8
#: Milliseconds between polls: random, so that the phones of a hall do not poll at the same time.
POLL = (1500, 1900)
#: The number of a page in a list.
PAGE = re.compile("[1-9][0-9]{0,2}")
#: The parameter with typed words: they are endless, so their content is not cached.
WORDS = "q"


@dataclass(frozen=True)
class Fragment:
    """A part of a page that stays current while the page is open.

    ``reads`` names the parameters that ``render`` gets. ``guard`` tells who may read it; None: everybody who may open
    the event. ``extra`` returns what its version holds besides the event's version. ``says_where``: it brings the line
    for the page's head that says after which session the results are.
    """

    name: str
    render: Render
    reads: tuple[str, ...] = ()
    guard: Callable[[ViewerContext], bool] | None = None
    extra: Callable[[ViewerContext], str] = lambda _reader: ""
    says_where: bool = False
    content_type: str = "text/html"

    def may_read(self, reader: ViewerContext) -> bool:
        return self.guard is None or self.guard(reader)

    def is_public(self, reader: ViewerContext) -> bool:
        return self.guard is None and not reader.official and not reader.event.rehearsal

    def version(self, reader: ViewerContext) -> str:
        """Return the version as a page holds it; id and era distinguish events that ever had the same address."""
        event = f"{'' if self.is_public(reader) else PRIVATE}{reader.event.pk}.{reader.event.ledger.era}"
        # Results become official by time alone, which raises no version of the event.
        provisional = self.says_where and not reader.status.official
        parts = (event, str(reader.version), self.extra(reader), "provisional" if provisional else "")
        return ".".join(filter(None, parts))

    def parameters(self, asked: QueryDict, subject: str = "") -> QueryDict:
        """Return those of the ``asked`` parameters that it reads."""
        given = asked.dict() | ({"subject": subject} if subject else {})
        parameters = QueryDict(mutable=True)
        for key in self.reads:
            value = str(given.get(key, ""))[:100]
            if value and (key != "page" or PAGE.fullmatch(value)):
                parameters[key] = value
        return parameters

    def address(self, slug: str, parameters: QueryDict, version: str) -> str:
        """Return the one address of its content in this version and the active language."""
        query = parameters.copy()
        query["lang"], query["v"] = _language(), version
        return f"{reverse('pocket:live', args=[slug, self.name])}?{query.urlencode()}"

    def content(self, reader: ViewerContext, parameters: QueryDict, version: str) -> SafeString:
        """Return the content in the active language. Raises Http404 if there is no such subject."""
        bare = HttpRequest()
        bare.GET = parameters  # type: ignore[assignment]
        if WORDS in parameters:
            return mark_safe(self.render(bare, reader))
        key = (self.name, version, _language(), parameters.urlencode())
        return mark_safe(once(reader, key, lambda: self.render(bare, reader)))


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


def live(request: HttpRequest, reader: ViewerContext, name: str, subject: str = "") -> SafeString:
    """Return the fragment in the element that keeps it current.

    ``subject`` is what the fragment is about if the page's address says so, such as a player's number.
    """
    chosen = FRAGMENTS[name]
    parameters, version = chosen.parameters(request.GET, subject), chosen.version(reader)
    address = chosen.address(reader.event.slug, parameters, version)
    return held(name, address, chosen.content(reader, parameters, version))


def held(name: str, address: str, content: str, **more: object) -> SafeString:
    """Return the element in which static/js/live.js keeps the content current."""
    context = {"name": name, "address": address, "content": content, "now": _now(), "every": str(random.randint(*POLL))}
    return render_to_string("live/fragment.html", context | more)


def once(reader: ViewerContext, what: tuple[str, ...], make: Callable[[], T]) -> T:
    """Compute ``make()`` once for each version of the event that this viewer sees; ``what`` names the value."""
    event = reader.event
    key = cache_key("fragment", what, event.pk, event.ledger.era, reader.official, reader.version)
    return compute_once(cache, key, make, lambda _value: KEPT)


def versions_of(reader: ViewerContext | None, names: Iterable[str]) -> dict[str, str]:
    """Return name -> version of those fragments that the viewer may read; none without a viewer."""
    known = [FRAGMENTS[name] for name in names if name in FRAGMENTS]
    return {one.name: one.version(reader) for one in known if one.may_read(reader)} if reader else {}


def public_versions(slug: str, names: Sequence[str]) -> dict[str, str]:
    """Return the versions for everybody, computed again each second because some hold the time. One query at least."""
    key = cache_key("versions", slug, event_state_stamp(slug), *names)
    return compute_once(
        cache, key, lambda: versions_of(public_viewer_context(slug), names), lambda _versions: settings.SECONDS_BELIEVED
    )


@get_only
def poll(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer 204, or the current versions of those fragments (name=version) that have changed."""
    names = [name for name in request.GET if name in FRAGMENTS][:MOST]
    has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
    current = {} if has_session else public_versions(slug, names)
    if not current:
        current = versions_of(viewer_context(request, slug), names)
    changed = {name: version for name, version in current.items() if request.GET[name] != version}
    # With the server's time, which a fragment from the browser's cache does not have.
    answer = JsonResponse({"now": _now(), "changed": changed}) if changed else HttpResponse(status=204)
    answer["Cache-Control"] = "no-store"
    return answer


@get_only
def show(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show the fragment that the address names, or redirect to its current version and plain parameters."""
    chosen, asked = FRAGMENTS.get(name), request.GET.get("v", "")
    is_public = public_versions(slug, [name]).get(name) == asked
    reader = public_viewer_context(slug) if is_public else viewer_context(request, slug)
    if chosen is None or reader is None or not chosen.may_read(reader):
        raise Http404
    language = request.GET.get("lang", "")
    with translation.override(language if language in dict(settings.LANGUAGES) else _language()):
        parameters, version = chosen.parameters(request.GET), chosen.version(reader)
        address = chosen.address(slug, parameters, version)
        if request.get_full_path() != address:
            return HttpResponseRedirect(address, headers={"Cache-Control": "no-store"})
        try:
            content, kept = chosen.content(reader, parameters, version), _cache_control(chosen, reader)
        except Http404:  # an open page says so, and goes on polling
            if "HX-Request" not in request.headers:
                raise
            content, kept = render_to_string("pocket/_gone.html"), "no-store"
        if chosen.says_where:
            content += render_to_string("pocket/_where.html", {"reader": reader, "swap": True})
        headers = {"Cache-Control": kept, "Content-Language": _language()}
        return HttpResponse(content, content_type=f"{chosen.content_type}; charset=utf-8", headers=headers)


def _cache_control(chosen: Fragment, reader: ViewerContext) -> str:
    return PUBLIC_FOREVER if chosen.is_public(reader) else "private, no-store"


def _now() -> str:
    """Return the time in milliseconds, as scripts count it."""
    return str(int(timezone.now().timestamp() * 1000))


def _language() -> str:
    return translation.get_language() or settings.LANGUAGE_CODE
