"""The page that compares the candidates of a draw and records the choice with its reason."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import candidate_figures, current_draw
from tournament.draws.services.drawing import choose_candidate
from web.shared.access import event_desk, signed_in
from web.shared.draws.figures import compared
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import show, write


class ChooseForm(forms.Form):
    """The chosen candidate and the reason."""

    candidate = forms.TypedChoiceField(label=gettext_lazy("Candidate"), coerce=int, widget=forms.RadioSelect)
    reason = forms.CharField(
        label=gettext_lazy("Why this one"),
        max_length=500,
        help_text=gettext_lazy("It appears in the public record, with your name."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, draw: Draw, data: Any) -> None:
        super().__init__(data)
        choices = [(index, _("Candidate %(number)d") % {"number": index + 1}) for index in range(len(draw.options))]
        set_choices(self, "candidate", choices)


@signed_in
def candidates(request: HttpRequest, slug: str) -> HttpResponse:
    """Compare the candidates by their figures, and choose one."""
    desk = event_desk(request, slug)
    draw = current_draw(desk.event)
    if draw is None or draw.state != Draw.State.OFFERED:
        return redirect("desk:draw", slug)
    form = ChooseForm(draw, request.POST if request.method == "POST" else None)
    if request.method == "POST":
        desk.require(desk.may_draw)
    chosen = form.cleaned_data.get("candidate") if form.is_valid() else None
    if write(request, form, choose_candidate, desk.actor, draw, candidate=chosen).done:
        messages.success(request, _("The candidate is chosen. It is the draft now."))
        return redirect("desk:draw", slug)
    rows = compared(candidate_figures(draw))
    numbers = range(1, len(draw.options) + 1)
    return show(request, "desk/draw/candidates.html", form, desk=desk, draw=draw, rows=rows, numbers=numbers)
