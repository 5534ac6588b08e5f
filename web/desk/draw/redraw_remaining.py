"""The page that redraws the remaining sessions of a released draw, after showing the effect."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from common.numbers import number_in
from scoring.draw_release.selectors.remaining import (
    against_redraw_remaining,
    departed_players,
    first_untouched,
    ways_to_continue,
)
from scoring.draw_release.services.remaining import redraw_remaining
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import current_draw
from web.shared.access import event_desk, signed_in
from web.shared.draws.figures import compared
from web.shared.forms.fields import ConfirmForm
from web.shared.forms.writing import NOT_DONE, show, write


class RedrawForm(ConfirmForm):
    """The first session to redraw, the reason and the password."""

    session = WholeNumberField(label=gettext_lazy("From session"), min_value=1, widget=forms.HiddenInput)


@signed_in
def redraw_remaining_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Compare a redraw from a session on with fillers for the players who left, and redraw."""
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    draw = current_draw(desk.event)
    if draw is None or draw.state != Draw.State.RELEASED:
        return redirect("desk:draw", slug)
    first = first_untouched(draw)
    requested = number_in(request.POST.get("session") or request.GET.get("session") or "")
    session = first if requested is None else requested
    form = RedrawForm(request, ask_password=True, initial={"session": session})
    written = write(request, form, redraw_remaining, desk.actor, draw, session=session) if session else NOT_DONE
    if written.done:
        messages.success(request, _("The sessions from %(session)d on are drawn again and released.") % written.answer)
        return redirect("desk:draw", slug)
    context: dict[str, Any] = {"desk": desk, "draw": draw, "session": session, "first": first}
    context["sessions"] = range(first, draw.sessions + 1) if first else []
    context |= _redraw_effect(draw, session) if session else {}
    return show(request, "desk/draw/redraw_remaining.html", form, **context)


def _redraw_effect(draw: Draw, session: int) -> dict[str, Any]:
    """Return the figures of both ways, or why no redraw is possible."""
    against = against_redraw_remaining(draw, session)
    ways, why_none = ([], "") if against else ways_to_continue(draw, session)
    ways_context = [
        {"way": way.way, "tables": len(way.chart[session - 1]), "fillers": len(way.fillers), "method": way.method}
        for way in ways
    ]
    rows = compared([way.figures for way in ways]) if ways else []
    left = departed_players(draw, session) if 1 <= session <= draw.sessions else {}
    return {"against": against or why_none, "ways": ways_context, "rows": rows, "left": left}
