"""The screen of called players, and the strip with their names on other screens."""

from itertools import zip_longest

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.progress.selectors.missing import Waiting
from tournament.seating.selectors.called import CalledPlayer
from web.live import fragments as pages
from web.live.fragments import fragment
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context
from web.wall.coming import coming_up
from web.wall.names import fitting, lines_of, widest

#: Number of called players on the screen; further ones are only counted.
MOST = 20
#: Heights in hundredths of the screen: of the list, alone and above the limits of lateness; of a line and its edges in
#: one column of large letters, and in two columns. Widths of a name with its team there, and without it.
ROOM, ROOM_LATE = 76, 62
LARGE_LINE, LARGE_EDGES, LARGE_WIDTH = 7.5, 1.5, 42
LINE, EDGES, WIDTH = 3.9, 1.1, 32
#: The strip has two lines of this width (in halves of a letter's height), with this space between two names.
STRIP_LINES, STRIP_WIDTH, STRIP_GAP = 2, 108, 3


def _strip_version(reader: ViewerContext) -> str:
    return Waiting(reader.event).version


def _version(reader: ViewerContext) -> str:
    """Add what comes next, which the screen shows while nobody is called."""
    coming = "" if reader.event.calling else coming_up(reader.event).version
    return f"{_strip_version(reader)}.{coming}"


@get_only
def calls(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the screen of called players."""
    reader = viewer_context(request, slug)
    return render(request, "wall/calls.html", {"reader": reader, "live": pages.live(request, reader, "wall-calls")})


@fragment("wall-calls", extra_version=_version)
def calls_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """Render number, name and seat of called players, and the penalty for lateness; without any, what comes next."""
    waiting = Waiting(reader.event)
    called, room = waiting.called, ROOM_LATE if waiting.late else ROOM
    many = sum(map(_large_height, called)) > room
    shown = _in_columns(called, room) if many else len(called)
    context = {"waiting": waiting, "many": many, "called": called[:shown], "more": len(called) - shown}
    context |= {} if called else {"coming": coming_up(reader.event)}
    return render_to_string("wall/_calls.html", context)


def _large_height(player: CalledPlayer) -> float:
    team = player.entry.team
    width = widest([player.entry.public_name]) + (0.6 * widest([team.name]) if team else 0)
    return LARGE_EDGES + LARGE_LINE * lines_of(width, LARGE_WIDTH)


def _in_columns(called: list[CalledPlayer], room: float) -> int:
    """Return how many of the called players fit whole into two columns."""
    lines = [lines_of(widest([player.entry.public_name]), WIDTH) for player in called]
    rows = [EDGES + LINE * max(pair) for pair in zip_longest(lines[::2], lines[1::2], fillvalue=1)]
    return min(MOST, len(called), 2 * fitting(rows, room, 1))


@fragment("wall-strip", extra_version=_strip_version)
def strip_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """Render the names of called players in two lines; empty if there are none."""
    called = Waiting(reader.event).called
    shown = _in_strip([_strip_text(player) for player in called])
    context = {"called": called[:shown], "more": len(called) - shown}
    return render_to_string("wall/_strip.html", context)


def _in_strip(texts: list[str]) -> int:
    """Return how many of the texts the strip shows whole, with the heading before them and the number of the rest."""
    head, *widths = (widest([text]) + STRIP_GAP for text in (_("Please come to your table:"), *texts))
    if fitting([head, *widths], STRIP_WIDTH, STRIP_LINES) > len(texts):
        return len(texts)
    more = widest([ngettext("and %(count)s more", "and %(count)s more", 99) % {"count": 99}])
    return max(1, fitting([head + more + STRIP_GAP, *widths], STRIP_WIDTH, STRIP_LINES) - 1)


def _strip_text(player: CalledPlayer) -> str:
    seat = f"{_('Table %(number)s') % {'number': player.seat.at}} 東" if player.seat else ""
    return f"{player.entry.number} {player.entry.public_name} {seat}".strip()
