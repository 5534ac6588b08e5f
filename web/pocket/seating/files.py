"""The released seats as files: the chart and the lists as PDF, all of it as a workbook."""

from collections.abc import Callable

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language

from common.files.workbooks.writing import XLSX
from common.infrastructure.single_flight import cache_key, compute_once
from tournament.papers.exports.chart import chart
from tournament.papers.exports.order import Order
from tournament.papers.exports.seat_lists import list_by_name, list_by_team
from tournament.papers.exports.seats_workbook import seats_workbook
from tournament.seating.selectors.seating import public_seating
from web.shared.viewer import KEPT, ViewerContext, viewer_context

#: File name -> the function that makes it, and its paper size.
FILES: dict[str, tuple[Callable[[Order], bytes], str]] = {
    "chart.pdf": (chart, "A3"),
    "names.pdf": (list_by_name, "A4"),
    "teams.pdf": (list_by_team, "A4"),
    "seats.xlsx": (seats_workbook, "A4"),
}
TYPES = {
    "pdf": "application/pdf",
    "xlsx": XLSX,
    "csv": "text/csv; charset=utf-8",
}


def seat_file(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Return one of FILES in the reader's language; 404 while no draw is released."""
    reader = viewer_context(request, slug)
    if not reader.event.seated or name not in FILES:
        raise Http404
    language = get_language() or "en"
    key = cache_key("seat-file", reader.event.pk, reader.event.ledger.era, reader.event.ledger.public, language, name)
    data = compute_once(cache, key, lambda: _make_file(reader, name, language), KEPT)
    kind = TYPES[name.rpartition(".")[2]]
    return HttpResponse(data, kind, headers={"Content-Disposition": f'attachment; filename="{slug}-{name}"'})


def _make_file(reader: ViewerContext, name: str, language: str) -> bytes:
    """Return the file of the draw released now, the same for every reader."""
    seating = public_seating(reader.event)
    if seating is None:
        raise Http404
    make, size = FILES[name]
    return make(Order(event=reader.event, language=language, at=timezone.now(), seating=seating, size=size))
