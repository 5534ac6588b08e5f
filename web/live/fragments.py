"""Live fragments: parts of a page that are rendered once for each version and fetched again when it changes.

A page shows ``live(request, reader, "standings")``. While it is open, its script (static/js/live.js) polls one small
address with the versions it has, ``/live/<event>/version?standings=7.a3.41``: 204, or the versions of those that
changed. Each of those it fetches from the address that holds its version,
``/live/<event>/standings?page=2&lang=en&v=7.a3.42``.

What everybody may read is the same for everybody at such an address, so that browsers and proxies keep it for good. An
address of any other version is redirected to the current one. What only officials may read has versions that begin with
``p`` (private), and is never stored.
"""

import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.safestring import SafeString, mark_safe

from tournament.events.selectors.events import event_state_stamp
from web.live.early import PUBLIC_FOREVER
from web.shared.requests.methods import get_only
from web.shared.single_flight import cache_key, compute_once
from web.shared.viewer import ViewerContext, public_viewer_context, viewer_context

T = TypeVar("T")
Render = Callable[[HttpRequest, ViewerContext], str]

#: How versions begin that are not everybody's.
PRIVATE = "p"
#: Rendered content is kept this many seconds at most; a new version makes it unreachable at once.
KEPT = 3600
#: A page has not more fragments than this.
MOST = 8
#: How often a page polls, in milliseconds: spread, so that a hall full of phones does not ask at once.
POLL = (1500, 1900)
#: A page's number; lists here are not longer.
PAGE = re.compile("[1-9][0-9]{0,2}")
#: The parameter with words that people type: there is no end of them, so their answers are not kept.
WORDS = "q"


def _nothing(reader: ViewerContext) -> str:
    return ""


@dataclass(frozen=True)
class Fragment:
    """A part of a page that stays current while the page is open.

    ``render`` gets a request that carries only the parameters named in ``reads``. ``guard`` says who may read it; None:
    everybody who may open the event. ``extra`` is what its version holds besides the event's own, for what changes
    without it. ``says_where``: where the results stand comes with it, for the head of its pages.
    """

    name: str
    render: Render
    reads: tuple[str, ...] = ()
    guard: Callable[[ViewerContext], bool] | None = None
    extra: Callable[[ViewerContext], str] = _nothing
    says_where: bool = True
    content_type: str = "text/html"

    def may_read(self, reader: ViewerContext) -> bool:
        return self.guard is None or self.guard(reader)

    def is_public(self, reader: ViewerContext) -> bool:
        """Whether what this reader gets is what everybody gets."""
        return self.guard is None and not reader.official and not reader.event.rehearsal

    def version(self, reader: ViewerContext) -> str:
        """Return the version as a page holds it; id and era distinguish events that ever had the same address."""
        event = f"{'' if self.is_public(reader) else PRIVATE}{reader.event.pk}.{reader.event.head.era}"
        # Results become official by the clock alone, which raises no version of the event.
        provisional = self.says_where and reader.after and not reader.status.official
        parts = (event, str(reader.version), self.extra(reader), "provisional" if provisional else "")
        return ".".join(filter(None, parts))

    def parameters(self, asked: QueryDict, subject: str = "") -> QueryDict:
        """The parameters that it reads, of what was ``asked``: others make no other address."""
        given = asked.dict() | ({"subject": subject} if subject else {})
        parameters = QueryDict(mutable=True)
        for key in self.reads:
            value = str(given.get(key, ""))[:100]
            if value and (key != "page" or PAGE.fullmatch(value)):
                parameters[key] = value
        return parameters

    def address(self, slug: str, parameters: QueryDict, version: str) -> str:
        """The one address of its content in this version and the active language."""
        asked = parameters.copy()
        asked["lang"], asked["v"] = _language(), version
        return f"{reverse('pocket:live', args=[slug, self.name])}?{asked.urlencode()}"

    def content(self, reader: ViewerContext, parameters: QueryDict, version: str) -> SafeString:
        """The content in the active language; ``version`` is the reader's."""

        def render() -> str:
            bare = HttpRequest()
            bare.GET = parameters  # type: ignore[assignment]
            return self.render(bare, reader)

        if WORDS in parameters:
            return mark_safe(render())
        return mark_safe(once(reader, (self.name, version, _language(), parameters.urlencode()), render))


FRAGMENTS: dict[str, Fragment] = {}


def fragment(
    name: str,
    *,
    reads: tuple[str, ...] = (),
    guard: Callable[[ViewerContext], bool] | None = None,
    extra: Callable[[ViewerContext], str] = _nothing,
    says_where: bool = True,
    content_type: str = "text/html",
) -> Callable[[Render], Render]:
    """Declare a function as what renders the :class:`Fragment` ``name``; those with a guard never say where."""

    def declare(render: Render) -> Render:
        says = says_where and guard is None
        FRAGMENTS[name] = Fragment(name, render, reads, guard, extra, says, content_type)
        return render

    return declare


