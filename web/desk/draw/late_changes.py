"""Pages that change the players of a draft: a new holder for a number, a late player."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Service
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import current_draw, numbers_of, since_frozen
from tournament.draws.services.people import add_late, stand_in
from tournament.events.models.entries import Entry
from web.shared.access import event_desk, signed_in
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import show, write


class LateForm(forms.Form):
    """A player who is entered without a number, and the reason."""

    entry = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, widget=forms.Textarea(attrs={"rows": 2}))

    def __init__(self, _draw: Draw, entered: list[Entry], data: Any = None) -> None:
        super().__init__(data)
        self.entries = {entry.number: entry for entry in entered}
        set_choices(self, "entry", [(number, str(entry)) for number, entry in self.entries.items()])

    @property
    def payload(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        return {"entry": self.entries[self.cleaned_data["entry"]]}


class InsteadForm(LateForm):
    """A late form with the number that gets a new holder; numbers of withdrawn players come first."""

    number = forms.TypedChoiceField(label=gettext_lazy("Number"), coerce=int)
    field_order = ["number", "entry", "reason"]

    def __init__(self, draw: Draw, entered: list[Entry], data: Any = None) -> None:
        super().__init__(draw, entered, data)
        gone = {entry.pk for entry in since_frozen(draw).gone}
        lines = sorted(numbers_of(draw), key=lambda line: (line.entry_id not in gone, line.number or 0))
        set_choices(self, "number", [(line.number, f"{line.number} · {line.name}") for line in lines])

    @property
    def payload(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        return super().payload | {"number": self.cleaned_data["number"]}


@signed_in
def replace_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a number to another player; the chart does not change."""
    return _change_draft(
        request, slug, InsteadForm, stand_in, "desk/draw/late_changes_instead.html", _("The number has a new holder.")
    )


@signed_in
def add_late_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a player who was entered after the list was frozen."""
    return _change_draft(
        request, slug, LateForm, add_late, "desk/draw/late_changes.html", _("The chart has one player more.")
    )


def _change_draft(
    request: HttpRequest, slug: str, form_class: type[LateForm], service: Service, template: str, message: str
) -> HttpResponse:
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    draw = current_draw(desk.event)
    if draw is None or draw.state != Draw.State.DRAFT:
        return redirect("desk:draw", slug)
    entered = since_frozen(draw).entered
    form = form_class(draw, entered, request.POST if request.method == "POST" else None)
    if write(request, form, service, desk.actor, draw, **(form.payload if form.is_valid() else {})).done:
        messages.success(request, message)
        return redirect("desk:draw", slug)
    return show(request, template, form, desk=desk, draw=draw, entered=entered)
