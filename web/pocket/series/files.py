"""The ranking of a series as workbook and as paper."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from common.files.workbooks.writing import XLSX
from ranking.series.exports.ranking import ranking_paper, ranking_workbook
from ranking.series.selectors.table import series_table
from web.pocket.series.series import series_or_404
from web.shared.requests.methods import get_only


@get_only
def workbook(_request: HttpRequest, slug: str) -> HttpResponse:
    series = series_or_404(slug)
    headers = {"Content-Disposition": f'attachment; filename="{slug}.xlsx"'}
    return HttpResponse(ranking_workbook(series, series_table(series)), content_type=XLSX, headers=headers)


@get_only
def paper(_request: HttpRequest, slug: str) -> HttpResponse:
    series = series_or_404(slug)
    headers = {"Content-Disposition": f'attachment; filename="{slug}.pdf"'}
    data = ranking_paper(series, series_table(series), get_language() or "en")
    return HttpResponse(data, content_type="application/pdf", headers=headers)
