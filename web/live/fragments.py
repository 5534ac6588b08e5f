"""Live fragments: a part of a page that is rendered once for each version and asked for again while it is open.

A page shows ``live(request, reading, "standings")``, which is current as ``/live/<event>/standings?v=41`` says with 204
until the version has changed. The browser asks for all fragments of its page at once (static/js/live.js), at
``/live/<event>/?f=standings?v=41&f=clock?v=41.7``, and gets those that have changed.
"""

import copy
import hashlib
import random
import re
import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeVar

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.middleware.gzip import re_accepts_gzip
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournament.events.selectors.events import HeadStamp
from web.live.packing import LONG, packed
from web.live.quick_poll import anonymous, share
from web.live.reading import Reading, reading_of_the_moment
from web.shared.requests.methods import get_only
from web.shared.single_flight import one_at_a_time

#: A fragment's content for a reader; the request carries nothing but the parameters, so that all see the same.
Fragment = Callable[[HttpRequest, Reading], str]
FRAGMENTS: dict[str, Fragment] = {}
#: Fragments of pages whose head does not say where the results stand.
ALONE: set[str] = set()
#: Fragments of the Desk: who may have them. The others are for everybody who may open the event.
GUARDS: dict[str, Callable[[Reading], bool]] = {}
T = TypeVar("T")

#: The parameters that each fragment depends on; others never make a new entry in the cache.
READS: dict[str, tuple[str, ...]] = {}
#: What the version of a fragment holds beside that of the event: for what changes without the event's versions.
BESIDE: dict[str, Callable[[Reading], str]] = {}
#: Fragments whose versions rest on the event's head and on the time alone: phones share their answers for a moment.
OF_THE_HEAD: set[str] = set()
#: Those of them whose versions rest on the time too: the stamp of a page that has them does as well.
BY_THE_CLOCK: set[str] = set()
#: Fragments that are made quicker than they are found again, each for few readers.
NOT_KEPT: set[str] = set()
#: Rendered fragments are kept this many seconds at most; a new version makes them unreachable at once.
KEPT = 3600
#: A page has not more fragments than this.
MOST = 8
#: The header that tells an open page under which stamp all its fragments are current: with it others' answer serves.
STAMP = "X-Live"
#: So many parts are kept with a reading that polls share, and none that is asked for with more letters.
MOST_PARTS, LONGEST = 2000, 1000
#: How often a page asks, in milliseconds: spread, so that a hall full of phones does not ask at once.
POLL = (1500, 1900)
#: A page's number; lists here are not longer.
PAGE = re.compile("[1-9][0-9]{0,2}")


def fragment(
    name: str,
    *,
    reads: tuple[str, ...] = (),
    only_for: Callable[[Reading], bool] | None = None,
    beside: Callable[[Reading], str] | None = None,
    alone: bool = False,
    of_the_head: bool = False,
    kept: bool = True,
) -> Callable[[Fragment], Fragment]:
    """Declare a function as the live fragment ``name`` that ``reads`` parameters, for all or ``only_for`` some.

    ``beside`` gives what its version holds beside the event's own, such as :func:`calls`; each poll asks it. ``alone``:
    its pages do not say in their head where the results stand. ``of_the_head``: ``beside`` and the content rest on
    nothing but the event's head and the time, as they do without ``beside`` and with :func:`calls`. Not ``kept``: it is
    made anew for each who asks.
    """
    READS[name] = reads
    if of_the_head or beside in (None, calls):
        OF_THE_HEAD.add(name)
    if of_the_head and beside:
        BY_THE_CLOCK.add(name)
    if alone or only_for:
        ALONE.add(name)
    if beside:
        BESIDE[name] = beside
    if not kept:
        NOT_KEPT.add(name)
    if only_for:
        GUARDS[name] = only_for

    def declare(function: Fragment) -> Fragment:
        FRAGMENTS[name] = function
        return function

    return declare


def calls(reader: Reading) -> str:
    """The version of the calls in the hall: they change without anything else of the event."""
    return str(reader.event.head.calls)


def version_of(reader: Reading, name: str) -> str:
    """The version of a fragment as a page holds it and asks with it."""
    beside = BESIDE.get(name)
    version = f"{reader.version}.{beside(reader)}" if beside else str(reader.version)
    return version if name in ALONE else f"{version}{_by_the_clock(reader)}"