def calls(reader: ViewerContext) -> str:
    """The version of the calls in the hall, which change without anything else of the event."""
    return str(reader.event.head.calls)


def live(request: HttpRequest, reader: ViewerContext, name: str, subject: str = "") -> SafeString:
    """The fragment in the element that keeps it current.

    ``subject``: whose fragment it is, where the page's address says so ("12", a player's number).
    """
    chosen = FRAGMENTS[name]
    parameters, version = chosen.parameters(request.GET, subject), chosen.version(reader)
    address = chosen.address(reader.event.slug, parameters, version)
    return held(name, address, chosen.content(reader, parameters, version))


def held(name: str, address: str, content: str, **more: object) -> SafeString:
    """The content in the element by which static/js/live.js knows its address, and when it was made."""
    every = str(random.randint(*POLL))
    context = {"name": name, "address": address, "content": content, "now": _now(), "every": every, **more}
    return render_to_string("live/fragment.html", context)


def once(reader: ViewerContext, what: tuple[str, ...], make: Callable[[], T]) -> T:
    """``make()``, computed once for each version of the event as the reader sees it; ``what`` names it."""
    eyes, event = "live" if reader.official else "public", reader.event
    key = cache_key("fragment", what, event.pk, event.head.era, eyes, reader.version)
    return compute_once(cache, key, KEPT, make)


def versions_of(reader: ViewerContext | None, names: Iterable[str]) -> dict[str, str]:
    """Name -> version of those of the fragments that the reader may have."""
    known = [FRAGMENTS[name] for name in names if name in FRAGMENTS]
    return {one.name: one.version(reader) for one in known if one.may_read(reader)} if reader else {}


def public_versions(slug: str, names: Sequence[str]) -> dict[str, str]:
    """The same for everybody, from the event's state; read anew each second, as some versions hold the time."""
    key = cache_key("versions", slug, event_state_stamp(slug), *names)
    return compute_once(cache, key, settings.SECONDS_BELIEVED, lambda: versions_of(public_viewer_context(slug), names))


@get_only
def poll(request: HttpRequest, slug: str) -> HttpResponse:
    """204, or which of the fragments that an open page has (name=version) have which version now."""
    names = [name for name in request.GET if name in FRAGMENTS][:MOST]
    current = public_versions(slug, names) if _is_nobody(request) else {}
    if not current:
        current = versions_of(viewer_context(request, slug), names)
    changed = {name: version for name, version in current.items() if request.GET[name] != version}
    # The server's time: what comes from a browser's cache cannot tell it.
    answer = JsonResponse({"now": _now(), "changed": changed}) if changed else HttpResponse(status=204)
    answer["Cache-Control"] = "no-store"
    return answer


@get_only
def show(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """A fragment in the version, language and parameters that its address names, if they are the current ones."""
    chosen, asked = FRAGMENTS.get(name), request.GET.get("v", "")
    if chosen is None:
        raise Http404
    is_public = public_versions(slug, [name]).get(name) == asked
    if is_public and (unchanged := get_conditional_response(request, etag=f'"{asked}"')):
        return unchanged
    reader = public_viewer_context(slug) if is_public else viewer_context(request, slug)
    if reader is None or not chosen.may_read(reader):
        raise Http404
    language = request.GET.get("lang", "")
    with translation.override(language if language in dict(settings.LANGUAGES) else _language()):
        parameters, version = chosen.parameters(request.GET), chosen.version(reader)
        address = chosen.address(slug, parameters, version)
        if request.get_full_path() != address:
            return HttpResponseRedirect(address, headers={"Cache-Control": "no-store"})
        return _answer(request, chosen, reader, parameters, version)


def _is_nobody(request: HttpRequest) -> bool:
    """Whether nothing says who asks."""
    return settings.SESSION_COOKIE_NAME not in request.COOKIES


def _now() -> str:
    """The time in milliseconds, as scripts count it."""
    return str(int(timezone.now().timestamp() * 1000))


def _answer(
    request: HttpRequest, chosen: Fragment, reader: ViewerContext, parameters: QueryDict, version: str
) -> HttpResponse:
    """The content, with where the results stand; for an open page whose subject is gone the sentence that says so."""
    kept = PUBLIC_FOREVER if chosen.is_public(reader) else "private, no-store"
    try:
        content: str = chosen.content(reader, parameters, version)
    except Http404:
        if "HX-Request" not in request.headers:
            raise
        content, kept = render_to_string("pocket/_gone.html"), "no-store"
    if chosen.says_where:
        content += render_to_string("pocket/_where.html", {"reader": reader, "swap": True})
    headers = {"Cache-Control": kept, "Content-Language": _language()}
    answer = HttpResponse(content, content_type=f"{chosen.content_type}; charset=utf-8", headers=headers)
    if kept == PUBLIC_FOREVER:
        answer["ETag"] = f'"{version}"'
    return answer


def _language() -> str:
    return translation.get_language() or settings.LANGUAGE_CODE
