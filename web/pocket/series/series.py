"""The public page of a series: its ranking after an event, the way to the final, its events and its rule."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from common.numbers import number_in
from ranking.series.models import Series
from ranking.series.selectors.series import others_with, series_by_slug
from ranking.series.selectors.table import SeriesTable, series_table
from ranking.series.selectors.wording import rule_lines
from tournament.events.selectors.events import event_by_slug
from web.shared.requests.methods import get_only
from web.shared.series.rows import event_rows, rows_key
from web.shared.series.table import SeriesRanking
from web.shared.tables import paginate

ROWS = 40


@get_only
def series(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the ranking after all events that count, or with ``after`` in the address after the first ones."""
    shown = series_or_404(slug)
    table = series_table(shown, after=number_in(request.GET.get("after", "")))
    ranking = SeriesRanking(table)
    paginate(request, ranking, per_page=ROWS)
    rows = event_rows(table, others_with(shown, {source.row.slug for source in table.sources}))
    context = {
        "series": shown,
        "table": table,
        "ranking": ranking,
        "rows": rows,
        "rows_key": rows_key(shown, rows),
        "rule": rule_lines(table.rule),
        "final": event_by_slug(shown.final) if shown.final else None,
        "preview_text": _preview_text(table),
    }
    return render(request, "pocket/series/series.html", context)


def series_or_404(slug: str) -> Series:
    series = series_by_slug(slug)
    if series is None:
        raise Http404
    return series


def _preview_text(table: SeriesTable) -> str:
    """Return the first three of the ranking, for programs that show the link."""
    return " · ".join(f"{line.rank} {line.name}" for line in table.lines[:5] if line.rank and line.rank <= 3)
