"""My next table first, and those I follow: told once on a phone, which keeps it."""

from collections.abc import Callable, Iterable
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from common.templatetags.pinju import DASH
from scoring.standings.selectors.lines import PlayerLine, places_of, player_lines
from web.live.fragments import calls, fragment, live
from web.live.reading import Reading, reading
from web.pocket.my_card import card
from web.pocket.phone import FOLLOWED, ME, MOST, followed_of, keep, known_numbers, me_of
from web.pocket.results.players import call_of
from web.pocket.subjects import numbers_of
from web.shared.requests.methods import post_only
from web.shared.scores import competition, movement, points
from web.shared.tables import named, numbered

#: Where the rows of who is followed come in their list.
ROWS = "<!-- rows -->"


def mine(request: HttpRequest, reader: Reading) -> SafeString | str:
    """Where the reader sits next, kept current; empty where the phone does not know who reads."""
    number = me_of(request, reader)
    return live(request, reader, "mine", str(number)) if number else ""


def followed(request: HttpRequest, reader: Reading) -> SafeString | str:
    """How the reader and the followed players stand, kept current; empty without any."""
    numbers = sorted({*followed_of(request, reader), *filter(None, [me_of(request, reader)])})
    return live(request, reader, "followed", "-".join(map(str, numbers))) if numbers else ""


@post_only
def be(request: HttpRequest, slug: str) -> HttpResponse:
    """Remember on this phone who reads ("number"), or forget it (empty)."""
    reader = reading(request, slug)
    numbers = known_numbers(reader, request.POST.get("number", ""))
    answer = redirect("pocket:event", slug)
    keep(answer, reader, ME, numbers[:1])
    return answer


@post_only
def follow(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow a player on this phone ("on"), or not any more."""
    reader = reading(request, slug)
    numbers = known_numbers(reader, request.POST.get("number", ""))
    if not numbers:
        raise Http404
    others = [number for number in followed_of(request, reader) if number != numbers[0]]
    kept = [*others, numbers[0]][:MOST] if request.POST.get("on") else others
    answer = redirect("pocket:player", slug, numbers[0])
    keep(answer, reader, FOLLOWED, kept)
    return answer


@fragment("mine", reads=("subject",), beside=calls, kept=False)
def mine_fragment(request: HttpRequest, reader: Reading) -> str:
    """My next table and seat, with whom, when; and how I stand, alone once every session's results are public."""
    [number] = numbers_of(request)
    entry = reader.standings.names.get(number)
    if entry is None:
        raise Http404
    called = call_of(reader, number)
    call = render_to_string("pocket/_called.html", called) if called["my_call"] else ""
    return call + card(reader, entry, next(iter(_lines(reader, [number])), None))


@fragment("followed", reads=("subject",), kept=False)
def followed_fragment(request: HttpRequest, reader: Reading) -> str:
    """The lines of these players in the standings."""
    numbers = numbers_of(request, request.GET.get("subject", "").count("-") + 1)
    if len(numbers) > MOST + 1:
        raise Http404
    page = numbered("pocket:player", reader.event.slug)
    rows = [_row(line, page) for line in _lines(reader, numbers)]
    return _frame(get_language() or "").replace(ROWS, "".join(rows)) if rows else ""


@lru_cache
def _frame(language: str) -> str:
    """The list without its rows: nothing in it but the words of the language."""
    return render_to_string("pocket/_followed.html")


def _row(line: PlayerLine, page: Callable[[int], str]) -> SafeString:
    """A followed player's row, written by hand: after a release each phone of a full hall asks for rows of its own."""
    standing, entry = line.standing, line.entry
    return format_html(
        '<tr><td class="num table-rank">{}</td><td class="num">{}</td><th scope="row">{}</th>'
        '<td class="num figure">{}</td><td class="num">{}</td></tr>',
        standing.rank or DASH,
        movement(line.moved),
        named(entry, page(entry.number)),
        points(standing.table_points),
        competition(standing.competition_points),
    )


def _lines(reader: Reading, numbers: Iterable[int]) -> list[PlayerLine]:
    """The lines of these players, the best first."""
    places = places_of(reader.standings)
    lines = player_lines(reader.standings)
    return [lines[at] for at in sorted(places[number] for number in numbers if number in places)]
