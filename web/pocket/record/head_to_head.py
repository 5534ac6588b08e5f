"""Two players head to head, and the choice of the second one by name."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.search import finds, folded
from ranking.opponents.rules import balance, lead
from ranking.opponents.selectors.tables import Opponent, opponents, public_person, shared_tables, stored_tables
from tournament.people.models.persons import Person
from web.pocket.plots.pairs import point_pair
from web.shared.requests.methods import get_only

PER_PAGE = 50


class OpponentForm(forms.Form):
    """The name of an opponent; ``matches`` are those with the name, after validation."""

    saves_nothing = True

    name = forms.CharField(label=gettext_lazy("Name of the other player"), max_length=200)

    def __init__(self, *args: Any, opponents: Sequence[Opponent]) -> None:
        super().__init__(*args)
        self.opponents = opponents
        self.matches: list[Opponent] = []

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        self.matches = [row for row in self.opponents if finds(name, row.person.name, row.person.latin_name)]
        whole = [
            row for row in self.matches if folded(name) in (folded(row.person.name), folded(row.person.latin_name))
        ]
        self.matches = whole or self.matches
        if not self.matches:
            raise forms.ValidationError(_("No opponent at the stored tables has this name. Check the spelling."))
        return name


@get_only
def choose(request: HttpRequest, pk: int) -> HttpResponse:
    """List all opponents, or find one by name: redirect to the page of both, or list those with the name."""
    owner = shown_person(pk)
    if owner.pk != pk:
        return redirect("record:choose-opponent", owner.pk)
    form = OpponentForm(request.GET if "name" in request.GET else None, opponents=opponents(stored_tables(owner)))
    if form.is_valid() and len(form.matches) == 1:
        return redirect("record:head-to-head", pk, form.matches[0].person.pk)
    page = Paginator(form.opponents, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "pocket/record/head_to_head_choose.html", {"owner": owner, "form": form, "page": page})


@get_only
def head_to_head(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Show each stored table of two persons with the balance; 404 if either of them has no public page."""
    first, second = shown_person(pk), shown_person(other)
    if first == second:
        raise Http404
    if (first.pk, second.pk) != (pk, other):
        return redirect("record:head-to-head", first.pk, second.pk)
    tables = shared_tables(first, second)
    rows = [(table, own, other, lead(own, other)) for table, own, other in tables]
    pairs = [(own, other) for _table, own, other in tables]
    context = {
        "first": first,
        "second": second,
        "rows": rows[::-1],
        "balance": balance(pairs) if pairs else None,
        "plot": point_pair((first.name, second.name), [(own.points, other.points) for own, other in pairs]),
    }
    return render(request, "pocket/record/head_to_head.html", context)


def shown_person(pk: int) -> Person:
    """Return the kept person of ``pk``; raise Http404 if not everybody may see the record."""
    person = public_person(pk)
    if person is None:
        raise Http404
    return person
