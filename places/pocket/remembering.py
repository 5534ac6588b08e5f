"""My next table first, and those I follow: told once on a phone, which keeps it."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST

from places.live import calls, fragment, live
from places.pocket.phone import FOLLOWED, ME, MOST, followed_of, keep, known_numbers, me_of
from places.pocket.players import call_of
from places.pocket.subjects import numbers_of
from places.reading import Reading, reading
from scoring.selectors.drawing import coming_session
from scoring.selectors.standings_lines import PlayerLine, player_lines
from tournament.selectors.draws import released_draw
from tournament.selectors.seats import way_of


def mine(request: HttpRequest, reader: Reading) -> SafeString | str:
    """Where the reader sits next, kept current; empty where the phone does not know who reads."""
    number = me_of(request, reader)
    return live(request, reader, "mine", str(number)) if number else ""


def followed(request: HttpRequest, reader: Reading) -> SafeString | str:
    """How the reader and the followed players stand, kept current; empty without any."""
    numbers = sorted({*followed_of(request, reader), *filter(None, [me_of(request, reader)])})
    return live(request, reader, "followed", "-".join(map(str, numbers))) if numbers else ""


@require_POST
def be(request: HttpRequest, slug: str) -> HttpResponse:
    """Remember on this phone who reads ("number"), or forget it (empty)."""
    reader = reading(request, slug)
    numbers = known_numbers(reader, request.POST.get("number", ""))
    answer = redirect("pocket:event", slug)
    keep(answer, reader, ME, numbers[:1])
    return answer


@require_POST
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


@fragment("mine", reads=("subject",), beside=calls)
def mine_fragment(request: HttpRequest, reader: Reading) -> str:
    """My next table and seat, with whom, when; and how I stand."""
    [number] = numbers_of(request)
    entry = reader.standings.names.get(number)
    if entry is None:
        raise Http404
    draw = released_draw(reader.event)
    coming = coming_session(draw) if draw else 0
    stop = next((one for one in way_of(draw, number) if one.seat.session == coming), None) if draw else None
    context = {"reader": reader, "event": reader.event, "entry": entry, "number": number, "coming": coming}
    context |= {"stop": stop, "line": next(_lines(reader, [number]), None), **call_of(reader, number)}
    return render_to_string("pocket/_mine.html", context)


@fragment("followed", reads=("subject",))
def followed_fragment(request: HttpRequest, reader: Reading) -> str:
    """The lines of these players in the standings."""
    numbers = numbers_of(request, request.GET.get("subject", "").count("-") + 1)
    if len(numbers) > MOST + 1:
        raise Http404
    return render_to_string("pocket/_followed.html", {"event": reader.event, "lines": list(_lines(reader, numbers))})


def _lines(reader: Reading, numbers: Iterable[int]) -> Iterable[PlayerLine]:
    wanted = set(numbers)
    return (line for line in player_lines(reader.standings) if line.entry.number in wanted)
