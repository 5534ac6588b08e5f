"""Who may work on lists of results, and the list of an address."""

from django.http import Http404, HttpRequest

from ranking.record.models.records import ResultList
from ranking.record.selectors.result_lists import list_of
from web.committee.access import BodyDesk, body_desk


def confirming_desk(request: HttpRequest, slug: str) -> BodyDesk:
    desk = body_desk(request, slug)
    desk.require(desk.may_confirm)
    return desk


def list_or_404(desk: BodyDesk, pk: int) -> ResultList:
    kept = list_of(desk.body, pk)
    if kept is None:
        raise Http404
    return kept
