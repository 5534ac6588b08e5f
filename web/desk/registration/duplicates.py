"""The page of possible duplicates: merge persons or registrations, keep them apart, and undo both."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.wording import listed
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
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
from web.shared.access import event_desk, signed_in
from web.shared.forms.writing import show
from web.shared.labels.registration import EVIDENCE, FIELDS
from web.shared.person_decisions import MERGED, SEPARATED, Decision, decide, two_persons

PERSONS: Mapping[str, Decision] = {
    "merge": Decision(merge_persons, ("kept", "merged"), MERGED),
    "unmerge": Decision(unmerge_person, ("merged",), SEPARATED),
    **two_persons(mark_distinct, unmark_distinct),
}


def _decisions(event: Event) -> dict[str, Decision]:
    """Return the decisions about persons, and those about registrations of the event."""
    entries = Entry.every.filter(event=event)
    return {
        **PERSONS,
        "merge-entries": Decision(
            merge_entries,
            ("kept", "merged"),
            gettext_lazy("The registration of %(name)s is merged into the other one."),
            entries,
        ),
        "unmerge-entries": Decision(
            unmerge_entries,
            ("merged",),
            gettext_lazy("%(name)s has a separate registration and number again."),
            entries,
        ),
    }


@signed_in
def duplicates(request: HttpRequest, slug: str) -> HttpResponse:
    """List possible duplicates with their evidence, and what was merged or kept apart."""
    desk = event_desk(request, slug)
    desk.require(desk.may_register)
    if request.method == "POST":
        decide(request, _decisions(desk.event), desk.actor, desk.event)
        return redirect("desk:duplicates", slug)
    context = {
        "pairs": [_described(pair) for pair in duplicates_of(desk.event)],
        "merged": merged_in(desk.event),
        "apart": kept_apart(desk.event),
        "doubles": double_registrations(desk.event),
        "drawn": is_drawn(desk.event),
    }
    return show(request, "desk/registration/duplicates.html", forms.Form(), desk=desk, **context)


class DescribedPair(NamedTuple):
    """A pair as text; ``differences`` are label, first value and second value if both are registered in this event."""

    pair: Duplicate
    persons: list[tuple[Person, str]]
    evidence: str
    differences: list[tuple[str | Promise, str, str]]


def _described(pair: Duplicate) -> DescribedPair:
    evidence = listed(str(EVIDENCE[code]) for code in pair.evidence)
    persons = [
        (pair.first, _entered_in(pair.first_entry, pair.first_events)),
        (pair.second, _entered_in(pair.second_entry, pair.second_events)),
    ]
    if pair.first_entry is None or pair.second_entry is None:
        return DescribedPair(pair, persons, evidence, [])
    kinds = dict(Entry.Kind.choices)
    first = _with_kind_label(values_of(pair.first_entry), kinds)
    second = _with_kind_label(values_of(pair.second_entry), kinds)
    differences: list[tuple[str | Promise, str, str]] = [
        (FIELDS[name], first[name], second[name]) for name in FIELDS if first[name] != second[name]
    ]
    return DescribedPair(pair, persons, evidence, differences)


def _entered_in(entry: Entry | None, events: Sequence[str]) -> str:
    """Return where the person is entered: the number in this event, then the names of the events."""
    here = [_("here with the number %(number)d") % {"number": entry.number}] if entry else []
    return " · ".join([*here, *events])


def _with_kind_label(values: dict[str, str], kinds: dict[Any, Any]) -> dict[str, str]:
    return {**values, "kind": str(kinds[values["kind"]])}
