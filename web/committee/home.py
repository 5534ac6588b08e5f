"""The first page of the Committee, and that of a body: what waits there."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ranking.bodies.selectors.roles import bodies_of
from ranking.pins.selectors.committee import waiting_at
from ranking.pins.selectors.grounds import lost_ground
from web.committee.access import body_desk, may_make_bodies
from web.shared.access import desk_of, signed_in
from web.shared.record.labels import pin_name
from web.shared.requests.methods import get_only

#: So many pins whose ground is gone are listed at once.
MOST = 50


@get_only
@signed_in
def home(request: HttpRequest) -> HttpResponse:
    """The bodies that the account works for; with one alone straight there."""
    desk = desk_of(request)
    found = bodies_of(desk.actor.account)
    makes = may_make_bodies(desk)
    if len(found) == 1 and not makes:
        return redirect("committee:body", found[0].slug)
    return render(request, "committee/home.html", {"desk": desk, "bodies": found, "makes": makes})


@signed_in
def body(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits at the body."""
    desk = body_desk(request, slug)
    lost = [(one, pin_name(one.level, web=one.kind == "web")) for one in lost_ground(desk.body)[:MOST]]
    return render(request, "committee/home_body.html", {"desk": desk, "waiting": waiting_at(desk.body), "lost": lost})
