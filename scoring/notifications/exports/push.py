"""Encrypt a message for its browser, sign it, and send it to the browser's push service (RFC 8030, 8291, 8292)."""

import json
from http.client import HTTPException
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.urls import reverse
from django.utils import timezone, translation

from common.infrastructure.outgoing import NotOutside, post_outside
from scoring.notifications.rules import KEY_BYTES, SECRET_BYTES, decoded
from scoring.notifications.selectors.keys import private_key
from scoring.notifications.selectors.labels import sentence_of

if TYPE_CHECKING:
    from scoring.notifications.models import Notification

#: Seconds that a push service may take to answer.
SECONDS = 10
#: Status of an address that leads into an internal network: as if the browser were gone.
INSIDE = 410


def pushed(notification: "Notification") -> int:
    """Send a message in the language of its browser; return the status of the answer, 0 without one."""
    subscription = notification.subscription
    left = int((notification.expires_at - timezone.now()).total_seconds())
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, left)),
        "Urgency": "high" if notification.kind in ("call", "start") else "normal",
        "Authorization": _signature(subscription.endpoint),
    }
    body = _encrypted(content_of(notification), subscription.key, subscription.secret)
    try:
        return post_outside(subscription.endpoint, body, headers, SECONDS, ca_file=settings.PUSH_TO_LOOPBACK)
    except NotOutside:
        return INSIDE
    except (OSError, HTTPException, ValueError):
        return 0


def content_of(notification: "Notification") -> bytes:
    """Return what the browser gets: title, sentence, page to open, and the tag by which a repetition replaces it."""
    subscription = notification.subscription
    with translation.override(subscription.language), timezone.override(subscription.event.zone):
        sentence = sentence_of(notification.kind, notification.figures)
    content = {
        "title": subscription.event.name,
        "body": sentence,
        "lang": subscription.language,
        "tag": f"{notification.kind}-{notification.figures.get('session', '')}-{subscription.event.slug}",
        "url": _page(notification),
    }
    return json.dumps(content, ensure_ascii=False).encode()


def _page(notification: "Notification") -> str:
    """Return the address of the page about the message."""
    subscription, slug = notification.subscription, notification.subscription.event.slug
    about = notification.figures.get("about")
    if about == "appeal":
        return reverse("pocket:appeals", args=[slug])
    if about == "application" or subscription.player is None:
        return reverse("pocket:my-application", args=[slug])
    page = "pocket:published-player" if notification.figures.get("hall") else "pocket:player"
    return reverse(page, args=[slug, subscription.player.number])


def _encrypted(content: bytes, browser_key: str, secret: str) -> bytes:
    import http_ece

    return http_ece.encrypt(
        content,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decoded(browser_key, KEY_BYTES),
        auth_secret=decoded(secret, SECRET_BYTES),
        version="aes128gcm",
    )


def _signature(endpoint: str) -> str:
    """Return the header by which the push service knows this server (VAPID)."""
    try:
        from py_vapid import Vapid02
    except ModuleNotFoundError as missing:
        raise ImproperlyConfigured("PINJU_PUSH needs: pip install -r requirements-server.txt") from missing
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": settings.PUSH_CONTACT}
    return str(Vapid02(private_key()).sign(claims)["Authorization"])
