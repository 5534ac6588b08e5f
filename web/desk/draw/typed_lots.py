"""The page for typing lots that were drawn by hand."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from common.forms import WholeNumberField
from tournament.draws.models.draws import Draw, DrawNumber
from tournament.draws.selectors.draws import current_draw, numbers_of
from tournament.draws.services.typed_lots import type_lots
from web.shared.access import event_desk, signed_in
from web.shared.forms.writing import show, write


class LotsForm(forms.Form):
    """For each entry its lot, and who drew it for an absent player."""

    def __init__(self, draw: Draw, lines: list[DrawNumber], data: Any) -> None:
        super().__init__(data)
        self.lines = lines
        for line in lines:
            number = WholeNumberField(required=False, min_value=1, max_value=draw.players, initial=line.number)
            number.label = _("Lot of %(name)s") % {"name": line.name}
            number.widget.attrs["inputmode"] = "numeric"
            drawn_by = forms.CharField(required=False, max_length=200, initial=line.drawn_by)
            drawn_by.label = _("Drawn for %(name)s by") % {"name": line.name}
            self.fields[f"lot-{line.entry.number}"] = number
            self.fields[f"by-{line.entry.number}"] = drawn_by

    @property
    def rows(self) -> list[tuple[DrawNumber, forms.BoundField, forms.BoundField]]:
        """Return each line with its two fields."""
        return [(line, self[f"lot-{line.entry.number}"], self[f"by-{line.entry.number}"]) for line in self.lines]

    @property
    def typed(self) -> dict[str, dict[int, Any]]:
        """Return the arguments of `type_lots`."""
        numbers = [line.entry.number for line in self.lines]
        return {
            "lots": {number: self.cleaned_data[f"lot-{number}"] for number in numbers},
            "drawn_by": {number: self.cleaned_data[f"by-{number}"] for number in numbers},
        }


@signed_in
def lots(request: HttpRequest, slug: str) -> HttpResponse:
    """Save typed lots, also while some are missing."""
    desk = event_desk(request, slug)
    desk.require(desk.may_draw)
    draw = current_draw(desk.event)
    if draw is None or draw.lots != Draw.Lots.TYPED:
        raise Http404
    if draw.state != Draw.State.FROZEN:
        return redirect("desk:draw", slug)
    lines = sorted(numbers_of(draw), key=lambda line: line.entry.number)
    form = LotsForm(draw, lines, request.POST if request.method == "POST" else None)
    payload = form.typed if form.is_valid() else {}
    written = write(request, form, type_lots, desk.actor, draw, **payload)
    if written.done:
        missing = _("%(missing)d lots are still missing.") % written.answer
        messages.success(request, missing if written.answer["missing"] else _("Everybody has a lot."))
        return redirect("desk:draw", slug)
    return show(request, "desk/draw/typed_lots.html", form, desk=desk, draw=draw)
