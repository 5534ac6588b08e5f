"""The page of possible duplicates: merge persons or registrations, keep them apart, and undo both."""

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
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.writing import show, write
from web.shared.labels.registration import EVIDENCE, FIELDS


class Way(NamedTuple):
    """A decision about two persons or registrations: its service, the form's fields, and the message when done."""

    service: Service
    columns: tuple[str, ...]
    done: str | Promise


WAYS: Mapping[str, Way] = {
    "merge": Way(merge_persons, ("kept", "merged"), gettext_lazy("%(name)s is one person now.")),
    "unmerge": Way(unmerge_person, ("merged",), gettext_lazy("%(name)s is a separate person again.")),
    "apart": Way(
        mark_distinct, ("first", "second"), gettext_lazy("They are two persons; they will not be suggested again.")
    ),
    "offer": Way(unmark_distinct, ("first", "second"), gettext_lazy("They will be suggested again.")),
    "merge-entries": Way(
        merge_entries, ("kept", "merged"), gettext_lazy("The registration of %(name)s is merged into the other one.")
    ),
    "unmerge-entries": Way(
        unmerge_entries, ("merged",), gettext_lazy("%(name)s has a separate registration and number again.")
    ),
}


def _way_or_404(name: str) -> Way:
    if name not in WAYS:
        raise Http404
    return WAYS[name]


class WayForm(forms.Form):
    """The persons, or the registrations of the event, that the decision is about."""

    def __init__(self, desk: EventAccess, name: str, data: Any) -> None:
        super().__init__(data)
        entries = Entry.every.filter(event=desk.event)
        rows = entries if name.endswith("entries") else Person.objects.all()
        for fact in _way_or_404(name).columns:
            self.fields[fact] = forms.ModelChoiceField(rows)


@signed_in
def duplicates(request: HttpRequest, slug: str) -> HttpResponse:
    """List possible duplicates with their evidence, and what was merged or kept apart."""
    desk = event_desk(request, slug)
    desk.require(desk.may_register)
    if request.method == "POST":
        _decide(request, desk, request.POST.get("do", ""))
        return redirect("desk:duplicates", slug)
    context = {
        "pairs": [_described(pair) for pair in duplicates_of(desk.event)],
        "merged": merged_in(desk.event),
        "apart": kept_apart(desk.event),
        "doubles": double_registrations(desk.event),
        "drawn": is_drawn(desk.event),
    }
    return show(request, "desk/registration/duplicates.html", forms.Form(), desk=desk, **context)


def _decide(request: HttpRequest, desk: EventAccess, name: str) -> None:
    way = _way_or_404(name)
    form = WayForm(desk, name, request.POST)
    if not form.is_valid():
        raise Http404
    if write(request, form, way.service, desk.actor, desk.event, **form.cleaned_data).done:
        subject = form.cleaned_data.get("merged")
        messages.success(request, str(way.done) % ({"name": subject.name} if subject else {}))
    for errors in form.errors.values():
        messages.error(request, str(errors[0]))


class DescribedPair(NamedTuple):
    """A pair as text; ``differences`` are label, first value and second value if both are registered in this event."""

    pair: Duplicate
    evidence: str
    differences: list[tuple[str | Promise, str, str]]


def _described(pair: Duplicate) -> DescribedPair:
    evidence = listed(str(EVIDENCE[code]) for code in pair.evidence)
    if pair.first_entry is None or pair.second_entry is None:
        return DescribedPair(pair, evidence, [])
    kinds = dict(Entry.Kind.choices)
    first = _with_kind_label(values_of(pair.first_entry), kinds)
    second = _with_kind_label(values_of(pair.second_entry), kinds)
    differences: list[tuple[str | Promise, str, str]] = [
        (FIELDS[name], first[name], second[name]) for name in FIELDS if first[name] != second[name]
    ]
    return DescribedPair(pair, evidence, differences)


def _with_kind_label(values: dict[str, str], kinds: dict[Any, Any]) -> dict[str, str]:
    return {**values, "kind": str(kinds[values["kind"]])}
