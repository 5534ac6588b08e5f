"""Drawing the remaining sessions of a released draw anew: the effect first, then reason and password."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from common.numbers import number_in
from scoring.draw_release.selectors.remaining import against_redrawing, first_untouched, ways_on, who_left
from scoring.draw_release.services.remaining import draw_remaining
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import current_draw
from web.shared.access import event_desk, signed_in
from web.shared.draws.figures import compared
from web.shared.forms.fields import ConfirmForm
from web.shared.forms.writing import show, write


class AnewForm(ConfirmForm):
    """From which session on; with reason and password."""

    session = WholeNumberField(label=gettext_lazy("From session"), min_value=1, widget=forms.HiddenInput)


@signed_in
def anew(request: HttpRequest, slug: str) -> HttpResponse:
    """What a re-draw from a session on would do, beside fillers in the places of who left; and do it."""
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    draw = current_draw(desk.event)
    if draw is None or draw.state != Draw.State.RELEASED:
        return redirect("desk:draw", slug)
    first = first_untouched(draw)
    asked = number_in(request.POST.get("session") or request.GET.get("session") or "")
    session = first if asked is None else asked
    form = AnewForm(request, ask_password=True, initial={"session": session})
    answer = write(request, form, draw_remaining, desk.actor, draw, session=session) if session else None
    if answer:
        messages.success(request, _("The sessions from %(session)d on are drawn anew and released.") % answer)
        return redirect("desk:draw", slug)
    context: dict[str, Any] = {"desk": desk, "draw": draw, "session": session, "first": first}
    context["sessions"] = range(first, draw.sessions + 1) if first else []
    return show(
        request, "desk/draw/redraw_remaining.html", form, **context, **(_effect(draw, session) if session else {})
    )


def _effect(draw: Draw, session: int) -> dict[str, Any]:
    """Both ways on, and why there is nothing to do."""
    against = against_redrawing(draw, session)
    found, none = ([], "") if against else ways_on(draw, session)
    ways = [
        {"way": one.way, "tables": len(one.chart[session - 1]), "fillers": len(one.fillers), "method": one.method}
        for one in found
    ]
    rows = compared([one.figures for one in found]) if found else []
    left = who_left(draw, session) if 1 <= session <= draw.sessions else {}
    return {"against": against or none, "ways": ways, "rows": rows, "left": left}
