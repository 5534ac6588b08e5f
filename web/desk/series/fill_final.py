"""The page that enters the next of a series' ranking in its final, for somebody who withdrew."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy, ngettext

from ranking.series.selectors.finals import FinalPlaces, final_places, series_of_final
from ranking.series.services.final import fill_final
from web.desk.series.open_final import line_label
from web.shared.access import event_desk, signed_in
from web.shared.forms.writing import show, write


class FillFinalForm(forms.Form):
    """Who is entered now."""

    chosen = forms.MultipleChoiceField(label=gettext_lazy("Who plays"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, places: FinalPlaces, data: Any) -> None:
        super().__init__(data, initial={"chosen": places.proposed})
        field = self.fields["chosen"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(str(line.key), line_label(line)) for line in places.candidates]


@signed_in
def fill(request: HttpRequest, slug: str) -> HttpResponse:
    """Propose the next of the ranking, as many as there are free places. 404 for an event that is not a final."""
    desk = event_desk(request, slug)
    desk.require(desk.may(fill_final, desk.event.ledger))
    series = series_of_final(desk.event)
    if series is None:
        raise Http404
    places = final_places(desk.actor.account, series, desk.event)
    form = FillFinalForm(places, request.POST if request.method == "POST" else None)
    payload = {"chosen": form.cleaned_data["chosen"]} if form.is_valid() else {}
    written = write(request, form, fill_final, desk.actor, desk.event, **payload)
    if written.done:
        number = written.answer["entries"]
        text = ngettext("%(number)d line of the ranking is entered.", "%(number)d lines are entered.", number)
        messages.success(request, text % {"number": number})
        return redirect("desk:registration", slug)
    return show(request, "desk/series/fill_final.html", form, desk=desk, series=series, places=places)
