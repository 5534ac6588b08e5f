"""Pages of a drawn chart: tables of a session, seats of a player, meetings, and the swap of two players."""

from dataclasses import asdict
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.numbers import number_in
from tournament.draws.models.draws import Draw
from tournament.draws.rules.changes.swaps import swapped
from tournament.draws.rules.types import DrawError
from tournament.draws.selectors.chart import DrawnChart, Stop
from tournament.draws.selectors.draws import as_candidate, as_drawn, current_draw, entrants_now
from tournament.draws.selectors.impossible import why_not
from tournament.draws.services.drawing import swap_players
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.draws.labels import figures
from web.shared.draws.pictures import picture, unit_picture
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import show, write
from web.shared.requests.methods import get_only


class SwapForm(forms.Form):
    """A session and two chart numbers."""

    session = forms.ChoiceField(label=gettext_lazy("Session"))
    number = forms.ChoiceField(label=gettext_lazy("Player"))
    other = forms.ChoiceField(label=gettext_lazy("Changes seats with"))

    def __init__(self, chart: DrawnChart, data: dict[str, str] | None) -> None:
        super().__init__(data)
        sessions = [(session, str(session)) for session in range(1, chart.draw.sessions + 1)]
        holders = [
            (holder.number, " · ".join(filter(None, [str(holder.entry or ""), holder.name or _("filler")])))
            for holder in chart.holders.values()
        ]
        set_choices(self, "session", sessions)
        set_choices(self, "number", holders)
        set_choices(self, "other", holders)

    def clean(self) -> dict[str, int]:
        """Convert the values to numbers, and require two different players."""
        numbers = {name: int(value) for name, value in self.cleaned_data.items()}
        if "number" in numbers and numbers["number"] == numbers.get("other"):
            self.add_error("other", _("Choose two different players."))
        return numbers


def requested_chart(request: HttpRequest, slug: str) -> tuple[EventAccess, DrawnChart, dict[str, Any]]:
    """Return the event access, the current draw's chart and the template context of both.

    While candidates are offered it is the chart of ``?candidate=`` (from 1). Raises Http404 while there is no chart.
    """
    desk = event_desk(request, slug)
    draw = current_draw(desk.event)
    candidate = None
    if draw is not None and draw.state == Draw.State.OFFERED:
        candidate = number_in(request.GET.get("candidate", ""), least=1, most=len(draw.options)) or 1
        draw = as_candidate(draw, candidate - 1)
    if draw is None or not draw.chart:
        raise Http404
    context = {
        "desk": desk,
        "draw": draw,
        "candidate": candidate,
        "asked": f"?candidate={candidate}" if candidate else "",
    }
    return desk, DrawnChart(draw), context


@get_only
@signed_in
def chart(request: HttpRequest, slug: str, session: int) -> HttpResponse:
    """Show the tables of a session."""
    _desk, drawn, context = requested_chart(request, slug)
    if not 1 <= session <= drawn.draw.sessions:
        raise Http404
    context |= {"session": session, "tables": drawn.tables(session), "numbers": range(1, drawn.draw.sessions + 1)}
    return render(request, "desk/draw/chart.html", context)


@get_only
@signed_in
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the seats of one chart number in every session."""
    _desk, drawn, context = requested_chart(request, slug)
    holder = drawn.holders.get(number)
    if holder is None:
        raise Http404
    return render(request, "desk/draw/chart_player.html", context | {"holder": holder, "stops": drawn.path(number)})


@get_only
@signed_in
def meetings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who meets whom as a picture of players, or of units if there are too many players, with the figures."""
    _desk, drawn, context = requested_chart(request, slug)
    context |= {
        "picture": picture(drawn),
        "units": unit_picture(drawn),
        "figures": figures(drawn.draw),
    }
    return render(request, "desk/draw/chart_meetings.html", context)


@signed_in
def swap(request: HttpRequest, slug: str) -> HttpResponse:
    """Swap two players, after showing the effect on the figures."""
    desk, drawn, context = requested_chart(request, slug)
    desk.require(desk.may_draw)
    draw = drawn.draw
    if draw.state != Draw.State.DRAFT:
        return redirect("desk:draw", slug)
    query = request.POST if request.method == "POST" else request.GET
    form = SwapForm(drawn, query.dict() if "session" in query else None)
    payload = dict(form.cleaned_data) if form.is_valid() else {}
    if payload and write(request, form, swap_players, desk.actor, draw, **payload).done:
        messages.success(request, _("The two players have changed seats in session %(session)d.") % payload)
        return redirect("desk:draw", slug)
    effect = {}
    try:
        effect = _swap_effect(drawn, **payload) if payload else {}
    except DrawError as error:
        if not form.errors:
            form.add_error(None, why_not(error))
    return show(request, "desk/draw/chart_swap.html", form, **context, **effect)


def _swap_effect(chart: DrawnChart, session: int, number: int, other: int) -> dict[str, object]:
    """Return the figures before and after the swap, and the current seats of the two players."""
    draw = chart.draw
    after = swapped(as_drawn(draw), entrants_now(draw), session, number, other)
    stops: list[Stop] = [chart.path(swapped_number)[session - 1] for swapped_number in (number, other)]
    return {
        "stops": stops,
        "figures": figures(draw, asdict(after.quality)),
        "swap": {"session": session, "number": number, "other": other},
    }
