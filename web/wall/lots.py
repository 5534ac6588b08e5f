"""The screen of the lots, stepped by an official."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from common.actions.engine import may
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.lot_shows import ShownLot, current_show, shown_lots
from tournament.draws.services.lot_shows import step_show
from web.live.fragments import fragment, live
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context
from web.wall.coming import coming_up
from web.wall.names import fitting, lines_of, widest

#: Number of earlier lots in the list, and the size of a step above which there is no list.
LISTED, CROWD = 13, 16
#: Heights of the list of earlier lots, of one of its lines and of a name's further lines, in hundredths of the screen;
#: and the width of its names. A single new lot with a name wider than the last has smaller letters.
ROOM, LINE, NEXT_LINE, WIDTH, WIDTH_OF_ONE = 62, 4.5, 3.8, 26, 32


@get_only
def lots(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the screen, with step keys for accounts that may step."""
    reader = viewer_context(request, slug)
    steps = may(reader.actor, step_show, reader.event.ledger)
    context = {"reader": reader, "live": live(request, reader, "wall-lots"), "steps": steps, **show_context(reader)}
    return render(request, "wall/lots.html", context)


def show_context(reader: ViewerContext) -> dict[str, Any]:
    """Return the current draw and lot show as template context."""
    draw, show = current_show(reader.event)
    return {"draw": draw, "show": show}


def _version(reader: ViewerContext) -> str:
    draw, show = current_show(reader.event)
    # Typed lots change the hash of the frozen list.
    draw_version = f"{draw.version}.{draw.state}.{draw.list_hash[:8]}" if draw else ""
    return f"{draw_version}.{show.pk}.{show.shown}" if show else f"{draw_version}.{coming_up(reader.event).version}"


@fragment("wall-lots", extra_version=_version)
def lots_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """Render the newest lots, earlier ones as a list, and what decides the draw; never a lot that is not shown yet."""
    draw, show = current_show(reader.event)
    if draw is None or show is None:
        return render_to_string("wall/_lots_none.html", {"draw": draw, "coming": coming_up(reader.event)})
    all_lots = shown_lots(draw)
    open_lots = all_lots[: show.shown]
    newest = (show.shown - 1) // show.group * show.group if show.shown else 0
    context = {
        "draw": draw,
        "shown": show.shown,
        "all": len(all_lots),
        "newest": open_lots[newest:],
        "small": any(widest([lot.name]) > WIDTH_OF_ONE for lot in open_lots[newest:]),
        "earlier": _listed(open_lots[:newest][::-1]) if show.group <= CROWD else [],
        # The seed reveals the whole chart, so it is sent only after the last lot.
        "seed": draw.seed if show.shown == len(all_lots) or draw.state == Draw.State.RELEASED else "",
    }
    return render_to_string("wall/_lots.html", context)


def _listed(lots: list[ShownLot]) -> list[ShownLot]:
    """Return the first lots that the list of earlier ones shows whole."""
    lines = (lines_of(widest([f"{lot.entry} {lot.name}"]), WIDTH) for lot in lots[:LISTED])
    return lots[: fitting([LINE + NEXT_LINE * (count - 1) for count in lines], ROOM, 1)]
