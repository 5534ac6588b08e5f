"""The countries of a ranking, and with a number of spots their quotas of a championship."""

from typing import Any

import django_tables2 as tables
from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from common.templatetags.pinju import country
from ranking.rankings.rules.quotas import MOST_SPOTS, Quota
from ranking.rankings.rules.rule import Kind
from ranking.rankings.selectors.quotas import quotas_of
from web.pocket.rankings.access import shown_or_404
from web.pocket.rankings.ranking import ranking_context
from web.pocket.rankings.tables import CountryTable
from web.shared.forms.writing import show
from web.shared.requests.methods import get_only
from web.shared.tables import FIGURE, NAMING, WIDE, BaseTable


class SpotsForm(forms.Form):
    """The spots of a championship for the countries of the federation."""

    saves_nothing = True

    spots = WholeNumberField(label=gettext_lazy("Spots at the championship"), min_value=1, max_value=MOST_SPOTS)


class QuotaTable(BaseTable):
    """The spots of each country by their parts."""

    code = tables.Column(gettext_lazy("Country"), attrs=NAMING)
    a1 = tables.Column("A1", attrs=FIGURE)
    a2 = tables.Column("A2", attrs=FIGURE)
    a3 = tables.Column("A3", attrs=FIGURE)
    share = tables.Column(gettext_lazy("Share of B"), attrs=WIDE)
    b = tables.Column("B", attrs=FIGURE)
    spots = tables.Column(gettext_lazy("Spots"), attrs=FIGURE)

    class Meta:
        orderable = False

    @property
    def caption(self) -> str:
        return _("Quotas")

    def render_code(self, value: str) -> str:
        return country(value)

    def render_share(self, value: Any) -> str:
        return f"{float(100 * value):.1f} %"

    def render_spots(self, record: Quota) -> SafeString:
        return format_html("<b>{}</b>", record.spots)


@get_only
def countries(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the country ranking; ``spots`` in the address adds the quotas, which belong to MERS."""
    shown = shown_or_404(request, slug)
    table = CountryTable(list(shown.snapshot.countries.all()), shown)
    form = SpotsForm(request.GET if "spots" in request.GET else None)
    context: dict[str, Any] = {**ranking_context(shown), "table": table, "mers": shown.rule.kind is Kind.MERS}
    if form.is_valid():
        quotas = quotas_of(shown.snapshot, shown.rule, form.cleaned_data["spots"])
        context |= {"quotas": QuotaTable(quotas), "given": sum(quota.spots for quota in quotas)}
    return show(request, "pocket/rankings/countries.html", form, **context)
