"""The key pair by which push services know this server (VAPID, RFC 8292), and the keys of browsers."""

import base64
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from common.privacy.secrets import kept_secret
from scoring.notifications.rules import KEY_BYTES, decoded


def offers_push() -> bool:
    """Return whether the operator offers messages: PINJU_PUSH is set, and pages are served by https."""
    return bool(settings.PUSH_CONTACT) and (settings.HTTPS or accepts_loopback())


def accepts_loopback() -> bool:
    """Return whether this machine is admitted as a push service: in tests only."""
    return bool(settings.PUSH_TO_LOOPBACK)


def private_key() -> ec.EllipticCurvePrivateKey:
    """Return the server's key; the first call makes it. Browsers are bound to it: a new one reaches none of them."""
    kept = kept_secret(Path(settings.PUSH_KEY_FILE), _new_key)
    return ec.derive_private_key(int.from_bytes(base64.urlsafe_b64decode(kept)), ec.SECP256R1())


def public_key() -> str:
    """Return the public key as browsers take it: the point in base64url without padding."""
    point = private_key().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def is_browser_key(text: str) -> bool:
    """Return whether the text is a public key of a browser: a point of P-256 in base64url."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(text, KEY_BYTES))
    except ValueError:
        return False
    return True


def _new_key() -> str:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32)).decode()
