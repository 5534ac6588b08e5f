"""Result certificates of an event in the record, made by a job (A9 7.2)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from common.jobs import start
from ranking.certificates.selectors import address_for
from ranking.certificates.services import explain_for_body
from ranking.pins.selectors.grounds import concerns
from ranking.record.models.records import RecordedEvent
from web.committee.access import BodyDesk, body_desk
from web.shared.access import signed_in
from web.shared.forms.writing import show
from web.shared.record.certificates import CertificateForm


@signed_in
def certificates(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Start the job that makes the certificates of all players, or of one."""
    desk = body_desk(request, slug)
    recorded = _recorded_event(desk, event)
    address = address_for(recorded, request.build_absolute_uri("/"))
    form = CertificateForm(recorded, address, request.POST if request.method == "POST" else None, by_hand=True)
    if form.is_valid() and form.previews:
        return form.preview()
    if form.is_valid() and form.explained(request, explain_for_body, desk.actor, desk.body):
        job = start(desk.actor, "certificates.make", ledger=desk.body.ledger, parameters=form.parameters())
        return redirect("jobs:job", job.pk)
    return show(request, "committee/certificates.html", form, desk=desk, recorded=recorded)


def _recorded_event(desk: BodyDesk, event: str) -> RecordedEvent:
    recorded = RecordedEvent.objects.select_related("body", "event").filter(slug=event).first()
    if recorded is None or not concerns(desk.body, recorded):
        raise Http404
    return recorded
