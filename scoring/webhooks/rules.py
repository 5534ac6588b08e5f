"""Addresses, signatures and repetition of webhooks."""

import hashlib
import hmac
from urllib.parse import urlsplit

#: Minutes after which a delivery that was not accepted is sent again; after the last one it has failed.
MINUTES_UNTIL_AGAIN = (1, 5, 30, 120, 720)


def is_address(text: str) -> bool:
    """Return whether the text is an address of https or http without user and password."""
    try:
        parts = urlsplit(text)
        return parts.scheme in ("https", "http") and bool(parts.hostname) and "@" not in parts.netloc
    except ValueError:
        return False


def minutes_until_again(tries: int) -> int | None:
    """Return the minutes until the next try after ``tries`` (1 or more) that were not accepted; None: there is none."""
    return MINUTES_UNTIL_AGAIN[tries - 1] if tries <= len(MINUTES_UNTIL_AGAIN) else None


def signature(secret: str, at: int, body: bytes) -> str:
    """Return the header ``Pinju-Signature``: "t=SECONDS,v1=HEX", HEX being the HMAC-SHA256 of "SECONDS.BODY".

    The time in it lets the receiver refuse an old request that somebody sends again.
    """
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"
