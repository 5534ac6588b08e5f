"""Addresses and keys of browsers for web push (RFC 8030, 8291), and when a message is sent again."""

import base64
import binascii
from ipaddress import ip_address
from urllib.parse import urlsplit

#: Minutes after which a message that a push service did not take is sent again, until it expires.
MINUTES_UNTIL_AGAIN = (1, 2, 5, 15, 60)
#: The most characters of an address; those of the known services have less than 300.
MOST_CHARACTERS = 1000
#: Statuses by which a push service says that the browser takes no messages any more.
GONE = frozenset({404, 410})
#: Statuses after which the same message may be taken later; 0: no answer.
LATER = frozenset({0, 408, 425, 429, *range(500, 600)})
KEY_BYTES, SECRET_BYTES = 65, 16


def is_endpoint(text: str, *, loopback: bool = False) -> bool:
    """Return whether the text is an address of a push service: https, no user, no address of an internal network.

    A name that leads into an internal network is refused when it is used (``common.infrastructure.outgoing``).
    ``loopback`` admits this machine, for tests.
    """
    if len(text) > MOST_CHARACTERS or not text.isascii() or not text.isprintable() or " " in text:
        return False
    try:
        parts = urlsplit(text)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        return False
    return parts.scheme == "https" and "@" not in parts.netloc and _is_outside(host, loopback)


def _is_outside(host: str, loopback: bool) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return "." in host and not host.endswith((".local", ".internal", ".localhost"))
    return address.is_global or (loopback and address.is_loopback)


def is_secret(text: str) -> bool:
    """Return whether the text is the secret of a browser: 16 bytes in base64url."""
    try:
        decoded(text, SECRET_BYTES)
    except ValueError:
        return False
    return True


def decoded(text: str, length: int) -> bytes:
    """Return the bytes of base64url without padding; ValueError if they are not ``length``."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        raise ValueError("no base64url") from None
    if len(data) != length:
        raise ValueError(f"{len(data)} bytes instead of {length}")
    return data


def minutes_until_again(tries: int) -> int:
    """Return the minutes until the next try after ``tries`` (1 or more)."""
    return MINUTES_UNTIL_AGAIN[min(tries, len(MINUTES_UNTIL_AGAIN)) - 1]
