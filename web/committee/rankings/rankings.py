"""The rankings of a body."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ranking.rankings.selectors.rankings import rankings_of
from ranking.rankings.selectors.wording import name_of
from web.committee.access import body_desk
from web.shared.access import signed_in
from web.shared.requests.methods import get_only


@get_only
@signed_in
def rankings(request: HttpRequest, slug: str) -> HttpResponse:
    desk = body_desk(request, slug)
    rows = [(ranking, name_of(ranking)) for ranking in rankings_of(desk.body)]
    return render(request, "committee/rankings/rankings.html", {"desk": desk, "rows": rows})
