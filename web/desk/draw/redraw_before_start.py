"""The page that redraws before the start without missing players, after showing the effect."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.draw_release.selectors.before_start import against_redraw_before_start, redraw_effect
from scoring.draw_release.services.before_start import redraw_before_start
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import current_draw
from tournament.events.models.entries import Entry
from tournament.presence.selectors.presence import RollCall
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.fields import ConfirmForm, set_choices
from web.shared.forms.writing import show, write


class RedrawForm(ConfirmForm):
    """The players to leave out, the source of the lots, the reason and the password."""

    without = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Left out: withdrawn from session 1 on"),
        coerce=int,
        required=False,
        help_text=gettext_lazy("A player who comes after all can return and is included in the next draw."),
        widget=forms.CheckboxSelectMultiple,
    )
    lots = forms.ChoiceField(label=gettext_lazy("Lots"), choices=Draw.Lots.choices, widget=forms.RadioSelect)
    field_order = ("without", "lots", "reason", "password")

    def __init__(self, request: HttpRequest, draw: Draw, missing: Sequence[Entry], marked: Sequence[int]) -> None:
        super().__init__(request, ask_password=True, initial={"without": marked, "lots": draw.lots})
        choices = [(entry.number, f"{entry.number} {entry.name}{_team(entry)}") for entry in missing]
        set_choices(self, "without", choices)
        if not missing:
            del self.fields["without"]


def _team(entry: Entry) -> str:
    return f" · {entry.team.name}" if entry.team else ""


@signed_in
def redraw_before_start_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Redraw without the marked players; ``look`` only shows the effect."""
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    draw = current_draw(desk.event)
    if draw is None:
        return redirect("desk:draw", slug)
    roll = RollCall(desk.event, 1)
    without = _marked(request, roll)
    form = RedrawForm(request, draw, roll.missing, without)
    only_look = "look" in request.POST
    if not only_look and _redraw(request, desk, draw, form):
        return redirect("desk:draw", slug)
    if only_look:
        form.errors.clear()
    context = {
        "desk": desk,
        "draw": draw,
        "against": against_redraw_before_start(draw),
        "effect": redraw_effect(draw, without),
        "without": len(without),
    }
    return show(request, "desk/draw/redraw_before_start.html", form, **context)


def _redraw(request: HttpRequest, desk: EventAccess, draw: Draw, form: RedrawForm) -> bool:
    payload: dict[str, Any] = {}
    if form.is_valid():
        payload = {"without": form.cleaned_data.get("without", []), "lots": form.cleaned_data["lots"]}
    written = write(request, form, redraw_before_start, desk.actor, draw, **payload)
    if written.done:
        words = _(
            "The draw is withdrawn and the new list of %(players)d players is frozen. Continue with the draw here."
        )
        messages.success(request, words % written.answer)
    return written.done


def _marked(request: HttpRequest, roll: RollCall) -> list[int]:
    """Return the numbers of the marked players; on a newly opened page, of all missing players.

    If more players are missing than here, check-in has hardly begun, and no player is marked.
    """
    data = request.POST if request.method == "POST" else request.GET
    if "lots" in data:
        return [entry.number for entry in roll.missing if str(entry.number) in data.getlist("without")]
    return [entry.number for entry in roll.missing] if roll.here >= len(roll.missing) else []
