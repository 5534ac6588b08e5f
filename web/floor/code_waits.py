"""Lift the wait on a player's personal code after wrong tries."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.sheets.services.codes.code_tries import lift_wait
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from web.floor.access import event_floor
from web.shared.access import signed_in
from web.shared.forms.fields import set_queryset
from web.shared.forms.writing import write
from web.shared.requests.methods import post_only


class LiftForm(forms.Form):
    """The player whose wait is lifted, and the page to return to."""

    entry = forms.ModelChoiceField(queryset=Entry.objects.none(), to_field_name="number")
    back = forms.ChoiceField(choices=[(name, name) for name in ("floor:table", "table:signing")])

    def __init__(self, event: Event, data: Any) -> None:
        super().__init__(data)
        set_queryset(self, "entry", event.entries.all())


@signed_in
@post_only
def lift(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """End the wait, so that the player can try the code again at once."""
    floor = event_floor(request, slug)
    table = floor.table(session, number)
    form = LiftForm(floor.event, request.POST)
    form.is_valid()
    entry, back = form.cleaned_data.get("entry"), form.cleaned_data.get("back", "floor:table")
    if entry and write(request, form, lift_wait, floor.actor, floor.event, entry=entry).done:
        messages.success(request, _("The code of %(name)s can be tried again.") % {"name": entry.name})
    elif form.errors:
        refusals = [str(message) for field_errors in form.errors.values() for message in field_errors]
        messages.error(request, " ".join(refusals))
    return redirect(back, slug, session, table.number)
