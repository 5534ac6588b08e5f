"""Looking at a drawn chart: each session's tables, each player's way, who meets whom; and swapping two players."""

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
from tournament.draws.selectors.chart import DrawnChart, Stop
from tournament.draws.selectors.draws import as_candidate, as_drawn, current_draw, entrants_now
from tournament.draws.services.draws import swap_players
from web.shared.access import EventDesk, event_desk, signed_in
from web.shared.draws.labels import figures
from web.shared.draws.pictures import picture, unit_picture
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import show, write
from web.shared.requests.methods import get_only


class SwapForm(forms.Form):
    """A session and two numbers of the chart."""

    session = forms.ChoiceField(label=gettext_lazy("Session"))
    one = forms.ChoiceField(label=gettext_lazy("Player"))
    other = forms.ChoiceField(label=gettext_lazy("Changes seats with"))

    def __init__(self, chart: DrawnChart, data: dict[str, str] | None) -> None:
        super().__init__(data)
        numbers = [(session, str(session)) for session in range(1, chart.draw.sessions + 1)]
        people = [(one.number, f"{one.number} · {one.name or _('filler')}") for one in chart.holders.values()]
        for name, choices in (("session", numbers), ("one", people), ("other", people)):
            set_choices(self, name, choices)

    def clean(self) -> dict[str, int]:
        """Numbers; two different ones."""
        found = {name: int(value) for name, value in self.cleaned_data.items()}
        if "one" in found and found["one"] == found.get("other"):
            self.add_error("other", _("Choose two different players."))
        return found


def charted(request: HttpRequest, slug: str) -> tuple[EventDesk, DrawnChart, dict[str, Any]]:
    """The Desk with the current draw's chart, or the one of ``?candidate=`` (from 1), and the context of both.

    404 while there is none.
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
    """The tables of a session."""
    _desk, found, context = charted(request, slug)
    if not 1 <= session <= found.draw.sessions:
        raise Http404
    context |= {"session": session, "tables": found.tables(session), "numbers": range(1, found.draw.sessions + 1)}
    return render(request, "desk/draw/chart.html", context)


@get_only
@signed_in
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One chart number's way through the sessions."""
    _desk, found, context = charted(request, slug)
    holder = found.holders.get(number)
    if holder is None:
        raise Http404
    return render(request, "desk/draw/chart_player.html", context | {"holder": holder, "stops": found.path(number)})


@get_only
@signed_in
def meetings(request: HttpRequest, slug: str) -> HttpResponse:
    """Who meets whom, as a picture of players, or of units where those are too many, and the figures."""
    _desk, found, context = charted(request, slug)
    context |= {
        "picture": picture(found),
        "units": unit_picture(found),
        "figures": figures(found.draw.quality, found.draw.chart),
    }
    return render(request, "desk/draw/chart_meetings.html", context)


@signed_in
def swap(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose two players, see what their swap does to the figures, and do it."""
    desk, found, context = charted(request, slug)
    desk.require(desk.may_draw)
    draw = found.draw
    if draw.state != Draw.State.DRAFT:
        return redirect("desk:draw", slug)
    asked = request.POST if request.method == "POST" else request.GET
    form = SwapForm(found, asked.dict() if "session" in asked else None)
    facts = dict(form.cleaned_data) if form.is_valid() else {}
    if facts and write(request, form, swap_players, desk.actor, draw, **facts):
        messages.success(request, _("The two players have changed seats in session %(session)d.") % facts)
        return redirect("desk:draw", slug)
    return show(request, "desk/draw/chart_swap.html", form, **context, **(_effect(found, **facts) if facts else {}))


def _effect(chart: DrawnChart, session: int, one: int, other: int) -> dict[str, object]:
    """What the swap makes of the figures, and where the two sit now."""
    draw = chart.draw
    after = swapped(as_drawn(draw), entrants_now(draw), session, one, other)
    stops: list[Stop] = [chart.path(number)[session - 1] for number in (one, other)]
    return {
        "stops": stops,
        "figures": figures(draw.quality, draw.chart, asdict(after.quality)),
        "swap": {"session": session, "one": one, "other": other},
    }
