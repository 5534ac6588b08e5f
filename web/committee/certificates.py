"""Result certificates of an event: one as a download, all of them by a job."""

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, gettext_lazy

from common.jobs import start
from ranking.certificates.exports.certificates import Certificates, result_certificates
from ranking.certificates.selectors import address_for, certificate_lines, referee_of
from ranking.pins.selectors.grounds import concerns
from ranking.record.models.records import RecordedEvent
from web.committee.access import BodyDesk, body_desk
from web.shared.access import signed_in
from web.shared.forms.writing import show

LANGUAGES = settings.LANGUAGES


class LanguageForm(forms.Form):
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=LANGUAGES)


@signed_in
def certificates(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Start the job that makes all certificates in a language; the page links each player's certificate too."""
    desk = body_desk(request, slug)
    recorded = _recorded_event(desk, event)
    form = LanguageForm(request.POST if request.method == "POST" else None, initial={"language": get_language()})
    if form.is_valid():
        address = address_for(recorded, request.build_absolute_uri("/"))
        parameters = {"event": recorded.slug, "language": form.cleaned_data["language"], "address": address}
        job = start(desk.actor, "certificates.make", ledger=desk.body.ledger, parameters=parameters)
        return redirect("jobs:job", job.pk)
    lines = certificate_lines(recorded)
    return show(request, "committee/certificates.html", form, desk=desk, recorded=recorded, lines=lines)


@signed_in
def certificate(request: HttpRequest, slug: str, event: str, row: int) -> HttpResponse:
    """Return one player's certificate in the reader's language."""
    recorded = _recorded_event(body_desk(request, slug), event)
    lines = certificate_lines(recorded, row)
    if not lines:
        raise Http404
    address = address_for(recorded, request.build_absolute_uri("/"))
    order = Certificates(recorded, lines, get_language() or "en", address=address, referee=referee_of(recorded))
    disposition = f'attachment; filename="{recorded.slug}-{row}.pdf"'
    data = result_certificates(order)
    return HttpResponse(data, content_type="application/pdf", headers={"Content-Disposition": disposition})


def _recorded_event(desk: BodyDesk, event: str) -> RecordedEvent:
    recorded = RecordedEvent.objects.select_related("body", "event").filter(slug=event).first()
    if recorded is None or not concerns(desk.body, recorded):
        raise Http404
    return recorded
