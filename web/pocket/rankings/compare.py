"""Two players of a ranking side by side, and the choice of the second one by name."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ranking.rankings.models import RankingLine
from ranking.rankings.rules.rating import chance_ahead
from ranking.rankings.rules.rule import Kind
from ranking.rankings.selectors.comparison import days_of_both, results_of_both
from ranking.rankings.selectors.lines import NamedLine, line_of, lines_named
from ranking.rankings.selectors.rating import strength_of
from ranking.rankings.selectors.wording import points_text
from tournament.people.models.persons import Person
from tournament.registration.rules.cells import clean
from web.pocket.plots.pairs import rank_pair
from web.pocket.rankings.access import Shown, shown_or_404, shown_person
from web.pocket.rankings.player import figures
from web.pocket.rankings.ranking import ranking_context
from web.shared.forms.writing import show
from web.shared.requests.methods import get_only


class PlayerForm(forms.Form):
    """The name of the second player; ``matches`` are the lines with it, after validation."""

    saves_nothing = True

    name = forms.CharField(label=gettext_lazy("Name of the other player"), max_length=100)

    def __init__(self, shown: Shown, person: Person, *args: Any) -> None:
        super().__init__(*args)
        self.shown, self.person = shown, person
        self.matches: list[NamedLine] = []

    def clean_name(self) -> str:
        name = clean(self.cleaned_data["name"])[0]
        self.matches = [line for line in lines_named(self.shown.snapshot, name) if line.name.person != self.person.pk]
        if not self.matches:
            raise forms.ValidationError(_("No other player of the ranking has this name. Check the spelling."))
        self.matches = [line for line in self.matches if _is_named(line, name)] or self.matches
        return name


def _is_named(line: NamedLine, name: str) -> bool:
    """Return whether this is the whole name of the line, not a part of it."""
    return name.casefold() in (line.name.name.casefold(), line.name.latin_name.casefold())


@get_only
def choose(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Find the second player: redirect to the page of both, or list those with the name."""
    shown, person = shown_or_404(request, slug), shown_person(pk)
    form = PlayerForm(shown, person, request.GET if "name" in request.GET else None)
    if form.is_valid() and len(form.matches) == 1:
        return redirect(shown.address("compare", person.pk, form.matches[0].name.person))
    rows = [(line, shown.address("compare", person.pk, line.name.person)) for line in form.matches]
    context = {"person": person, "rows": rows, "player_page": shown.address("player", person.pk)}
    return show(request, "pocket/rankings/choose.html", form, **ranking_context(shown), **context)


@get_only
def compare(request: HttpRequest, slug: str, pk: int, other: int) -> HttpResponse:
    """Show both lines, the events of either, and both ranks over the days; 404 if one of them has no line."""
    shown = shown_or_404(request, slug)
    first, second = shown_person(pk), shown_person(other)
    lines = [line_of(shown.snapshot, person) for person in (first, second)]
    if first == second or None in lines:
        raise Http404
    if (first.pk, second.pk) != (pk, other):
        return redirect(shown.address("compare", first.pk, second.pk))
    sides = [
        (person, shown.address("player", person.pk), line, figures(line))
        for person, line in zip((first, second), lines, strict=True)
        if line
    ]
    days = [
        (day, *_rank_and_points(line), *_rank_and_points(of_second))
        for day, line, of_second in days_of_both(shown.ranking, first, second)
    ]
    context = {
        **ranking_context(shown),
        "first": first,
        "second": second,
        "sides": sides,
        "mers": shown.rule.kind is Kind.MERS,
        **_both(shown, [line for line in lines if line]),
        "days": days,
        "plot": rank_pair(
            (first.name, second.name), [(day, rank, other) for day, rank, _own, other, _of in days[::-1]]
        ),
    }
    return render(request, "pocket/rankings/compare.html", context)


def _both(shown: Shown, lines: list[RankingLine]) -> dict[str, Any]:
    """Return the places in the events, or of a rating the chance of the first player to be ahead at a table."""
    if shown.rule.kind is not Kind.RATING:
        return {"events": results_of_both(lines, shown.rule)}
    first, second = (strength_of(line) for line in lines)
    return {"chance": round(100 * chance_ahead(first, second))}


def _rank_and_points(line: RankingLine | None) -> tuple[int | None, str]:
    return (line.rank, points_text(line.points)) if line else (None, "")
