"""Players by a statistic over the record: a list by page, and as CSV."""

from collections.abc import Iterator, Sequence
from typing import Any

import django_tables2 as tables
from django import forms
from django.core.validators import MinValueValidator
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.files.csv_files import csv_file
from common.forms import WholeNumberField
from common.templatetags.pinju import country
from ranking.lists.rules import STATISTICS, Base, RankedFigures, Statistic
from ranking.lists.selectors.figures import state_of
from ranking.lists.selectors.players import NamedLines, PlayerLine, player_countries, player_lines
from ranking.lists.selectors.scopes import Scope, listed_events
from web.pocket.lists.filters import ScopeForm
from web.pocket.lists.labels import NAMES, basis, value_text
from web.shared.requests.methods import get_only
from web.shared.tables import FIGURE, NAMING, BaseTable, LinesInOrder, paginate, person_cell

ROWS = 50
BASES = {Base.SESSIONS: gettext_lazy("Number of sessions"), Base.HANDS: gettext_lazy("Number of hands")}


class PlayersForm(ScopeForm):
    """The statistic, the events, the country of the players, and from how many sessions or hands they are listed."""

    by = forms.ChoiceField(label=gettext_lazy("Statistic"), required=False, choices=list(NAMES.items()))
    home = forms.ChoiceField(label=gettext_lazy("Country of the player"), required=False)
    least = WholeNumberField(
        label=gettext_lazy("Minimum of sessions or hands"), required=False, validators=[MinValueValidator(1)]
    )
    field_order = ("by",)

    def __init__(self, *args: Any, **scope: Any) -> None:
        super().__init__(*args, **scope)
        self._whole = state_of(Scope())
        self._offer("home", ((code, country(code)) for code in player_countries(self._whole)))

    @property
    def filters(self) -> list[forms.BoundField]:
        """The fields that choose who is listed, without the statistic."""
        return [field for field in self if field.name != "by"]

    @property
    def filtered(self) -> bool:
        """Whether the address names a filter, right or wrong."""
        return any(self.data.get(field.name) for field in self.filters)

    @property
    def statistic(self) -> Statistic:
        """The chosen statistic; the first one if the choice is wrong or missing."""
        key = getattr(self, "cleaned_data", {}).get("by")
        return STATISTICS[key or "events"]

    @property
    def least_number(self) -> int:
        """The number of sessions or hands from which players are listed, of a valid form."""
        return self.cleaned_data["least"] or self.statistic.least

    def lines(self) -> Sequence[RankedFigures]:
        """Return the lines of a valid form."""
        state = self._whole if self.scope == Scope() else ""
        return player_lines(self.scope, self.statistic, self.least_number, self.cleaned_data["home"], state)


class PlayerTable(BaseTable):
    """The players by one statistic."""

    rank = tables.Column(gettext_lazy("Rank"), accessor="line__rank", attrs=FIGURE)
    name = tables.Column(gettext_lazy("Name"), attrs=NAMING)
    value = tables.Column(accessor="line__value", attrs=FIGURE)
    base = tables.Column(empty_values=(), attrs=FIGURE)

    class Meta:
        orderable = False

    def __init__(self, data: Any, statistic: Statistic) -> None:
        super().__init__(data, exclude=() if statistic.base else ("base",))
        self._statistic = statistic
        self.columns["value"].column.verbose_name = NAMES[statistic.key]
        if statistic.base:
            self.columns["base"].column.verbose_name = BASES[statistic.base]
        start, _number, end = reverse("record:person", args=[0]).rpartition("0")
        self._address = f"{start}{{}}{end}"

    @property
    def caption(self) -> str:
        return _("Players by statistics")

    def render_name(self, record: PlayerLine) -> SafeString:
        shown = record.name
        address = self._address.format(shown.person) if shown.person else ""
        return person_cell(shown.name, shown.latin_name, address, record.country)

    def render_value(self, record: PlayerLine) -> SafeString:
        return format_html("<b>{}</b>", value_text(self._statistic, record.line.value))

    def render_base(self, record: PlayerLine) -> int:
        number: int = getattr(record.line.figures, self._statistic.base)
        return number


@get_only
def players(request: HttpRequest) -> HttpResponse:
    """Show the players by page; a choice that does not exist is named beside its field, and nobody is listed."""
    form = PlayersForm(request.GET, events=listed_events())
    valid = form.is_valid()
    table = PlayerTable(LinesInOrder(NamedLines(form.lines() if valid else [])), form.statistic)
    paginate(request, table, per_page=ROWS)
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "form": form,
        "table": table,
        "query": query.urlencode(),
        "title": NAMES[form.statistic.key],
        "basis": basis(form.statistic, form.least_number) if valid else "",
        "chosen": form.chosen,
        "home": form.cleaned_data["home"] if valid else "",
    }
    return render(request, "pocket/lists/players.html", context)


@get_only
def as_csv(request: HttpRequest) -> HttpResponse:
    """Answer the whole list with every statistic; 400 for choices that do not exist."""
    form = PlayersForm(request.GET, events=listed_events())
    if not form.is_valid():
        return HttpResponseBadRequest(form.errors.as_text(), content_type="text/plain; charset=utf-8")
    figures = [str(name) for name in [*NAMES.values(), *BASES.values()]]
    headings = [_("Rank"), _("Name"), _("Name in Latin letters"), _("Country"), *figures]
    headers = {"Content-Disposition": f'attachment; filename="players-{form.statistic.key}.csv"'}
    data = csv_file(headings, _cells(form.lines()))
    return HttpResponse(data, content_type="text/csv; charset=utf-8", headers=headers)


def _cells(lines: Sequence[RankedFigures]) -> Iterator[list[str | int | None]]:
    for row in NamedLines(lines)[:]:
        figures = row.line.figures
        values = [
            value_text(statistic, statistic.value(figures)).replace("−", "-") for statistic in STATISTICS.values()
        ]
        yield [
            row.line.rank,
            row.name.name,
            row.name.latin_name,
            row.country,
            *values,
            figures.sessions,
            figures.hands,
        ]
