"""The released results as files: the table of App. 7 and the standings."""

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language

from common.infrastructure.single_flight import cache_key, compute_once
from scoring.papers.exports.papers import PAPERS
from scoring.papers.selectors.results_report import ResultsReport
from scoring.publishing.selectors.packages import code_of_public
from tournament.papers.exports.order import Order
from web.pocket.seating.files import TYPES
from web.shared.requests.methods import get_only
from web.shared.viewer import KEPT, ViewerContext, viewer_context

#: File name -> the paper and its size.
PUBLIC_FILES: dict[str, tuple[str, str]] = {
    "results.pdf": ("results", "A3"),
    "results.xlsx": ("results", "A4"),
    "standings.pdf": ("standings", "A4"),
    "standings.csv": ("standings", "A4"),
    "report.pdf": ("event-report", "A4"),
}


@get_only
def result_file(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Return one of PUBLIC_FILES in the reader's language, of the released results; 404 while it has no contents."""
    reader = viewer_context(request, slug)
    if name not in PUBLIC_FILES:
        raise Http404
    language = get_language() or "en"
    ending = name.rpartition(".")[2]
    ledger = reader.event.ledger
    key = cache_key("result-file", reader.event.pk, ledger.era, ledger.public, reader.status.official, language, name)
    data = compute_once(cache, key, lambda: _make_file(reader, name, language, ending), KEPT)
    headers = {"Content-Disposition": f'attachment; filename="{slug}-{name}"'}
    return HttpResponse(data, TYPES[ending], headers=headers)


def _make_file(reader: ViewerContext, name: str, language: str, ending: str) -> bytes:
    """Return the file of the results released now, the same for every reader."""
    report = ResultsReport(reader.event, live=False)
    if not report.last:
        raise Http404
    paper, size = PUBLIC_FILES[name]
    if PAPERS[paper].lacks(reader.event):
        raise Http404
    seal = reader.event.ledger.audit_hash
    content = {**PAPERS[paper].content(reader.event, language), "report": report}
    code = code_of_public(reader.event)
    order = Order(
        reader.event, language, timezone.now(), size=size, ending=ending, seal=seal, code=code, content=content
    )
    return PAPERS[paper].make(order)
