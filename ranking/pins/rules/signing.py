"""The signed text of a certificate, and the content of its QR code.

The code holds ``<address>#<text>.<signature>``; text and signature are base64url without padding. The text is JSON in
UTF-8 with sorted keys and without spaces: what the certificate shows, and the id of the key. A browser does not send
what follows #.
"""

import base64
import binascii
import json
from collections.abc import Mapping

#: The keys of the signed text; all values are strings.
NAMES = ("body", "country", "date", "key", "kind", "latin", "level", "name", "serial", "signers")


class NotSigned(ValueError):
    """The input does not hold the text of a certificate with a signature; the message says why."""


def text_of(fields: Mapping[str, str]) -> bytes:
    """The text to sign for ``fields``, whose keys are NAMES. Raises ValueError for other keys."""
    if set(fields) != set(NAMES):
        raise ValueError(f"not the facts of a certificate: {sorted(set(fields) ^ set(NAMES))}")
    return json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def qr_text(address: str, text: bytes, signature: str) -> str:
    """The content of the QR code; ``signature`` is base64url already."""
    return f"{address}#{unpadded(text)}.{signature}"


def read(content: str) -> tuple[dict[str, str], bytes, bytes]:
    """Split the content of a QR code, with or without its address, into facts, signed text and signature.

    Raises NotSigned.
    """
    text, dot, signature = "".join(content.split()).rpartition("#")[2].partition(".")
    if not dot:
        raise NotSigned("no signature: the text of a certificate's QR code has one behind # and a dot")
    try:
        plain = _decoded(text)
        signed = _decoded(signature)
        fields = json.loads(plain)
    except (binascii.Error, ValueError):
        raise NotSigned("cannot be read: something is missing or was changed") from None
    if not isinstance(fields, dict) or set(fields) != set(NAMES):
        raise NotSigned("is not the text of a certificate")
    if not all(isinstance(value, str) for value in fields.values()):
        raise NotSigned("is not the text of a certificate")
    return fields, plain, signed


def _decoded(text: str) -> bytes:
    """Decode base64url without padding. Raises binascii.Error or ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", True)


def unpadded(data: bytes) -> str:
    """Encode as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
