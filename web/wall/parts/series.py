"""The rankings of the series in which the event counts, as pages of a screen."""

from django.db.models import Sum
from django.template.loader import render_to_string

from ranking.series.models import Series, SeriesEvent
from ranking.series.selectors.series import series_with_event
from ranking.series.selectors.table import SeriesTable, series_table
from ranking.series.selectors.wording import final_text, points_text
from tournament.events.models.events import Event
from web.shared.viewer import ViewerContext

#: The lines of a page.
ROWS = 20


def series_pages(reader: ViewerContext) -> list[str]:
    """Return the pages of all rankings with lines, by what is released, with the names that the public sees."""
    tables = [(series, series_table(series)) for series in series_with_event(reader.event.slug)]
    return [page for series, table in tables for page in _pages(series, table)]


def series_version(reader: ViewerContext) -> str:
    """Return the version that changes with the series, and with what is public of their events."""
    series = series_with_event(reader.event.slug)
    slugs = SeriesEvent.objects.filter(series__in=series).values("slug")
    public = Event.objects.filter(slug__in=slugs).aggregate(versions=Sum("ledger__public"))["versions"] or 0
    return "-".join([str(public), *(str(live) for live in series.values_list("ledger__live", flat=True))])


def _pages(series: Series, table: SeriesTable) -> list[str]:
    shown = table.lines[:]
    starts = range(0, len(shown), ROWS)
    pages: list[str] = []
    for number, start in enumerate(starts, start=1):
        lines = [
            (line, points_text(line.points), final_text(line.qualification) if line.qualification else "")
            for line in shown[start : start + ROWS]
        ]
        context = {"series": series, "table": table, "lines": lines, "page": number, "pages": len(starts)}
        pages.append(render_to_string("wall/_series.html", context))
    return pages
