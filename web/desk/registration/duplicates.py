"""Who may be one: persons and double registrations are merged, or kept apart, and each of it taken back."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from common.actions.engine import Service
from common.i18n.wording import listed
from tournament.events.models.entries import Entry
from tournament.people.models.persons import Person
from tournament.registration.selectors.duplicates import (
    Duplicate,
    double_registrations,
    duplicates_of,
    kept_apart,
    merged_in,
)
from tournament.registration.selectors.entries import is_drawn, values_of
from tournament.registration.services.double_registration import merge_entries, unmerge_entries
from tournament.registration.services.persons import mark_distinct, merge_persons, unmark_distinct, unmerge_person
from web.shared.access import EventDesk, event_desk, signed_in
from web.shared.forms.writing import show, write
from web.shared.registration_labels import EVIDENCE, FIELDS


class Way(NamedTuple):
    """What can be done about two persons or registrations: the service, its facts, and what is said when it is done."""

    service: Service
    facts: tuple[str, ...]
    done: str | Promise


WAYS: Mapping[str, Way] = {
    "merge": Way(merge_persons, ("kept", "merged"), gettext_lazy("%(name)s is one person now.")),
    "unmerge": Way(unmerge_person, ("merged",), gettext_lazy("%(name)s is a person of its own again.")),
    "apart": Way(mark_distinct, ("first", "second"), gettext_lazy("They are two persons; they are not offered again.")),
    "offer": Way(unmark_distinct, ("first", "second"), gettext_lazy("They are offered again.")),
    "merge-entries": Way(
        merge_entries, ("kept", "merged"), gettext_lazy("The registration of %(name)s is merged into the other one.")
    ),
    "unmerge-entries": Way(
        unmerge_entries, ("merged",), gettext_lazy("%(name)s is registered with a number of the own again.")
    ),
}


def _way(name: str) -> Way:
    if name not in WAYS:
        raise Http404
    return WAYS[name]


class WayForm(forms.Form):
    """The persons, or the registrations of one event, that something is done about."""

    def __init__(self, desk: EventDesk, name: str, data: Any) -> None:
        super().__init__(data)
        entries = Entry.every.filter(event=desk.event)
        rows = entries if name.endswith("entries") else Person.objects.all()
        for fact in _way(name).facts:
            self.fields[fact] = forms.ModelChoiceField(rows)


@signed_in
def duplicates(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer pairs with their evidence, and list what was merged and what was kept apart."""
    desk = event_desk(request, slug)
    desk.require(desk.may_register)
    if request.method == "POST":
        _do(request, desk, request.POST.get("do", ""))
        return redirect("desk:duplicates", slug)
    context = {
        "pairs": [_shown(one) for one in duplicates_of(desk.event)],
        "merged": merged_in(desk.event),
        "apart": kept_apart(desk.event),
        "doubles": double_registrations(desk.event),
        "drawn": is_drawn(desk.event),
    }
    return show(request, "desk/registration/duplicates.html", forms.Form(), desk=desk, **context)


def _do(request: HttpRequest, desk: EventDesk, name: str) -> None:
    form, way = WayForm(desk, name, request.POST), _way(name)
    if not form.is_valid():
        raise Http404
    if write(request, form, way.service, desk.actor, desk.event, **form.cleaned_data) is not None:
        subject = form.cleaned_data.get("merged")
        messages.success(request, str(way.done) % ({"name": subject.name} if subject else {}))
    for errors in form.errors.values():
        messages.error(request, str(errors[0]))


class Shown(NamedTuple):
    """A pair in words; ``differences``: label, the first one's value, the second one's, where both are here."""

    pair: Duplicate
    evidence: str
    differences: list[tuple[str | Promise, str, str]]


def _shown(pair: Duplicate) -> Shown:
    evidence = listed(str(EVIDENCE[word]) for word in pair.evidence)
    if pair.first_entry is None or pair.second_entry is None:
        return Shown(pair, evidence, [])
    kinds = dict(Entry.Kind.choices)
    first, second = (_said(values_of(entry), kinds) for entry in (pair.first_entry, pair.second_entry))
    return Shown(
        pair, evidence, [(FIELDS[name], first[name], second[name]) for name in FIELDS if first[name] != second[name]]
    )


def _said(values: dict[str, str], kinds: dict[Any, Any]) -> dict[str, str]:
    return {**values, "kind": str(kinds[values["kind"]])}