def _by_the_clock(reader: Reading) -> str:
    """The mark of results that become official when their appeal time is over, which raises no version."""
    return "" if reader.status.official or not reader.after else "p"


def live(request: HttpRequest, reader: Reading, name: str, subject: str = "", *, anew: bool = False) -> SafeString:
    """The fragment with its wrapper that keeps it current; the content comes from the cache if it is there.

    ``subject``: whose fragment it is, where the page's address says so ("12", a player's number); the fragment reads it
    among the parameters. ``anew``: it takes the place of the one that an open page has.
    """
    parameters = _parameters(request, name, subject)
    version = version_of(reader, name)
    content = _content(reader, name, parameters, version)
    return mark_safe("".join(_wrapped(reader, name, parameters, version, content, anew)))


def _wrapped(
    reader: Reading, name: str, parameters: QueryDict, version: str, content: str, anew: bool = False
) -> list[str]:
    """The content between the ends of the element that is asked for again; it says when it was made, for clocks."""
    parameters["v"] = version
    address = escape(f"{_address(reader.event.slug, name)}?{parameters.urlencode()}")
    now, every = int(timezone.now().timestamp() * 1000), random.randint(*POLL)
    swap = ' hx-swap-oob="true"' if anew else ""
    start = f'<div id="live-{name}" data-now="{now}" data-live="{address}" data-every="{every}"{swap}>'
    return [start, content, "</div>"]


@lru_cache(maxsize=1024)
def _address(slug: str, name: str) -> str:
    return reverse("pocket:live", args=[slug, name])


def _parameters(request: HttpRequest, name: str, subject: str) -> QueryDict:
    """Of what was asked only what the fragment reads: nobody fills the cache with one content under many names."""
    asked = request.GET.dict() | ({"subject": subject} if subject else {})
    parameters = QueryDict(mutable=True)
    for key in READS[name]:
        value = str(asked.get(key, ""))[:100]
        if value and (key != "page" or PAGE.fullmatch(value)):
            parameters[key] = value
    return parameters


def _content(reader: Reading, name: str, parameters: QueryDict, version: str) -> SafeString:
    def render() -> str:
        bare = HttpRequest()
        bare.GET = parameters  # type: ignore[assignment]
        return FRAGMENTS[name](bare, reader)

    if name in NOT_KEPT or "q" in parameters:  # anybody's words, of which there is no end
        return mark_safe(render())
    return mark_safe(once(reader, (name, version, get_language() or "", parameters.urlencode()), render))


def once(reader: Reading, what: tuple[str, ...], make: Callable[[], T]) -> T:
    """``make()``, worked out once for each version of the event as the reader sees it; ``what`` names it.

    Of the threads of a process that want it at once one makes it; what it raises is raised to that one alone.
    """
    eyes = "live" if reader.official else "public"
    parts = (what, reader.event.pk, eyes, reader.version)
    key = "fragment:" + hashlib.sha256(repr(parts).encode()).hexdigest()
    made = cache.get(key)
    if made is None:
        with one_at_a_time(key):
            made = cache.get(key)
            if made is None:
                made = make()
                cache.set(key, made, KEPT)
    return made


