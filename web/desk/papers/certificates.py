"""Result certificates of a closed event, signed by one of its qualified officials (A9 7.2)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from common.jobs import start
from ranking.certificates.selectors import (
    address_for,
    against_certificates,
    certified_event,
    qualified_officials,
)
from ranking.certificates.services import explain_for_event
from web.desk.papers.access import papers_desk
from web.desk.papers.address import address_warning
from web.shared.access import signed_in
from web.shared.forms.writing import show
from web.shared.record.certificates import CertificateForm

TEMPLATE = "desk/papers/certificates.html"


@signed_in
def certificates(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the job that makes the certificates of all players, or of one."""
    desk = papers_desk(request, slug)
    context = {
        "desk": desk,
        "warning": address_warning(request, desk.event),
        "against": against_certificates(desk.event),
        "signers": qualified_officials(desk.event).exists(),
    }
    if context["against"] or not context["signers"]:
        return render(request, TEMPLATE, context)
    recorded = certified_event(desk.event)
    address = address_for(recorded, request.build_absolute_uri("/"))
    form = CertificateForm(recorded, address, request.POST if request.method == "POST" else None)
    if form.is_valid() and form.previews:
        return form.preview()
    if form.is_valid() and form.explained(request, explain_for_event, desk.actor, desk.event):
        job = start(desk.actor, "certificates.make", ledger=desk.event.ledger, parameters=form.parameters())
        return redirect("jobs:job", job.pk)
    return show(request, TEMPLATE, form, **context)
