"""The screen of called players, and the strip with their names on other screens."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from scoring.progress.selectors.missing import Waiting
from web.live import fragments as pages
from web.live.fragments import fragment
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context
from web.wall.coming import coming_up

#: Number of called players on the screen; further ones are only counted.
MOST = 20
#: Number of names in the strip.
IN_STRIP = 6


def _strip_version(reader: ViewerContext) -> str:
    return Waiting(reader.event).version


def _version(reader: ViewerContext) -> str:
    """Add what comes next, which the screen shows while nobody is called."""
    idle = not reader.event.calling  # type: ignore[attr-defined]  # annotated by event_by_slug
    return f"{_strip_version(reader)}.{coming_up(reader.event).version if idle else ''}"


@get_only
def calls(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the screen of called players."""
    reader = viewer_context(request, slug)
    return render(request, "wall/calls.html", {"reader": reader, "live": pages.live(request, reader, "wall-calls")})


@fragment("wall-calls", extra_version=_version)
def calls_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """Render number, name and seat of called players, and the penalty for lateness; without any, what comes next."""
    waiting = Waiting(reader.event)
    context = {"waiting": waiting, "called": waiting.called[:MOST], "more": max(0, len(waiting.called) - MOST)}
    context |= {} if waiting.called else {"coming": coming_up(reader.event)}
    return render_to_string("wall/_calls.html", context)


@fragment("wall-strip", extra_version=_strip_version)
def strip_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """Render the names of called players in one line; empty if there are none."""
    called = Waiting(reader.event).called
    context = {"called": called[:IN_STRIP], "more": max(0, len(called) - IN_STRIP)}
    return render_to_string("wall/_strip.html", context)
