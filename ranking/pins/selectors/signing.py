"""The signed facts of a certificate, and the content of its QR code."""

from pathlib import Path

from django.conf import settings

from ranking.pins.models.applications import Certificate
from ranking.pins.rules.signing import qr_text, text_of


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


def code_text(certificate: Certificate, root: str) -> str:
    """Return the content of the QR code; ``root`` is the scheme and host of its address."""
    address = f"{root.rstrip('/')}/c/{certificate.code}/"
    return qr_text(address, text_of(facts_of(certificate)), certificate.signature)
