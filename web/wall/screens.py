"""Pages of an arranged screen: its parts one after another, replaced without reloading the page.

The page's script (static/js/screen.js) polls the shown part every two seconds with its version, and requests the next
part when its time is over. Without an answer it keeps the shown part and indicates that the connection is lost.
"""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache

from scoring.display.models.screens import Screen, ScreenPart
from scoring.display.selectors.screens import picture_file, pictures_of
from web.shared.requests.methods import get_only
from web.shared.stored.files import stored_file
from web.shared.viewer import ViewerContext
from web.wall.access import at_screen, language_of
from web.wall.coming import coming_up
from web.wall.parts.kinds import KINDS, Shown, clock_html

#: Seconds that an idle screen shows what it waits for.
IDLE_SECONDS = 10
CLOCK = ScreenPart.Kind.CLOCK


@dataclass(frozen=True)
class At:
    """The position of a screen: its turn through all parts (from 0), the part (from 0) and its page (from 1)."""

    turn: int = 0
    part: int = 0
    page: int = 1

    @classmethod
    def read(cls, text: str) -> "At":
        """Parse a position such as ``2.0.1``; return the first position if the text is not one."""
        numbers = text.split(".")
        if len(numbers) != 3 or not all(number.isascii() and number.isdecimal() for number in numbers):
            return cls()
        turn, part, page = (int(number[:6]) for number in numbers)
        return cls(turn, part, max(page, 1))

    def __str__(self) -> str:
        return f"{self.turn}.{self.part}.{self.page}"


@get_only
@never_cache
def screen(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show the screen with its first part; a browser without access gets a page that says how to open it."""
    try:
        chosen_screen, reader = at_screen(request, slug, name)
    except PermissionDenied:
        return render(request, "wall/screens_closed.html", status=403)
    with translation.override(language_of(chosen_screen, 0)):
        part = _rendered(chosen_screen, reader, At(), _version(chosen_screen, reader))
    return render(request, "wall/screens.html", {"reader": reader, "screen": chosen_screen, "part": part})


@get_only
@never_cache
def part(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Return the part at position ``at``, or 204 while the page's version ``v`` is current."""
    chosen_screen, reader = at_screen(request, slug, name)
    version = _version(chosen_screen, reader)
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    at = At.read(request.GET.get("at", ""))
    with translation.override(language_of(chosen_screen, at.turn)):
        return HttpResponse(_rendered(chosen_screen, reader, at, version))


@get_only
def picture(request: HttpRequest, slug: str, name: str, picture_id: int) -> HttpResponseBase:
    """Return a picture of the screen."""
    chosen_screen, reader = at_screen(request, slug, name)
    pictures = pictures_of(reader.event).filter(pk=picture_id, parts__screen=chosen_screen)
    shown_picture = pictures.exclude(name="").first()
    if shown_picture is None:
        raise Http404
    stored, name = picture_file(shown_picture), f"{shown_picture.pk}.jpg"
    response = stored_file(stored, name, content_type="image/jpeg", as_download=False)
    response.headers.setdefault("Cache-Control", "private, max-age=3600")
    return response


def _version(screen: Screen, reader: ViewerContext) -> str:
    """Return the version that changes with anything that one of the parts shows."""
    ledger = reader.event.ledger
    kinds = sorted({part.kind for part in screen.parts.all()})
    versions = [f"{kind}:{KINDS[kind].version(reader)}" for kind in kinds]
    return f"{screen.version}.{ledger.public}.{ledger.clock}.{ledger.calls}.{'.'.join(versions)}"


def _rendered(screen: Screen, reader: ViewerContext, at: At, version: str) -> SafeString:
    """Render the part at ``at``, or the next one with content, in the element that the script reads."""
    shown = _shown(screen, reader)
    current, following = _steps(shown, at)
    chosen = shown.get(current.part)
    clock_visible = chosen is not None and chosen.kind == CLOCK
    needs_gong = _sounds(screen) and not clock_visible
    context = {
        "screen": screen,
        "reader": reader,
        "at": current,
        "next": following,
        "seconds": chosen.seconds if chosen else IDLE_SECONDS,
        "version": version,
        "now": int(timezone.now().timestamp() * 1000),
        "content": chosen.page(current.page) if chosen else "",
        "clock": mark_safe(clock_html(reader)) if needs_gong else "",
        "kind": chosen.kind if chosen else "idle",
        "coming": None if chosen else coming_up(reader.event),
        "language": translation.get_language(),
    }
    return mark_safe(render_to_string("wall/_part.html", context))


def _sounds(screen: Screen) -> bool:
    """Return whether the screen sounds the gong: if one of its parts is the clock, also while it shows another part."""
    return any(part.kind == CLOCK for part in screen.parts.all())


def _shown(screen: Screen, reader: ViewerContext) -> dict[int, Shown]:
    """Return position -> content of the parts with content; only the stepped parts if there are any."""
    parts: list[ScreenPart] = list(screen.parts.all())
    contents = [KINDS[part.kind].show(reader, part) for part in parts]
    shown = {position: content for position, content in enumerate(contents) if content.pages}
    stepped = {position: content for position, content in shown.items() if content.alone}
    return stepped or shown


def _steps(shown: dict[int, Shown], at: At) -> tuple[At, At]:
    """Return the position to show for ``at``, and the one that follows."""
    if not shown:
        return At(at.turn), At(at.turn + 1)
    current = at
    if at.part not in shown or at.page > shown[at.part].pages:
        current = _after(shown, at)
    if current.page < shown[current.part].pages:
        return current, At(current.turn, current.part, current.page + 1)
    return current, _after(shown, current)


def _after(shown: dict[int, Shown], at: At) -> At:
    """Return the first page of the next shown part, in the next turn if none is left in this one."""
    later = [position for position in shown if position > at.part]
    return At(at.turn, min(later)) if later else At(at.turn + 1, min(shown))
