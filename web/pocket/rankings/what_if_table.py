"""What one more table would do to a player of a rating."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from ranking.rankings.models import RankingLine
from ranking.rankings.rules.rating import chance_ahead, with_place
from ranking.rankings.selectors.lines import NamedLine, RankedLines, better_lines, line_of
from ranking.rankings.selectors.rating import points_of, strength_of
from ranking.rankings.selectors.wording import points_text
from tournament.people.models.persons import Person
from web.pocket.rankings.access import Shown
from web.pocket.rankings.player import figures
from web.pocket.rankings.ranking import ranking_context
from web.shared.forms.writing import show

OTHERS = ("best", "middle", "last")
SEATS = 1 + len(OTHERS)


class TableForm(forms.Form):
    """The place of a player at a table, and the ranks of the others there, in the order of their points there."""

    place = WholeNumberField(label=gettext_lazy("Place at the table"), min_value=1, max_value=SEATS, initial=1)
    best = WholeNumberField(label=gettext_lazy("Rank of the best of the others there"), min_value=1)
    middle = WholeNumberField(label=gettext_lazy("Rank of the second of the others"), min_value=1)
    last = WholeNumberField(label=gettext_lazy("Rank of the last of the others"), min_value=1)

    def __init__(self, own: RankingLine, size: int, typed: Mapping[str, Any] | None) -> None:
        self.own, self.size = own.position or 0, size
        near = [at for at in range(self.own - len(OTHERS), self.own + SEATS) if 0 < at <= size and at != self.own]
        nearest = sorted(near, key=lambda at: abs(at - self.own))[: len(OTHERS)]
        super().__init__(typed, initial=dict(zip(OTHERS, sorted(nearest), strict=True)))

    def clean(self) -> dict[str, Any]:
        """Refuse a rank below the last one, and the same player twice."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        taken = {self.own}
        for name in filter(cleaned.get, OTHERS):
            rank = cleaned[name]
            if rank > self.size:
                self.add_error(name, _("The ranking has only %(players)d players.") % {"players": self.size})
            elif rank in taken:
                self.add_error(name, _("This player sits at the table already."))
            taken.add(rank)
        return cleaned


def show_table(request: HttpRequest, shown: Shown, person: Person) -> HttpResponse:
    """Show points and rank after a table from the address. Raises 404 without points or with too few others."""
    own = line_of(shown.snapshot, person)
    if own is None or own.rank is None or shown.snapshot.size < SEATS:
        raise Http404
    form = TableForm(own, shown.snapshot.size, request.GET if "place" in request.GET else None)
    context = {
        **ranking_context(shown),
        "person": person,
        "line": own,
        "figures": figures(own),
        "player_page": shown.address("player", person.pk),
    }
    if form.is_valid():
        others = [RankedLines(shown.snapshot)[form.cleaned_data[name] - 1] for name in OTHERS]
        context |= _outcome(shown, person, own, others, form.cleaned_data["place"])
    return show(request, "pocket/rankings/what_if_table.html", form, **context)


def _outcome(shown: Shown, person: Person, own: RankingLine, others: list[NamedLine], place: int) -> dict[str, object]:
    strength, strengths = strength_of(own), [strength_of(rival.line) for rival in others]
    points = points_of(with_place(strength, strengths, place)).total
    chances = [round(100 * chance_ahead(strength, other)) for other in strengths]
    return {
        "points": points_text(points),
        "rank": 1 + better_lines(shown.snapshot, Decimal(round(points * 100)) / 100, person),
        "others": [
            (rival.name.name, rival.line.rank, points_text(rival.line.points), chance)
            for rival, chance in zip(others, chances, strict=True)
        ],
    }
