"""Papers of an application for a pin, for the applicant and for the body."""


from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language

from ranking.pins.exports.papers import calculation_paper, form_a10
from ranking.pins.models.applications import PinApplication
from ranking.pins.models.claims import ClaimFile
from ranking.pins.selectors.claim_files import claim_data
from web.shared.record.pin_labels import (
    calculation_of,
    certificate_pdf,
    form_of,
)

LANGUAGES = [code for code, _name in settings.LANGUAGES]


def pin_paper(request: HttpRequest, application: PinApplication, name: str) -> HttpResponse:
    """A paper of an application by its name: "a10", "calculation", "certificate-en"; 404 for what there is not."""
    language = get_language() or "en"
    kind, _dash, chosen = name.partition("-")
    certificate = getattr(application, "certificate", None)
    if name == "a10":
        data = form_a10(form_of(application, language))
    elif name == "calculation":
        data = calculation_paper(calculation_of(application, language))
    elif kind == "certificate" and chosen in LANGUAGES and certificate and certificate.valid:
        data = certificate_pdf(request, certificate, chosen)
    else:
        raise Http404
    return _pdf(data, f"pin-{application.pk}-{name}")


def _pdf(data: bytes, name: str) -> HttpResponse:
    head = {"Content-Disposition": f'attachment; filename="{name}.pdf"'}
    return HttpResponse(data, content_type="application/pdf", headers=head)


def paper_answer(row: ClaimFile | None) -> HttpResponse:
    """A paper for whoever was let in: a picture to be shown, a PDF to be kept; 404 for what there is not."""
    if row is None:
        raise Http404
    try:
        data = claim_data(row)
    except FileNotFoundError as gone:
        raise Http404 from gone
    document = row.kind == ClaimFile.Kind.DOCUMENT
    how = "attachment" if document else "inline"
    head = {
        "Content-Disposition": f'{how}; filename="result-{row.pk}.{row.kind}"',
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(data, content_type="application/pdf" if document else "image/jpeg", headers=head)
