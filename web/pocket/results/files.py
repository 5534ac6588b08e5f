"""The released results as files for everybody: the table of App. 7 and the standings."""

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language

from scoring.papers.exports.papers import PAPERS
from scoring.papers.selectors.results_report import ResultsReport
from tournament.papers.exports.order import Order
from web.live.reading import KEPT, Reading, reading
from web.pocket.seating.files import TYPES
from web.shared.requests.methods import get_only

#: File name -> the paper it is, and on what size.
PUBLIC_FILES: dict[str, tuple[str, str]] = {
    "results.pdf": ("results", "A3"),
    "results.xlsx": ("results", "A4"),
    "standings.pdf": ("standings", "A4"),
    "standings.csv": ("standings", "A4"),
}


@get_only
def result_file(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """One of PUBLIC_FILES in the reader's language, of what is released; 404 while nothing is."""
    reader = reading(request, slug)
    if name not in PUBLIC_FILES:
        raise Http404
    language, ending = get_language() or "en", name.rpartition(".")[2]
    key = f"result-file:{reader.event.pk}:{reader.event.head.public}:{reader.status.official}:{language}:{name}"
    data = cache.get(key) or _made(reader, name, language, ending)
    cache.set(key, data, KEPT)
    headers = {"Content-Disposition": f'attachment; filename="{slug}-{name}"'}
    return HttpResponse(data, TYPES[ending], headers=headers)


def _made(reader: Reading, name: str, language: str, ending: str) -> bytes:
    """The file of what is released now, whoever asks for it."""
    report = ResultsReport(reader.event, live=False)
    if not report.last:
        raise Http404
    paper, size = PUBLIC_FILES[name]
    facts, seal = {"report": report}, reader.event.head.audit_hash
    order = Order(reader.event, language, timezone.now(), size=size, ending=ending, seal=seal, facts=facts)
    return PAPERS[paper].make(order)
