"""The feed of a series: its ranking after each event."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from ranking.series.models import Series
from ranking.series.selectors.results import published_at
from ranking.series.selectors.table import SeriesTable, series_history
from ranking.series.selectors.wording import event_name, points_text
from web.pocket.series.series import series_or_404
from web.pocket.sharing.json_feed import MOST, Item, json_feed
from web.pocket.sharing.without_cookies import without_cookies

#: The lines of a ranking in an item.
LINES = 10


@without_cookies
def feed(request: HttpRequest, slug: str) -> HttpResponse:
    series = series_or_404(slug)
    home = reverse("series:series", args=[slug])
    return json_feed(request, series.name, home, _items(series, home))


def _items(series: Series, home: str) -> list[Item]:
    tables = series_history(series, MOST)
    times = published_at(table.last for table in tables if table.last)
    items = []
    for table in tables:
        if table.last is None:
            continue
        row = table.last.row
        title = _("Ranking after event %(number)s: %(event)s") % {
            "number": table.after,
            "event": event_name(table.last),
        }
        key = f"{row.slug}-{row.session}" if row.session else row.slug
        published = times.get((row.slug, row.session))
        items.append(Item(key, f"{home}?after={table.after}", title, _ranking_text(table), published))
    return items


def _ranking_text(table: SeriesTable) -> str:
    ranked = [line for line in table.lines[:LINES] if line.rank]
    return "\n".join(f"{line.rank} {line.name} {points_text(line.points)}" for line in ranked)
