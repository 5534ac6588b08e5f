"""The lots, one after another, as an official steps them at the Desk or here."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from common.actions.engine import may
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.lot_shows import current_show, shown_lots
from tournament.draws.services.lot_shows import step_show
from web.live.fragments import fragment, live
from web.live.reading import Reading, reading
from web.shared.requests.methods import get_only

#: So many earlier lots stand beside the newest, unless a step shows more than this.
LISTED, CROWD = 13, 16


@get_only
def lots(request: HttpRequest, slug: str) -> HttpResponse:
    """The screen; whoever may step has the keys on it too."""
    reader = reading(request, slug)
    steps = may(reader.actor, step_show, reader.event.head)
    context = {"reader": reader, "live": live(request, reader, "wall-lots"), "steps": steps, **shown(reader)}
    return render(request, "wall/lots.html", context)


def shown(reader: Reading) -> dict[str, Any]:
    """The draw and the show of its lots as they stand, for pages."""
    draw, show = current_show(reader.event)
    return {"draw": draw, "show": show}


def _version(reader: Reading) -> str:
    draw, show = current_show(reader.event)
    # Lots that are typed give the frozen list another hash.
    where = f"{draw.version}.{draw.state}.{draw.list_hash[:8]}" if draw else ""
    return f"{where}.{show.pk}.{show.shown}" if show else where


@fragment("wall-lots", extra=_version, says_where=False)
def lots_fragment(request: HttpRequest, reader: Reading) -> str:
    """The newest lots big, those before them in a list, and what decides the draw; no lot that is not shown yet."""
    draw, show = current_show(reader.event)
    if draw is None or show is None:
        return render_to_string("wall/_lots_none.html", {"draw": draw})
    every = shown_lots(draw)
    open_ones = every[: show.shown]
    newest = (show.shown - 1) // show.group * show.group if show.shown else 0
    context = {
        "draw": draw,
        "shown": show.shown,
        "all": len(every),
        "newest": open_ones[newest:],
        "earlier": open_ones[:newest][::-1][:LISTED] if show.group <= CROWD else [],
        # With the seed anybody can work out the whole chart.
        "seed": draw.seed if show.shown == len(every) or draw.state == Draw.State.RELEASED else "",
    }
    return render_to_string("wall/_lots.html", context)
