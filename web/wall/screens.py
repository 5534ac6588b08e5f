"""A screen as it was arranged: its parts one after another, drawn anew without loading the page again.

The page's script (static/js/screen.js) asks for the part that it shows every two seconds with the version it has, and
for the next part when this one's time is over. Where no answer comes it keeps what it shows and says so quietly.
"""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache

from scoring.display.models.screens import Screen, ScreenPart
from scoring.display.selectors.screens import picture_path, pictures_of
from web.live.reading import Reading
from web.shared.requests.methods import get_only
from web.wall.access import at_screen, language_of
from web.wall.parts import KINDS, Shown, clock_html

#: Seconds for which a screen that has nothing to show says what it waits for.
IDLE_SECONDS = 10
CLOCK = ScreenPart.Kind.CLOCK


@dataclass(frozen=True)
class At:
    """Where a screen is: its turn through all parts (from 0), the part and the page of it."""

    turn: int = 0
    part: int = 0
    page: int = 1

    @classmethod
    def read(cls, text: str) -> "At":
        """What an address says; the beginning where it says nothing."""
        figures = text.split(".")
        if len(figures) != 3 or not all(figure.isascii() and figure.isdecimal() for figure in figures):
            return cls()
        turn, part, page = (int(figure[:6]) for figure in figures)
        return cls(turn, part, max(page, 1))

    def __str__(self) -> str:
        return f"{self.turn}.{self.part}.{self.page}"


@get_only
@never_cache
def screen(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The screen with the first of its parts; who may not see it is told how it is opened."""
    try:
        found, reader = at_screen(request, slug, name)
    except PermissionDenied:
        return render(request, "wall/screens_closed.html", status=403)
    with translation.override(language_of(found, 0)):
        part = _drawn(found, reader, At(), _version(found, reader))
    return render(request, "wall/screens.html", {"reader": reader, "screen": found, "part": part})


@get_only
@never_cache
def part(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The part of the screen at ``at``: 204 while it is what the page has in version ``v``."""
    found, reader = at_screen(request, slug, name)
    version = _version(found, reader)
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    at = At.read(request.GET.get("at", ""))
    with translation.override(language_of(found, at.turn)):
        return HttpResponse(_drawn(found, reader, at, version))


@get_only
def picture(request: HttpRequest, slug: str, name: str, picture_id: int) -> FileResponse:
    """A picture that the screen shows."""
    found, reader = at_screen(request, slug, name)
    one = pictures_of(reader.event).filter(pk=picture_id, parts__screen=found).exclude(name="").first()
    if one is None:
        raise Http404
    try:
        file = picture_path(one).open("rb")
    except FileNotFoundError as gone:
        raise Http404 from gone
    response = FileResponse(file, content_type="image/jpeg")
    response["Cache-Control"] = "private, max-age=3600"
    return response


def _version(found: Screen, reader: Reading) -> str:
    """What rises when anything changes that one of the parts shows."""
    head = reader.event.head
    shown = [f"{kind}:{KINDS[kind].version(reader)}" for kind in sorted({part.kind for part in found.parts.all()})]
    return f"{found.version}.{head.public}.{head.clock}.{head.calls}.{'.'.join(shown)}"


def _drawn(found: Screen, reader: Reading, at: At, version: str) -> SafeString:
    """The part at ``at``, or the next one that has something to show, in the element that the script reads."""
    shown = _shown(found, reader)
    here, following = _steps(shown, at)
    chosen = shown.get(here.part)
    context = {
        "screen": found,
        "reader": reader,
        "at": here,
        "next": following,
        "seconds": chosen.seconds if chosen else IDLE_SECONDS,
        "version": version,
        "now": int(timezone.now().timestamp() * 1000),
        "content": chosen.page(here.page) if chosen else "",
        "clock": mark_safe(clock_html(reader)) if _sounds(found) and (not chosen or chosen.kind != CLOCK) else "",
        "kind": chosen.kind if chosen else "idle",
        "language": translation.get_language(),
    }
    return mark_safe(render_to_string("wall/_part.html", context))


def _sounds(found: Screen) -> bool:
    """Whether the gong is heard here: on screens that show the clock, whatever they show just now."""
    return any(part.kind == CLOCK for part in found.parts.all())


def _shown(found: Screen, reader: Reading) -> dict[int, Shown]:
    """Place -> the part there, of those that have something to show; what is stepped now stands alone."""
    parts: list[ScreenPart] = list(found.parts.all())
    shown = {place: one for place, part in enumerate(parts) if (one := KINDS[part.kind].show(reader, part)).pages}
    stepped = {place: one for place, one in shown.items() if one.alone}
    return stepped or shown


def _steps(shown: dict[int, Shown], at: At) -> tuple[At, At]:
    """What is shown when ``at`` is asked for, and what follows it."""
    if not shown:
        return At(at.turn), At(at.turn + 1)
    here = at
    if at.part not in shown or at.page > shown[at.part].pages:
        here = _after(shown, at)
    if here.page < shown[here.part].pages:
        return here, At(here.turn, here.part, here.page + 1)
    return here, _after(shown, here)


def _after(shown: dict[int, Shown], at: At) -> At:
    """The first page of the next part that is shown, in the next turn where none is left in this one."""
    later = [place for place in shown if place > at.part]
    return At(at.turn, min(later)) if later else At(at.turn + 1, min(shown))
