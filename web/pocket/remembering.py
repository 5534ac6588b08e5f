"""My next table first, and those I follow: told once on a phone, which keeps it."""

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from web.live.fragments import FRAGMENTS, held
from web.pocket.phone import FOLLOWED, ME, MOST, followed_of, keep, known_numbers, me_of
from web.pocket.player_file import own_values, placeholders
from web.shared.requests.methods import post_only
from web.shared.viewer import ViewerContext, viewer_context


def mine(request: HttpRequest, reader: ViewerContext) -> SafeString | str:
    """Where the reader sits next, kept current; empty where the phone does not know who reads."""
    number = me_of(request, reader)
    return _own(reader, "pocket/_mine.html", [number] if number else [])


def followed(request: HttpRequest, reader: ViewerContext) -> SafeString | str:
    """How the reader and the followed players stand, kept current; empty without any."""
    numbers = sorted({*followed_of(request, reader), *filter(None, [me_of(request, reader)])})
    return _own(reader, "pocket/_followed.html", numbers)


@post_only
def be(request: HttpRequest, slug: str) -> HttpResponse:
    """Remember on this phone who reads ("number"), or forget it (empty)."""
    reader = viewer_context(request, slug)
    numbers = known_numbers(reader, request.POST.get("number", ""))
    answer = redirect("pocket:event", slug)
    keep(answer, reader, ME, numbers[:1])
    return answer


@post_only
def follow(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow a player on this phone ("on"), or not any more."""
    reader = viewer_context(request, slug)
    numbers = known_numbers(reader, request.POST.get("number", ""))
    if not numbers:
        raise Http404
    others = [number for number in followed_of(request, reader) if number != numbers[0]]
    kept = [*others, numbers[0]][:MOST] if request.POST.get("on") else others
    answer = redirect("pocket:player", slug, numbers[0])
    keep(answer, reader, FOLLOWED, kept)
    return answer


def _own(reader: ViewerContext, template: str, numbers: list[int]) -> SafeString | str:
    """The template of these players, and once more for the script, which fills it from the file of each version."""
    if not numbers:
        return ""
    file = FRAGMENTS["players"]
    address = file.address(reader.event.slug, QueryDict(), file.version(reader))
    content = render_to_string(template, own_values(reader, numbers))
    blank = render_to_string(template, placeholders(reader))
    return held("players", address, content, numbers="-".join(map(str, numbers)), blank=blank)
