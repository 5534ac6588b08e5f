"""The list of series."""

import django_tables2 as tables
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ranking.series.models import Series
from ranking.series.selectors.series import public_series
from web.shared.requests.methods import get_only
from web.shared.tables import FIGURE, NAMING, BaseTable, linked_with_body, paginate

ROWS = 50


class SeriesList(BaseTable):
    """All series, the newest first, each with the body below its name."""

    name = tables.Column(gettext_lazy("Series of events"), attrs=NAMING)
    size = tables.Column(gettext_lazy("Events"), attrs=FIGURE)

    class Meta:
        orderable = False

    @property
    def caption(self) -> str:
        return _("Series of events")

    def render_name(self, record: Series) -> SafeString:
        body = record.body.name if record.body else ""
        return linked_with_body(reverse("series:series", args=[record.slug]), record.name, body)


@get_only
def overview(request: HttpRequest) -> HttpResponse:
    table = SeriesList(public_series())
    paginate(request, table, per_page=ROWS)
    return render(request, "pocket/series/overview.html", {"table": table})
