"""The page after the end of an event: what is sent to whom."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.federation.selectors.labels import weight_text
from scoring.papers.selectors.event_report import is_complete
from scoring.papers.selectors.federation import federation_results
from scoring.papers.selectors.labels import report_comes
from scoring.papers.selectors.results_report import ResultsReport
from scoring.photos.services import add_photo
from scoring.releases.selectors.closing import closing_of
from web.shared.access import event_desk, signed_in
from web.shared.requests.methods import get_only


@get_only
@signed_in
def send(request: HttpRequest, slug: str) -> HttpResponse:
    """List the files that leave the house, each with its reader and the page that makes it."""
    desk = event_desk(request, slug)
    desk.require(desk.may_release)
    results = federation_results(ResultsReport(desk.event, live=False))
    context = {
        "desk": desk,
        "closing": closing_of(desk.event),
        "doubts": results.doubts,
        "missing": results.missing,
        "may_add_photos": desk.may(add_photo, desk.event.ledger),
        "comes": "" if is_complete(desk.event) else report_comes(desk.event),
        "weight": weight_text(results.weight) if results.weight else "",
    }
    return render(request, "desk/results/send.html", context)
