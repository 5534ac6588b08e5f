"""The list of rankings, and a ranking: its players by page, country or name, its countries and its events."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import get_language
from django_countries import countries

from common.files.workbooks.writing import XLSX
from common.i18n.wording import listed
from ranking.rankings.exports.csv_list import ranking_csv
from ranking.rankings.exports.documents import ranking_paper, ranking_workbook
from ranking.rankings.models import RankingSnapshot
from ranking.rankings.rules.rule import Kind
from ranking.rankings.selectors.lines import NamedLine, RankedLines, lines_named
from ranking.rankings.selectors.rankings import rankings_of, snapshots_of
from ranking.rankings.selectors.wording import formula_lines, scope_lines
from ranking.teams.selectors import country_codes
from tournament.registration.rules.cells import clean
from web.pocket.rankings.access import Shown, shown_or_404
from web.pocket.rankings.tables import EventTable, PlayerTable, RankingsTable
from web.shared.requests.methods import get_only
from web.shared.tables import LinesInOrder, paginate

ROWS = 50
#: The most earlier days that a page offers.
MOST_DAYS = 120


@get_only
def overview(request: HttpRequest) -> HttpResponse:
    computed = [ranking for ranking in rankings_of() if ranking.computed]  # type: ignore[attr-defined]  # a prefetch
    return render(request, "pocket/rankings/overview.html", {"table": RankingsTable(computed)})


@get_only
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the players: all by page, those of the ``country`` in the address, or those found by ``q``.

    For an unknown country the page says so, with the code as typed, and the list is empty.
    """
    shown = shown_or_404(request, slug)
    query, written = (clean(request.GET.get(name, "")[:100])[0] for name in ("q", "country"))
    code = _code_of(written, shown.snapshot)
    unknown_country = written if code is None else ""
    table = PlayerTable(LinesInOrder(_lines(shown.snapshot, query, code)), shown)
    paginate(request, table, per_page=ROWS)
    context = {
        **ranking_context(shown),
        "table": table,
        "query": query,
        "country_code": code,
        "unknown_country": unknown_country,
        "rule": formula_lines(shown.rule),
        "scope": scope_lines(shown.rule),
        "days": [
            (snapshot.day.isoformat(), date_format(snapshot.day))
            for snapshot in snapshots_of(shown.ranking)[:MOST_DAYS]
        ],
        "preview_text": listed(f"{line.line.rank} {line.name.name}" for line in [*table.page.object_list.data][:3]),
    }
    return render(request, "pocket/rankings/ranking.html", context)


def _code_of(written: str, snapshot: RankingSnapshot) -> str | None:
    """Return the code that the snapshot has for a country; empty for no country, None if there is no such country."""
    if not written:
        return ""
    code = country_codes(written)[0]
    known = code in countries.countries or snapshot.countries.filter(country=code).exists()
    return code if known else None


def _lines(snapshot: RankingSnapshot, query: str, code: str | None) -> Sequence[NamedLine]:
    if code is None:
        return []
    return lines_named(snapshot, query) if query else RankedLines(snapshot, code)


@get_only
def events(request: HttpRequest, slug: str) -> HttpResponse:
    shown = shown_or_404(request, slug)
    table = EventTable(shown.snapshot.events.all(), shown)
    paginate(request, table, per_page=ROWS)
    context = {**ranking_context(shown), "table": table, "rating": shown.rule.kind is Kind.RATING}
    return render(request, "pocket/rankings/events.html", context)


@get_only
def as_csv(request: HttpRequest, slug: str) -> HttpResponse:
    shown = shown_or_404(request, slug)
    return _file(shown, ranking_csv(shown.snapshot), "csv", "text/csv; charset=utf-8")


@get_only
def as_workbook(request: HttpRequest, slug: str) -> HttpResponse:
    shown = shown_or_404(request, slug)
    return _file(shown, ranking_workbook(shown.snapshot), "xlsx", XLSX)


@get_only
def as_paper(request: HttpRequest, slug: str) -> HttpResponse:
    shown = shown_or_404(request, slug)
    return _file(shown, ranking_paper(shown.snapshot, get_language() or "en"), "pdf", "application/pdf")


def _file(shown: Shown, data: bytes, ending: str, content_type: str) -> HttpResponse:
    name = f"{shown.ranking.slug}-{shown.snapshot.day.isoformat()}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)


def ranking_context(shown: Shown) -> dict[str, object]:
    """Return what every page of a ranking needs: itself and the addresses of its other pages."""
    pages = ("ranking", "countries", "events", "csv", "workbook", "paper")
    return {"shown": shown, "pages": {page: shown.address(page) for page in pages}}
