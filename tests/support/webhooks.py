"""A program that receives webhooks, and examples of their actions."""

import hashlib
import hmac
import json
from contextlib import AbstractContextManager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import Any

from django.utils import timezone

from scoring.webhooks.models import Delivery, Webhook
from tests.support.serving import serving
from tournament.events.models.events import Event

SECRET = "a secret of more than twenty signs"
_numbers = count(1)


class Receiver(ThreadingHTTPServer):
    """It keeps what it received as (headers, body), and answers with ``status``."""

    def __init__(self) -> None:
        self.received: list[tuple[dict[str, str], bytes]] = []
        self.status = 204
        super().__init__(("127.0.0.1", 0), _Keeping)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook"

    def documents(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _headers, body in self.received]

    def all_signed(self) -> bool:
        """Whether each request has the right signature, computed as the page for programmers says."""
        return all(_signed(headers["Pinju-Signature"], body) for headers, body in self.received)


def _signed(header: str, body: bytes) -> bool:
    parts = dict(part.split("=", 1) for part in header.split(","))
    text = f"{parts['t']}.".encode() + body
    return hmac.compare_digest(parts["v1"], hmac.new(SECRET.encode(), text, hashlib.sha256).hexdigest())


class _Keeping(BaseHTTPRequestHandler):
    server: Receiver

    def log_message(self, *_args: object) -> None: ...

    def do_PUT(self) -> None:
        self.do_POST()

    def do_GET(self) -> None:
        self.do_POST()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.received.append((dict(self.headers), body))
        self.send_response(self.server.status)
        self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()


def receiving() -> AbstractContextManager[Receiver]:
    return serving(Receiver())


def new_webhook(address: str = "") -> Webhook:
    address = address or f"https://program-{next(_numbers)}.example/hook"
    return Webhook.objects.create(address=address, secret=SECRET, made_at=timezone.now().replace(microsecond=0))


def _of_webhook(_event: Event, _state: str) -> tuple[None, dict[str, Any]]:
    return None, {"webhook": new_webhook().pk}


def _tried(_event: Event, _state: str) -> tuple[None, dict[str, Any]]:
    now = timezone.now()
    delivery = new_webhook().deliveries.create(kind=Delivery.Kind.TEST, fact="test", body={}, made_at=now, next_at=now)
    return None, {"delivery": delivery.pk, "status": 204}


def _with_news(event: Event, _state: str) -> tuple[None, dict[str, Any]]:
    new_webhook()
    event.sessions.create(number=99, released_at=timezone.now())
    return None, {}


EXAMPLES = {
    "webhook.add": lambda event, state: (None, {"address": "https://new.example/hook", "secret": SECRET}),
    "webhook.remove": _of_webhook,
    "webhook.test": _of_webhook,
    "webhooks.note_news": _with_news,
    "webhooks.note_try": _tried,
}
