"""Two records of one person: find them, merge them, mark them as two persons, and undo both."""

from collections.abc import Mapping
from typing import NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from common.i18n.wording import listed
from common.numbers import MOST_KEY, number_in
from ranking.bodies.models import Body
from ranking.levels.selectors.person_records import Line, person_by_id, record_of
from ranking.record.selectors.persons import (
    birth_years,
    is_of_body,
    is_possible_second,
    kept_apart_of_body,
    merged_of_body,
    possible_duplicates,
)
from ranking.record.services.persons import join_records, mark_apart, split_records, unmark_apart
from tournament.people.models.persons import Person
from tournament.registration.rules.duplicates import evidence_with
from tournament.registration.selectors.similar import waiting_persons
from web.committee.access import body_desk
from web.committee.persons.persons import person_of_body
from web.shared.access import signed_in
from web.shared.forms.fields import ConfirmForm
from web.shared.forms.writing import show, write
from web.shared.labels.registration import EVIDENCE
from web.shared.person_decisions import MERGED, SEPARATED, Decision, decide, two_persons

PER_PAGE, MOST_COUNTED = 25, 1_000
DECISIONS: Mapping[str, Decision] = {
    **two_persons(mark_apart, unmark_apart),
    "split": Decision(split_records, ("merged",), SEPARATED),
}


class OtherForm(forms.Form):
    """The person to compare with."""

    other = WholeNumberField(
        label=gettext_lazy("Number of the other person"),
        min_value=1,
        help_text=gettext_lazy("As on the page of the person, below the name."),
    )


class Side(NamedTuple):
    """One of two compared persons: the birth year if known, and the results, newest first."""

    person: Person
    born: str
    lines: list[Line]


@signed_in
def duplicates(request: HttpRequest, slug: str) -> HttpResponse:
    """List persons who may be one, and what was merged or marked as two persons; a POST decides."""
    desk = body_desk(request, slug)
    desk.require(desk.may_confirm)
    if request.method == "POST":
        decide(request, DECISIONS, desk.actor, desk.body)
        return redirect("committee:duplicates", slug)
    pairs = possible_duplicates(desk.body)
    first_pairs = list(pairs[: PER_PAGE + 1])
    listed_pairs = first_pairs[:PER_PAGE]
    born = birth_years([person for pair in listed_pairs for person in (pair.first, pair.second)])
    context = {
        "desk": desk,
        "pairs": [
            (
                [(person, _person_note(person, born)) for person in (pair.first, pair.second)],
                listed(str(EVIDENCE[code]) for code in evidence_with(pair.strength)),
            )
            for pair in listed_pairs
        ],
        "count": pairs[: MOST_COUNTED + 1].count() if len(first_pairs) > PER_PAGE else len(first_pairs),
        "most_counted": MOST_COUNTED,
        "waiting": waiting_persons().count(),
        "merged": merged_of_body(desk.body)[:PER_PAGE],
        "apart": kept_apart_of_body(desk.body)[:PER_PAGE],
    }
    return render(request, "committee/persons/duplicates.html", context)


def _person_note(person: Person, born: Mapping[int, str]) -> str:
    note = _("Person %(id)s") % {"id": person.pk}
    year = born.get(person.pk)
    return f"{note} · {_('born %(year)s') % {'year': year}}" if year else note


@signed_in
def merge(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask for the other person's number, then show both records side by side and merge them with a reason."""
    desk = body_desk(request, slug)
    desk.require(desk.may_confirm)
    kept = person_of_body(desk.body, pk)
    asked = OtherForm(request.GET if "other" in request.GET else None)
    other = _other_person(desk.body, kept, asked) if asked.is_bound and asked.is_valid() else None
    if other is None:
        return show(request, "committee/persons/merge_choose.html", asked, desk=desk, person=kept)
    form = ConfirmForm(request)
    if write(request, form, join_records, desk.actor, desk.body, kept=kept, merged=other).done:
        messages.success(request, str(MERGED) % {"name": kept.name})
        return redirect("committee:person", slug, kept.pk)
    born = birth_years([kept, other])
    sides = [Side(person, born.get(person.pk, ""), record_of(person, public=False).lines) for person in (kept, other)]
    swap = reverse("committee:merge-person", args=[slug, other.pk]) if is_of_body(desk.body, other) else ""
    context = {"desk": desk, "person": kept, "other": other, "sides": sides, "swap": swap}
    return show(request, "committee/persons/merge.html", form, **context)


def _other_person(body: Body, kept: Person, form: OtherForm) -> Person | None:
    """Return the person with the typed number; None with an error at the field if it cannot be merged."""
    number = number_in(str(form.cleaned_data["other"]), most=MOST_KEY)
    row = person_by_id(number) if number else None
    other = row.kept if row else None
    if other is None or not is_possible_second(body, other):
        form.add_error("other", _("This person does not exist, or another body is responsible for them."))
    elif other.pk == kept.pk:
        form.add_error("other", _("This is the same person."))
    else:
        return other
    return None
