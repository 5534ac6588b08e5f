"""The first page of the Committee, and the first page of a body with the work that waits."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ranking.bodies.selectors.roles import bodies_of
from ranking.pins.selectors.applications import granted_by
from ranking.pins.selectors.committee import NEWEST, waiting_at
from ranking.pins.selectors.grounds import unsupported_certificates
from web.committee.access import body_desk, may_make_bodies
from web.shared.access import desk_of, signed_in
from web.shared.record.labels import pin_name
from web.shared.requests.methods import get_only

#: The most unsupported pins that are listed.
MOST = 50


@get_only
@signed_in
def home(request: HttpRequest) -> HttpResponse:
    """Show the bodies that the account works for; redirect to the body if there is only one."""
    desk = desk_of(request)
    bodies = bodies_of(desk.actor.account)
    makes = may_make_bodies(desk)
    if len(bodies) == 1 and not makes:
        return redirect("committee:body", bodies[0].slug)
    return render(request, "committee/home.html", {"desk": desk, "bodies": bodies, "makes": makes})


@signed_in
def body(request: HttpRequest, slug: str) -> HttpResponse:
    desk = body_desk(request, slug)
    certificates = unsupported_certificates(desk.body)[:MOST]
    lost = [(certificate, pin_name(certificate.level, web=certificate.kind == "web")) for certificate in certificates]
    granted = [
        (certificate, pin_name(certificate.level, web=certificate.kind == "web"))
        for certificate in granted_by(desk.body)[:NEWEST]
    ]
    context = {"desk": desk, "waiting": waiting_at(desk.body), "lost": lost, "granted": granted}
    return render(request, "committee/home_body.html", context)
