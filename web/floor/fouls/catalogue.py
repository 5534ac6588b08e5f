"""The event's catalogue of fouls, with the entries that it adds."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.fouls.selectors.fouls import catalogue_of, own_kinds, regime_of
from scoring.fouls.selectors.labels import outcome_words, translated
from scoring.fouls.services.kinds import remove_kind, set_kind
from web.floor.access import event_floor
from web.floor.fouls.forms import KindForm, ReasonForm
from web.shared.access import signed_in
from web.shared.forms.writing import add_error_messages, show, write


@signed_in
def catalogue(request: HttpRequest, slug: str) -> HttpResponse:
    """List the entries with their proposed penalty, and add one."""
    floor = event_floor(request, slug)
    form = KindForm(request.POST if request.method == "POST" else None)
    payload = form.payload() if form.is_valid() else {}
    if write(request, form, set_kind, floor.actor, floor.event, **payload).done:
        messages.success(request, _("It is in the catalogue now."))
        return redirect("floor:foul-catalogue", slug)
    regime = regime_of(floor.event)
    own_codes = set(own_kinds(floor.event).values_list("code", flat=True))
    rows: list[dict[str, Any]] = [
        {
            "kind": kind,
            "name": translated(kind.name),
            "about": translated(kind.about),
            "own": kind.code in own_codes,
            "ways": [outcome_words(kind, outcome, regime) for outcome in kind.outcomes],
        }
        for kind in catalogue_of(floor.event).values()
    ]
    may_set = bool(floor.reader.roles & set_kind.spec.roles)
    return show(request, "floor/fouls/catalogue.html", form, floor=floor, rows=rows, may_set=may_set, regime=regime)


@signed_in
def remove(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Remove an entry that the event added."""
    floor = event_floor(request, slug)
    form = ReasonForm({"reason": "-"})
    if write(request, form, remove_kind, floor.actor, floor.event, code=code).done:
        messages.success(request, _("The entry is removed."))
    add_error_messages(request, form)
    return redirect("floor:foul-catalogue", slug)
