"""A certificate's facts as they are signed, and its text for the QR code."""

from pathlib import Path

from django.conf import settings

from ranking.certificates.rules import qr_text, text_of
from ranking.pins.models import Certificate


def keys_folder() -> Path:
    """Where the keys are."""
    return Path(settings.CERTIFICATE_KEYS)


def facts_of(certificate: Certificate) -> dict[str, str]:
    """What the certificate shows, with the key's id."""
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


def code_text(certificate: Certificate, root: str) -> str:
    """What the QR code holds; ``root`` is what addresses begin with."""
    address = f"{root.rstrip('/')}/c/{certificate.code}/"
    return qr_text(address, text_of(facts_of(certificate)), certificate.signature)
