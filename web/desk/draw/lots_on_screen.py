"""The ceremony: showing the lots on the wall, step by step, by button or key."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import current_draw
from tournament.draws.selectors.lot_shows import active_show, against_showing, lot_count
from tournament.draws.services.lot_shows import GROUPS, MOVES, begin_show, end_show, step_show
from web.live.fragments import live
from web.shared.access import EventDesk, event_desk, signed_in
from web.shared.forms.writing import show, write


class BeginForm(forms.Form):
    """How many lots each step shows."""

    group = forms.TypedChoiceField(
        label=gettext_lazy("Lots shown with one step"), coerce=int, choices=[(size, str(size)) for size in GROUPS]
    )


class StepForm(forms.Form):
    """Where to, and how many were shown when it was decided."""

    move = forms.ChoiceField(choices=[(move, move) for move in MOVES])
    seen = WholeNumberField(min_value=0)


class EndForm(forms.Form):
    """What a button alone sends."""


@signed_in
def show_lots(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin, step and end the show.

    A step sent by a script is answered with what the wall shows now; where it is refused the page comes anew and says
    why.
    """
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    draw = current_draw(desk.event)
    if draw is None:
        return redirect("desk:draw", slug)
    form: forms.Form = BeginForm(initial={"group": 1})
    if request.method == "POST":
        form = _done(request, desk, draw)
        if "HX-Request" in request.headers:
            shown = live(request, desk.reader, "wall-lots")
            return HttpResponse(headers={"HX-Refresh": "true"}) if form.errors else HttpResponse(shown)
        if not form.errors or "move" in request.POST:
            return redirect("desk:draw-show", slug)
    standing = active_show(draw)
    context = {
        "desk": desk,
        "draw": draw,
        "show": standing,
        "all": lot_count(draw) if standing else 0,
        "against": against_showing(draw),
        "live": live(request, desk.reader, "wall-lots"),
    }
    return show(request, "desk/draw/lots_on_screen.html", form, **context)


def _done(request: HttpRequest, desk: EventDesk, draw: Draw) -> forms.Form:
    """Write what was sent; the form, with its faults if it was refused."""
    if "move" in request.POST:
        return _stepped(request, desk, draw)
    if "end" in request.POST:
        form: forms.Form = EndForm(request.POST)
        write(request, form, end_show, desk.actor, draw)
        return form
    if "group" not in request.POST:
        raise Http404
    form = BeginForm(request.POST)
    facts = dict(form.cleaned_data) if form.is_valid() else {}
    if write(request, form, begin_show, desk.actor, draw, **facts):
        messages.success(request, _("The wall shows what decides the draw. The first step shows the first lot."))
    return form


def _stepped(request: HttpRequest, desk: EventDesk, draw: Draw) -> forms.Form:
    form = StepForm(request.POST)
    facts = dict(form.cleaned_data) if form.is_valid() else {}
    write(request, form, step_show, desk.actor, draw, **facts)
    # What could not be stepped is said on the page that comes then; it has nothing to correct.
    for error in form.non_field_errors():
        messages.error(request, str(error))
    return form
