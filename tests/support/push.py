"""A push service on this machine and browsers at it, written from the standards and not with the program's libraries.

The service speaks TLS with a certificate of its own. A browser decrypts what it gets (RFC 8188, 8291) and checks the
signature of the sender (RFC 8292).
"""

import base64
import hashlib
import hmac
import json
import os
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.x509.oid import NameOID
from django.utils import timezone

from common.actions.permissions import Actor
from common.jobs.models import Job
from common.jobs.running import run
from scoring.notifications.models import Notification, PushSubscription
from scoring.notifications.selectors.keys import public_key
from scoring.notifications.services.push import subscribe
from scoring.tasks.notifications import notifications as sweep
from tests.support.call_examples import missing_entry
from tests.support.serving import serving
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.settings import PrivacySettings
from tournament.presence.models.calls import PlayerCall
from tournament.registration.models.applications import Application

CONTACT = "mailto:operator@pinju.example"


def coded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Service(ThreadingHTTPServer):
    """It keeps what it received as (path, headers, body), and answers with ``status``."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        self.received: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        super().__init__(("127.0.0.1", 0), _Keeping)
        self.ca_file = str(folder / "push-service.pem")
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        _write_certificate(Path(self.ca_file))
        context.load_cert_chain(self.ca_file)
        self.socket = context.wrap_socket(self.socket, server_side=True)

    @property
    def origin(self) -> str:
        return f"https://127.0.0.1:{self.server_port}"


class _Keeping(BaseHTTPRequestHandler):
    server: Service

    def log_message(self, *_args: object) -> None: ...

    def do_GET(self) -> None:
        self.do_POST()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.received.append((self.path, dict(self.headers), body))
        self.send_response(self.server.status)
        self.send_header("Location", f"{self.server.origin}/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()


def _write_certificate(file: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "push service of the tests")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(hours=1)).not_valid_after(now + timedelta(days=1))
    names = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    made = made.add_extension(names, critical=False).add_extension(x509.BasicConstraints(True, None), critical=True)
    pem = serialization.Encoding.PEM
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file.write_bytes(secret + made.sign(key, hashes.SHA256()).public_bytes(pem))


@contextmanager
def push_service(settings: Any, folder: Path) -> Iterator[Service]:
    """Offer messages, and run a push service that the program trusts."""
    with serving(Service(folder)) as service:
        settings.PUSH_CONTACT, settings.PUSH_TO_LOOPBACK = CONTACT, service.ca_file
        settings.PUSH_KEY_FILE = folder / "push-key.txt"
        yield service


class Browser:
    """A browser that subscribed at the service; ``path`` is its own at the service."""

    def __init__(self, service: Service, path: str = "/push/1") -> None:
        self.service, self.path = service, path
        self.private, self.secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        point = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        self.point = self.private.public_key().public_bytes(*point)

    @property
    def keys(self) -> dict[str, str]:
        """What the browser gives the page."""
        return {
            "endpoint": self.service.origin + self.path,
            "browser_key": coded(self.point),
            "secret": coded(self.secret),
        }

    def messages(self) -> list[dict[str, Any]]:
        """Return what arrived, decrypted, each from the server whose key the page has."""
        return [self._read(headers, body) for path, headers, body in self.service.received if path == self.path]

    def sentences(self) -> list[str]:
        return [message["body"] for message in self.messages()]

    def _read(self, headers: dict[str, str], body: bytes) -> dict[str, Any]:
        _check_sender(headers["Authorization"], self.service.origin)
        assert headers["Content-Encoding"] == "aes128gcm"
        return json.loads(_opened(body, self.private, self.point, self.secret))


def _check_sender(header: str, origin: str) -> None:
    scheme, _, rest = header.partition(" ")
    parts = dict(part.split("=", 1) for part in rest.split(","))
    signed, _, signature = parts["t"].rpartition(".")
    claims = json.loads(decoded(signed.partition(".")[2]))
    assert scheme == "vapid"
    assert parts["k"] == public_key()
    assert claims["aud"] == origin
    assert claims["sub"] == CONTACT
    assert 0 < claims["exp"] - time.time() <= 24 * 3600
    raw = decoded(signature)
    pair = int.from_bytes(raw[:32]), int.from_bytes(raw[32:])
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
    key.verify(encode_dss_signature(*pair), signed.encode(), ec.ECDSA(hashes.SHA256()))


def _opened(body: bytes, private: ec.EllipticCurvePrivateKey, point: bytes, secret: bytes) -> bytes:
    salt, length = body[:16], body[20]
    sender = body[21 : 21 + length]
    shared = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
    material = _derived(shared, secret, b"WebPush: info\0" + point + sender, 32)
    content_key = _derived(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(material, salt, b"Content-Encoding: nonce\0", 12)
    record = AESGCM(content_key).decrypt(nonce, body[21 + length :], None)
    text, _, padding = record.rpartition(b"\x02")
    assert not padding.strip(b"\0")
    return text


def _derived(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """HKDF (RFC 5869) with one block."""
    extracted = hmac.new(salt, material, hashlib.sha256).digest()
    return hmac.new(extracted, info + b"\x01", hashlib.sha256).digest()[:length]


def phone(event: Event) -> Actor:
    return Actor("anonymous", "", shown=event)


def asked(
    browser: Browser, entry: Entry | None = None, application: Application | None = None, **facts: Any
) -> PushSubscription:
    """Let the browser ask for messages about a player, or about an application."""
    event = entry.event if entry else application.event if application else None
    about = {"entry": entry.pk if entry else None, "application": application.pk if application else None}
    facts = {"proven": False, "language": "en"} | facts
    answer = subscribe(phone(event), event, **about, **browser.keys, **facts)
    return PushSubscription.objects.get(pk=answer["subscription"])


def minute() -> None:
    """Let a minute of the program pass: the sweep, and the job that it started."""
    Notification.objects.exclude(next_at=None).update(next_at=timezone.now())
    sweep()
    for job in Job.objects.filter(state=Job.State.QUEUED, kind="push.send"):
        run(job.pk)


def _public_browser() -> dict[str, str]:
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    raw = point.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return {"endpoint": "https://push.example/1", "browser_key": coded(raw), "secret": coded(os.urandom(16))}


def _subscription(event: Event) -> PushSubscription:
    PrivacySettings.objects.get_or_create(event=event)
    browser = _public_browser()
    return PushSubscription.objects.create(
        event=event, entry=missing_entry(event), endpoint=browser["endpoint"], mark=f"mark {event.pk}",
        key=browser["browser_key"], secret=browser["secret"], language="en", made_at=timezone.now(),
    )  # fmt: skip


def _asks(event: Event, _state: str) -> tuple[Event, dict[str, Any]]:
    PrivacySettings.objects.get_or_create(event=event)
    about = {"entry": missing_entry(event).pk, "application": None, "proven": False, "language": "en"}
    return event, about | _public_browser()


def _with_news(event: Event, _state: str) -> tuple[Event, dict[str, Any]]:
    subscription = _subscription(event)
    event.sessions.create(number=event.sessions.count() + 1)
    PlayerCall.objects.create(entry=subscription.entry, session=1, at=timezone.now())
    return event, {}


def _waiting(event: Event) -> Notification:
    now = timezone.now()
    return _subscription(event).notifications.create(
        kind="result", fact="result 1", figures={"session": 1}, made_at=now, next_at=now,
        expires_at=now + timedelta(hours=1),
    )  # fmt: skip


def _due(event: Event, _state: str) -> tuple[Event, dict[str, Any]]:
    _waiting(event)
    return event, {}


EXAMPLES = {
    "push.subscribe": _asks,
    "push.renew": lambda event, state: (event, {"subscription": _subscription(event).pk} | _public_browser()),
    "push.stop": lambda event, state: (event, {"subscription": _subscription(event).pk}),
    "push.note_news": _with_news,
    "push.take": _due,
    "push.note_tries": lambda event, state: (event, {"statuses": {_waiting(event).pk: 201}}),
}
