"""The page after the end of an event: what is sent to whom."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.releases.selectors.closing import closing_of
from web.shared.access import event_desk, signed_in
from web.shared.requests.methods import get_only


@get_only
@signed_in
def send(request: HttpRequest, slug: str) -> HttpResponse:
    """List the files that leave the house, each with its reader and the page that makes it."""
    desk = event_desk(request, slug)
    desk.require(desk.may_release)
    return render(request, "desk/results/send.html", {"desk": desk, "closing": closing_of(desk.event)})
