"""The catalogue of fouls as the event has it, with the entries it adds."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.fouls.selectors.fouls import catalogue_of, own_kinds, regime_of
from scoring.fouls.selectors.labels import said, way_words
from scoring.fouls.services.kinds import remove_kind, set_kind
from web.floor.access import event_floor
from web.floor.fouls.forms import KindForm, ReasonForm
from web.shared.access import signed_in
from web.shared.forms.writing import show, write


@signed_in
def catalogue(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the entries with the penalty that is proposed, and add one."""
    floor = event_floor(request, slug)
    form = KindForm(request.POST if request.method == "POST" else None)
    facts = form.facts() if form.is_valid() else {}
    if write(request, form, set_kind, floor.actor, floor.event, **facts):
        messages.success(request, _("The catalogue has it now."))
        return redirect("floor:foul-catalogue", slug)
    regime, own = regime_of(floor.event), set(own_kinds(floor.event).values_list("code", flat=True))
    rows: list[dict[str, Any]] = [
        {
            "kind": kind,
            "name": said(kind.name),
            "about": said(kind.about),
            "own": kind.code in own,
            "ways": [way_words(kind, one, regime) for one in kind.outcomes],
        }
        for kind in catalogue_of(floor.event).values()
    ]
    may_set = bool(floor.reader.roles & set_kind.spec.roles)
    return show(request, "floor/fouls/catalogue.html", form, floor=floor, rows=rows, may_set=may_set, regime=regime)


@signed_in
def remove(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Take an entry of the event's own away."""
    floor = event_floor(request, slug)
    form = ReasonForm({"reason": "-"})
    if write(request, form, remove_kind, floor.actor, floor.event, code=code) is not None:
        messages.success(request, _("The entry is taken away."))
    for error in form.non_field_errors():
        messages.error(request, str(error))
    return redirect("floor:foul-catalogue", slug)
