"""The signed facts of a certificate, and the content of its QR code."""

from pathlib import Path

from django.conf import settings
from django.utils import timezone

from ranking.bodies.models import Body, BodySeal
from ranking.pins.models.applications import Certificate, PinApplication
from ranking.pins.rules.applications import is_published
from ranking.pins.rules.signing import qr_text, text_of
from ranking.pins.selectors.applications import signers_of


def keys_folder() -> Path:
    """Return the folder of the signing keys."""
    return Path(settings.CERTIFICATE_KEYS)


def facts_of(certificate: Certificate) -> dict[str, str]:
    """Return the printed values and the key's id, with the keys of ranking.pins.rules.signing.NAMES."""
    return {
        "body": certificate.body_name,
        "country": certificate.country,
        "date": certificate.issued_on.isoformat(),
        "key": certificate.key_id,
        "kind": certificate.kind,
        "latin": certificate.latin_name,
        "level": str(certificate.level),
        "name": certificate.name,
        "serial": certificate.serial,
        "signers": ", ".join(certificate.signers),
    }


def unsigned_certificate(application: PinApplication, number: int = 0) -> Certificate:
    """Return the certificate that granting the application issues now, not saved, without code and signature."""
    body, person = application.body, application.person.kept
    return Certificate(
        application=application,
        body=body,
        person=person,
        number=number,
        body_slug=body.slug,
        kind=application.kind,
        level=application.level,
        name=person.name,
        latin_name=person.latin_name if person.latin_name != person.name else "",
        country=person.country,
        issued_on=timezone.localdate(),
        body_name=body.name,
        signers=signers_of(body),
        public=is_published(application.kind, application.level, agreed=application.public),
    )


def seal_of(body: Body) -> bytes | None:
    """Return the body's seal (JPEG); None if it has none."""
    seal = BodySeal.objects.filter(body=body).first()
    return bytes(seal.jpeg) if seal else None


def address_of_certificate(certificate: Certificate, requested: str) -> str:
    """Return the address that checks a certificate: of its body, else of the ``requested`` scheme and host."""
    root = certificate.body.address or requested
    return f"{root.rstrip('/')}/c/{certificate.code}/"


def code_text(certificate: Certificate, address: str) -> str:
    """Return the content of the QR code; ``address`` is that of `address_of_certificate`."""
    return qr_text(address, text_of(facts_of(certificate)), certificate.signature)