@get_only
def poll(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Answer for one fragment: 204 while the version is the one that was asked with, else the fragment anew.

    Where its subject is no longer there (a release was taken back), an open page hears that instead of keeping it.
    """
    reader = reading_of_the_moment(request, slug)
    if not _may_have(reader, name):
        raise Http404
    version = version_of(reader, name)
    if request.GET.get("v") == version:
        response = HttpResponse(status=204)
    else:
        response = _answer(request, [*_again(request, reader, name), _where(reader, [name])])
    if _is_everybodys(request, name):
        share(response, _stamp(reader), version)
    return response


@get_only
def poll_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer for all fragments of an open page: 204 while they are current, else those that have changed.

    Asked with f (several): a fragment's name, "?", its parameters with v. If the answer is everybody's, it has a header
    with the stamp that the next poll is asked with (v), so that most are answered before anything is read.
    """
    reader = reading_of_the_moment(request, slug)
    asked = [part for text in request.GET.getlist("f")[:MOST] if (part := _part_of(request, reader, text))]
    stale = [part for part in asked if part.again]
    if stale:
        parts = [text for part in stale for text in part.again]
        response = _answer(request, [*parts, _where(reader, [part.name for part in stale])])
    else:
        response = HttpResponse(status=204)
    if asked and all(part.everybodys for part in asked):
        version = f"{'.'.join(map(str, _stamp(reader)))}{_by_the_clock(reader)}{_of_the_moment(asked)}"
        response[STAMP] = version
        share(response, _stamp(reader), version)
    return response


class Part(NamedTuple):
    """A fragment that an open page has: whether everybody may have its answer, and if it is not current it anew.

    ``moment``: its version, if that rests on the time.
    """

    name: str
    everybodys: bool
    moment: str
    again: list[str]


def _of_the_moment(asked: list[Part]) -> str:
    """What a page's stamp says of parts that the time changes, as no version of the event rises then."""
    moments = " ".join(part.moment for part in asked)
    return f"-{zlib.crc32(moments.encode()):x}" if moments.strip() else ""


def _part_of(request: HttpRequest, reader: Reading, text: str) -> Part | None:
    """What to answer for "standings?v=41"; None if there is nothing. Who shares a reading shares what all may have."""
    key = (text, get_language() or "", "HX-Request" in request.headers)
    part: Part | None = reader.parts.get(key)
    if part is None:
        part = _part(request, reader, *text.partition("?")[::2])
        if part and part.everybodys and len(text) <= LONGEST:
            part = reader.parts[key] = _without_copies(reader, part)
    return part


def _without_copies(reader: Reading, part: Part) -> Part:
    """The part to keep; many may have the same content, asked for with versions that anybody can make up."""
    if len(reader.parts) >= MOST_PARTS:
        reader.parts.clear()
        reader.contents.clear()
    return part._replace(
        again=[reader.contents.setdefault(one, one) if len(one) >= LONG else one for one in part.again]
    )


def _part(request: HttpRequest, reader: Reading, name: str, query: str) -> Part | None:
    if not _may_have(reader, name):
        return None
    # The request as if it had asked for this fragment alone.
    alone = copy.copy(request)
    alone.GET = QueryDict(query)
    version = version_of(reader, name)
    again = [] if alone.GET.get("v") == version else _again(alone, reader, name, anew=True)
    return Part(name, _is_everybodys(alone, name), version if name in BY_THE_CLOCK else "", again)


def _may_have(reader: Reading, name: str) -> bool:
    """Whether there is such a fragment, and the reader may have it."""
    guard = GUARDS.get(name)
    return name in FRAGMENTS and (guard is None or guard(reader))


def _stamp(reader: Reading) -> HeadStamp:
    head = reader.event.head
    return HeadStamp(head.public, head.calls, head.clock)


def _where(reader: Reading, names: list[str]) -> str:
    """Where the results stand, for the head of a page that has one of these fragments."""
    if ALONE.issuperset(names):
        return ""
    what = ("where", get_language() or "", str(reader.after), reader.mark)
    return once(reader, what, lambda: render_to_string("pocket/_where.html", {"reader": reader, "swap": True}))


def _is_everybodys(request: HttpRequest, name: str) -> bool:
    """Whether others may have the answer: who asks has no account, and there are but so many answers to it.

    No words to search, and nothing that the fragment does not read.
    """
    return name in OF_THE_HEAD and anonymous(request) and {*request.GET} <= {"v", *READS[name]} - {"q"}


def _again(request: HttpRequest, reader: Reading, name: str, *, anew: bool = False) -> list[str]:
    """The fragment anew; for an open page whose subject is gone the sentence that says so, until it comes back."""
    parameters, version = _parameters(request, name, ""), version_of(reader, name)
    try:
        content = _content(reader, name, parameters, version)
    except Http404:
        if "HX-Request" not in request.headers:
            raise
        content = mark_safe(render_to_string("pocket/_gone.html"))
    return _wrapped(reader, name, parameters, version, content, anew)


def _answer(request: HttpRequest, parts: list[str]) -> HttpResponse:
    """The parts as an answer that is not kept; packed here, with what is packed already, if everybody may have it."""
    if anonymous(request) and re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
        response = HttpResponse(packed(parts), headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse("".join(parts))
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response
