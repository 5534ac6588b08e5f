"""The standings of an event and the ranking of a series for an <iframe> on any web site.

The only addresses of the program that may be framed. They read and set no cookie; static/js/frame.js fetches them again
while they are visible.
"""

from typing import Any

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt

from common.numbers import number_in
from common.templatetags.pinju import THEMES
from ranking.series.selectors.table import series_table
from scoring.standings.selectors.lines import player_lines
from web.pocket.results.standings_tables import Players
from web.pocket.series.series import series_or_404
from web.pocket.sharing.texts import state_of_results
from web.pocket.sharing.without_cookies import without_cookies
from web.shared.series.table import SeriesRanking
from web.shared.viewer import public_viewer_context

#: Everybody may frame these addresses.
ANYWHERE = {"frame-ancestors": ["*"]}
#: Rows of a frame: without a number in its address, and at most.
USUAL, MOST = 10, 100


@xframe_options_exempt
@csp_replace(ANYWHERE)
@without_cookies
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the first ``rows`` of the released individual standings, in the ``theme`` and ``lang`` of the address."""
    reader = public_viewer_context(slug)
    if reader is None:
        raise Http404
    lines = player_lines(reader.standings) if reader.standings.last else []
    rows, caption = _rows(request), _("Individual standings")
    table = Players(lines[:rows], event=reader.event, caption=caption) if lines else None
    return _framed(
        request,
        title=reader.event.name,
        note=state_of_results(reader),
        table=table and table.as_html(request),
        page=reverse("pocket:standings", args=[slug]),
        more=len(lines) > rows,
    )


@xframe_options_exempt
@csp_replace(ANYWHERE)
@without_cookies
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the first ``rows`` of the newest ranking of a series, with the totals only."""
    series = series_or_404(slug)
    ranked, rows = series_table(series), _rows(request)
    of = {"number": ranked.after, "of": len(ranked.counting)}
    table = SeriesRanking(ranked, first=rows) if ranked.lines else None
    return _framed(
        request,
        title=series.name,
        note=_("Ranking after event %(number)s of %(of)s") % of if ranked.after else "",
        table=table and table.as_html(request),
        page=reverse("series:series", args=[slug]),
        more=len(ranked.lines) > rows,
    )


def _rows(request: HttpRequest) -> int:
    return max(1, min(number_in(request.GET.get("rows", "")) or USUAL, MOST))


def _framed(request: HttpRequest, **context: Any) -> HttpResponse:
    theme = request.GET.get("theme", "")
    context["theme"] = theme if theme in THEMES else ""
    return HttpResponse(_leading_out(render_to_string("pocket/embedding/frames.html", context, request)))


def _leading_out(html: str) -> SafeString:
    """Let every link open in a new tab, not in the frame."""
    return mark_safe(html.replace("<a ", '<a target="_blank" rel="noopener" '))
