"""What one more result would do to a player of a ranking; of a rating, what one more table would do."""

from fractions import Fraction
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from ranking.rankings.rules.formula import TWELFTHS, Counted, Outcome, value_of
from ranking.rankings.rules.rule import Kind, Rule, Value
from ranking.rankings.selectors.explanation import explained, prospect
from ranking.rankings.selectors.lines import line_of
from ranking.rankings.selectors.values import VALUES
from ranking.rankings.selectors.wording import points_text, short_text
from scoring.federation.rules import weight_of
from web.pocket.rankings.access import shown_or_404, shown_person
from web.pocket.rankings.player import figures
from web.pocket.rankings.ranking import ranking_context
from web.pocket.rankings.what_if_table import show_table
from web.shared.forms.writing import show
from web.shared.requests.methods import get_only

#: The largest event, and the most points of a result.
MOST_PLAYERS, MOST_POINTS = 10_000, 100_000


class ResultForm(forms.Form):
    """A result that a player may reach; only what the rule of the ranking uses is asked."""

    saves_nothing = True

    place = WholeNumberField(label=gettext_lazy("Rank in the event"), min_value=1, max_value=MOST_PLAYERS, initial=1)
    points = forms.DecimalField(min_value=-MOST_POINTS, max_value=MOST_POINTS, max_digits=9, decimal_places=2)
    players = WholeNumberField(
        label=gettext_lazy("Players of the event"), min_value=2, max_value=MOST_PLAYERS, initial=80
    )
    days = WholeNumberField(label=gettext_lazy("Days"), min_value=1, max_value=60, initial=2)
    countries = WholeNumberField(label=gettext_lazy("Countries"), min_value=1, max_value=250, initial=6)
    qualification = forms.BooleanField(label=gettext_lazy("Players had to qualify"), required=False)

    def __init__(self, rule: Rule, *args: Any) -> None:
        super().__init__(*args)
        self.rule = rule
        scored = rule.value in (Value.TABLE, Value.COMPETITION)
        unused = {
            "place": scored,
            "points": not scored,
            "players": not rule.weighted and rule.value is not Value.RANK,
            "days": not rule.weighted,
            "countries": not rule.weighted,
            "qualification": not rule.weighted,
        }
        self.fields = {name: field for name, field in self.fields.items() if not unused[name]}
        if scored:
            self.fields["points"].label = VALUES[rule.value]  # type: ignore[assignment]

    def clean(self) -> dict[str, Any]:
        """Refuse a place that the event does not have."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        place, players = cleaned.get("place"), cleaned.get("players")
        if place and players and place > players:
            self.add_error("place", _("The event has only %(players)d players.") % {"players": players})
        return cleaned

    def result(self) -> Counted:
        """Return the result of a valid form in its first year."""
        data = self.cleaned_data
        points = Fraction(data.get("points") or 0)
        outcome = Outcome(data.get("place") or 1, round(points * TWELFTHS), round(points))
        weight = Fraction(1)
        if self.rule.weighted:
            figures_of = data["days"], data["players"], data["countries"]
            weight = weight_of(*figures_of, qualification=data["qualification"]).total
        return Counted(value_of(self.rule, outcome, data.get("players") or 0), weight * self.rule.factors[0])


@get_only
def what_if(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show points and rank with a result from the address, everything else as in the snapshot."""
    shown, person = shown_or_404(request, slug), shown_person(pk)
    if shown.rule.kind is Kind.RATING:
        return show_table(request, shown, person)
    line = line_of(shown.snapshot, person)
    form = ResultForm(shown.rule, request.GET if {"place", "points"} & request.GET.keys() else None)
    context = {
        **ranking_context(shown),
        "person": person,
        "line": line,
        "figures": figures(line) if line else None,
        "player_page": shown.address("player", person.pk),
    }
    if form.is_valid():
        added = form.result()
        rows = explained(line, shown.rule) if line else []
        prospective = prospect(shown.snapshot, shown.rule, person, rows, added)
        context |= {
            "prospect": prospective,
            "points": points_text(prospective.points.total) if prospective.points else "",
            "value": short_text(added.value),
            "weight": short_text(added.weight),
            "missing": shown.rule.least - len(rows) - 1,
        }
    return show(request, "pocket/rankings/what_if.html", form, **context)
