"""Drawing again before the start, without players who are missing: what it changes first, then all in one step."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.draw_release.selectors.before_start import against_drawing_again, effect_of
from scoring.draw_release.services.before_start import draw_again
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import current_draw
from tournament.events.models.entries import Entry
from tournament.presence.selectors.presence import RollCall
from web.shared.access import EventDesk, event_desk, signed_in
from web.shared.forms.fields import ConfirmForm, set_choices
from web.shared.forms.writing import show, write


class AgainForm(ConfirmForm):
    """Who is left out, where the lots come from, why, and the password."""

    without = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Left out: withdrawn from session 1 on"),
        coerce=int,
        required=False,
        help_text=gettext_lazy("Who comes after all may return, and is drawn with the next draw."),
        widget=forms.CheckboxSelectMultiple,
    )
    lots = forms.ChoiceField(label=gettext_lazy("Lots"), choices=Draw.Lots.choices, widget=forms.RadioSelect)
    field_order = ("without", "lots", "reason", "password")

    def __init__(self, request: HttpRequest, draw: Draw, missing: Sequence[Entry], marked: Sequence[int]) -> None:
        super().__init__(request, ask_password=True, initial={"without": marked, "lots": draw.lots})
        set_choices(self, "without", [(one.number, f"{one.number} {one.name}{_team(one)}") for one in missing])
        if not missing:
            del self.fields["without"]


def _team(entry: Entry) -> str:
    return f" · {entry.team.name}" if entry.team else ""


@signed_in
def again(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what would change for those who are marked, ask for reason and password, and do it."""
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    draw = current_draw(desk.event)
    if draw is None:
        return redirect("desk:draw", slug)
    roll = RollCall(desk.event, 1)
    without = _marked(request, roll)
    form = AgainForm(request, draw, roll.missing, without)
    looks = "look" in request.POST
    if not looks and _done(request, desk, draw, form):
        return redirect("desk:draw", slug)
    if looks:
        form.errors.clear()
    context = {
        "desk": desk,
        "draw": draw,
        "against": against_drawing_again(draw),
        "effect": effect_of(draw, without),
        "without": len(without),
    }
    return show(request, "desk/draw/redraw_before_start.html", form, **context)


def _done(request: HttpRequest, desk: EventDesk, draw: Draw, form: AgainForm) -> bool:
    facts: dict[str, Any] = {}
    if form.is_valid():
        facts = {"without": form.cleaned_data.get("without", []), "lots": form.cleaned_data["lots"]}
    answer = write(request, form, draw_again, desk.actor, draw, **facts)
    if answer:
        words = _("The draw is taken back and the new list of %(players)d players is frozen. Go on with the draw here.")
        messages.success(request, words % answer)
    return answer is not None


def _marked(request: HttpRequest, roll: RollCall) -> list[int]:
    """Who is marked in what was sent; on a page newly opened everybody who is missing.

    Where most are, nobody checked in yet: then nobody is marked.
    """
    asked = request.POST if request.method == "POST" else request.GET
    if "lots" in asked:
        return [entry.number for entry in roll.missing if str(entry.number) in asked.getlist("without")]
    return [entry.number for entry in roll.missing] if roll.here >= len(roll.missing) else []
