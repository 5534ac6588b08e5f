"""Papers of an application for a pin, for the applicant and for the body."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language

from ranking.certificates.exports.pin_certificates import Order, pin_certificate
from ranking.pins.exports.calculation import calculation_paper
from ranking.pins.exports.letters import letter
from ranking.pins.exports.papers import form_a10
from ranking.pins.models.applications import Certificate, PinApplication
from ranking.pins.models.files import PrivateFile
from ranking.pins.rules.applications import POSSIBLE
from ranking.pins.selectors.private_files import file_data
from ranking.pins.selectors.signing import address_of_certificate, code_text, seal_of, unsigned_certificate
from web.shared.record.pin_labels import calculation_of, form_of, letter_of

LANGUAGES = [code for code, _name in settings.LANGUAGES]


def pin_paper(request: HttpRequest, application: PinApplication, name: str) -> HttpResponse:
    """Return a paper of an application; 404 for other names.

    The papers are "a10", "calculation", "letter", "certificate-en", and "preview-en" before a decision.
    """
    language = get_language() or "en"
    kind, _dash, certificate_language = name.partition("-")
    certificate = getattr(application, "certificate", None)
    if name == "a10":
        data = form_a10(form_of(application, language))
    elif name == "calculation":
        data = calculation_paper(calculation_of(application, language))
    elif name == "letter":
        data = letter(letter_of(application))
    elif kind == "certificate" and certificate_language in LANGUAGES and certificate and certificate.valid:
        data = certificate_pdf(request, certificate, certificate_language)
    elif kind == "preview" and certificate_language in LANGUAGES and application.status in POSSIBLE["grant"]:
        data = _preview(request, application, certificate_language)
    else:
        raise Http404
    return pdf_download(data, f"pin-{application.pk}-{name}")


def certificate_pdf(request: HttpRequest, certificate: Certificate, language: str) -> bytes:
    """Return the certificate as PDF; without an address of the body, the code has that of this request."""
    address = address_of_certificate(certificate, request.build_absolute_uri("/"))
    code = code_text(certificate, address)
    return pin_certificate(Order(certificate, language, code, address, seal_of(certificate.body)))


def _preview(request: HttpRequest, application: PinApplication, language: str) -> bytes:
    certificate = unsigned_certificate(application)
    address = address_of_certificate(certificate, request.build_absolute_uri("/")).removesuffix("/")
    return pin_certificate(Order(certificate, language, "", address, seal_of(certificate.body)))


def pdf_download(data: bytes, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}.pdf"'}
    return HttpResponse(data, content_type="application/pdf", headers=headers)


def paper_answer(row: PrivateFile | None) -> HttpResponse:
    """Return a paper after the permission check: a picture to show, a PDF to download; 404 if there is none."""
    if row is None:
        raise Http404
    try:
        data = file_data(row)
    except FileNotFoundError as gone:
        raise Http404 from gone
    document = row.kind == PrivateFile.Kind.DOCUMENT
    disposition = "attachment" if document else "inline"
    headers = {
        "Content-Disposition": f'{disposition}; filename="result-{row.pk}.{row.kind}"',
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(data, content_type="application/pdf" if document else "image/jpeg", headers=headers)
