"""Changing the people of a draft: somebody else for a number, somebody who came late."""

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
    """Who, of those entered without a number, and why."""

    entry = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, widget=forms.Textarea(attrs={"rows": 2}))

    def __init__(self, draw: Draw, entered: list[Entry], data: Any = None) -> None:
        super().__init__(data)
        self.entries = {entry.number: entry for entry in entered}
        set_choices(self, "entry", [(number, str(entry)) for number, entry in self.entries.items()])

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the action."""
        return {"entry": self.entries[self.cleaned_data["entry"]]}


class InsteadForm(LateForm):
    """The same with the number that changes its holder; those who are gone first."""

    number = forms.TypedChoiceField(label=gettext_lazy("Number"), coerce=int)
    field_order = ["number", "entry", "reason"]

    def __init__(self, draw: Draw, entered: list[Entry], data: Any = None) -> None:
        super().__init__(draw, entered, data)
        gone = {entry.pk for entry in since_frozen(draw).gone}
        lines = sorted(numbers_of(draw), key=lambda line: (line.entry_id not in gone, line.number or 0))
        set_choices(self, "number", [(line.number, f"{line.number} · {line.name}") for line in lines])

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the action."""
        return super().facts | {"number": self.cleaned_data["number"]}


@signed_in
def instead(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a number to somebody else; the chart stays."""
    return _page(
        request, slug, InsteadForm, stand_in, "desk/draw/late_changes_instead.html", _("The number has a new holder.")
    )


@signed_in
def late(request: HttpRequest, slug: str) -> HttpResponse:
    """Add somebody who was entered after the list was frozen."""
    return _page(request, slug, LateForm, add_late, "desk/draw/late_changes.html", _("The chart has one player more."))


def _page(
    request: HttpRequest, slug: str, kind: type[LateForm], service: Service, template: str, done: str
) -> HttpResponse:
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    draw = current_draw(desk.event)
    if draw is None or draw.state != Draw.State.DRAFT:
        return redirect("desk:draw", slug)
    entered = since_frozen(draw).entered
    form = kind(draw, entered, request.POST if request.method == "POST" else None)
    if write(request, form, service, desk.actor, draw, **(form.facts if form.is_valid() else {})):
        messages.success(request, done)
        return redirect("desk:draw", slug)
    return show(request, template, form, desk=desk, draw=draw, entered=entered)
