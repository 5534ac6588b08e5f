"""The page that shows the lots on the wall step by step, by button or key."""

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
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.writing import add_error_messages, show, write


class BeginForm(forms.Form):
    """The number of lots that each step shows."""

    group = forms.TypedChoiceField(
        label=gettext_lazy("Lots shown per step"), coerce=int, choices=[(size, str(size)) for size in GROUPS]
    )


class StepForm(forms.Form):
    """The direction of the step, and the number of lots shown when it was sent."""

    move = forms.ChoiceField(choices=[(move, move) for move in MOVES])
    seen = WholeNumberField(min_value=0)


class EndForm(forms.Form):
    """A button without fields."""


@signed_in
def show_lots(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin, step and end the show.

    A step sent by the page's script gets the wall's current fragment; a refused step reloads the page, which says why.
    """
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    draw = current_draw(desk.event)
    if draw is None:
        return redirect("desk:draw", slug)
    form: forms.Form = BeginForm(initial={"group": 1})
    if request.method == "POST":
        form = _handle_post(request, desk, draw)
        if "HX-Request" in request.headers:
            if form.errors:
                return HttpResponse(headers={"HX-Refresh": "true"})
            return HttpResponse(live(request, desk.reader, "wall-lots"))
        if not form.errors or "move" in request.POST:
            return redirect("desk:draw-show", slug)
    lot_show = active_show(draw)
    context = {
        "desk": desk,
        "draw": draw,
        "show": lot_show,
        "all": lot_count(draw) if lot_show else 0,
        "against": against_showing(draw),
        "live": live(request, desk.reader, "wall-lots"),
    }
    return show(request, "desk/draw/lots_on_screen.html", form, **context)


def _handle_post(request: HttpRequest, desk: EventAccess, draw: Draw) -> forms.Form:
    """Run the submitted action and return its form, with errors if it was refused."""
    if "move" in request.POST:
        return _step(request, desk, draw)
    if "end" in request.POST:
        form: forms.Form = EndForm(request.POST)
        write(request, form, end_show, desk.actor, draw)
        return form
    if "group" not in request.POST:
        raise Http404
    form = BeginForm(request.POST)
    payload = dict(form.cleaned_data) if form.is_valid() else {}
    if write(request, form, begin_show, desk.actor, draw, **payload).done:
        messages.success(request, _("The wall shows what decides the draw. The first step shows the first lot."))
    return form


def _step(request: HttpRequest, desk: EventAccess, draw: Draw) -> forms.Form:
    form = StepForm(request.POST)
    payload = dict(form.cleaned_data) if form.is_valid() else {}
    write(request, form, step_show, desk.actor, draw, **payload)
    # A refused step has no field to correct, so its reason is a message on the reloaded page.
    add_error_messages(request, form)
    return form
