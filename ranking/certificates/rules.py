"""What of a certificate is signed, and how it is written into a QR code beside its address.

The code holds ``<address>#<text>.<signature>``: both base64url without padding. The text is JSON in UTF-8 with sorted
keys and without spaces, of what the certificate shows and the id of the key. Everything behind # stays in the phone.
"""

import base64
import binascii
import json
from collections.abc import Mapping

#: The names of what is signed; all are texts.
NAMES = ("body", "country", "date", "key", "kind", "latin", "level", "name", "serial", "signers")


class NotSigned(ValueError):
    """There is no certificate's text with its signature in what was given; says why."""


def text_of(facts: Mapping[str, str]) -> bytes:
    """The signed text of a certificate's facts; exactly NAMES."""
    if set(facts) != set(NAMES):
        raise ValueError(f"not the facts of a certificate: {sorted(set(facts) ^ set(NAMES))}")
    return json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def qr_text(address: str, text: bytes, signature: str) -> str:
    """What the QR code holds; ``signature`` is base64url."""
    return f"{address}#{unpadded(text)}.{signature}"


def read(given: str) -> tuple[dict[str, str], bytes, bytes]:
    """Facts, signed text and signature of what a QR code held, with its address or without. Raises NotSigned."""
    text, dot, signature = "".join(given.split()).rpartition("#")[2].partition(".")
    if not dot:
        raise NotSigned("no signature: the text of a certificate's QR code has one behind # and a dot")
    try:
        plain, signed = (base64.b64decode(part + "=" * (-len(part) % 4), b"-_", True) for part in (text, signature))
        facts = json.loads(plain)
    except (binascii.Error, ValueError):
        raise NotSigned("cannot be read: something is missing or was changed") from None
    if not isinstance(facts, dict) or set(facts) != set(NAMES) or not all(isinstance(v, str) for v in facts.values()):
        raise NotSigned("is not the text of a certificate")
    return facts, plain, signed


def unpadded(data: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
