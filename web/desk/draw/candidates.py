"""Candidates of a draw side by side, and choosing one with a reason that the record keeps."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import candidate_figures, current_draw
from tournament.draws.services.draws import choose_candidate
from web.shared.access import event_desk, signed_in
from web.shared.draws.figures import compared
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import show, write


class ChooseForm(forms.Form):
    """Which candidate, and why this one."""

    candidate = forms.TypedChoiceField(label=gettext_lazy("Candidate"), coerce=int, widget=forms.RadioSelect)
    reason = forms.CharField(
        label=gettext_lazy("Why this one"),
        max_length=500,
        help_text=gettext_lazy("It stands in the public record, with your name."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, draw: Draw, data: Any) -> None:
        super().__init__(data)
        names = [(at, _("Candidate %(number)d") % {"number": at + 1}) for at, _option in enumerate(draw.options)]
        set_choices(self, "candidate", names)


@signed_in
def candidates(request: HttpRequest, slug: str) -> HttpResponse:
    """The candidates with all their figures; choose one."""
    desk = event_desk(request, slug)
    draw = current_draw(desk.event)
    if draw is None or draw.state != Draw.State.OFFERED:
        return redirect("desk:draw", slug)
    form = ChooseForm(draw, request.POST if request.method == "POST" else None)
    if request.method == "POST":
        desk.require(desk.may_draw)
    chosen = form.cleaned_data.get("candidate") if form.is_valid() else None
    if write(request, form, choose_candidate, desk.actor, draw, candidate=chosen):
        messages.success(request, _("The candidate is chosen. It is the draft now."))
        return redirect("desk:draw", slug)
    rows = compared(candidate_figures(draw))
    numbers = range(1, len(draw.options) + 1)
    return show(request, "desk/draw/candidates.html", form, desk=desk, draw=draw, rows=rows, numbers=numbers)
