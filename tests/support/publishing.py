"""Packages of public data, tokens of halls, and examples of their actions."""

import base64
from datetime import timedelta
from itertools import count
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.utils import timezone

from common.actions.permissions import system_actor
from common.jobs.models import Job
from common.jobs.running import run
from scoring.publishing.models import OwnPackage, Publication, ReceivedPackage
from scoring.publishing.rules import Header, digest_of, header_text
from scoring.publishing.selectors.document import public_content
from scoring.publishing.services.packages import note_public
from scoring.publishing.services.receiving import receive_package
from scoring.publishing.services.targets import choose_server
from tests.support.ranking import new_account
from tournament.access.models import ApiToken
from tournament.access.rules import new_token
from tournament.access.services.tokens import make_api_token
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role

ACTOR = system_actor("测试")
KEY = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
_numbers = count(1)


def packed(event: Event, /, *, number: int = 1, previous: str = "", content: str | None = None, key=KEY, **head: Any):
    """Return a signed package of the event as the action `publishing.receive` takes it."""
    content = public_content(event) if content is None else content
    public = base64.b64encode(key.public_key().public_bytes_raw()).decode()
    fields = {"event": event.slug, "at": "2026-05-01T10:00:00Z", "content": digest_of(content), "key": public}
    header = header_text(Header(**(fields | {"number": number, "previous": previous} | head)))
    signature = base64.b64encode(key.sign(header.encode())).decode()
    return {"number": number, "header": header, "signature": signature, "content": content}


def received(event: Event) -> None:
    """Let the event's server receive its first package."""
    receive_package(ACTOR, event, **packed(event))


def organizer_of(event: Event) -> Account:
    account = new_account()
    Role.objects.create(account=account, event=event, name=Role.Name.ORGANIZER)
    return account


def hall_token(event: Event, account: Account | None = None) -> str:
    """Return a token with which a hall may publish the event."""
    token = new_token()
    account = account or organizer_of(event)
    make_api_token(ACTOR, account, name=f"hall {next(_numbers)}", token=token, scopes=["publish"], days=30, event=event)
    return token


def token_row(event: Event, scope: str = "publish") -> ApiToken:
    """Return a token for the event, made without an action, so that the audit log stays empty."""
    now, number = timezone.now(), next(_numbers)
    columns = {"account": new_account(), "name": f"hall {number}", "token_hash": f"{number}", "scopes": [scope]}
    return ApiToken.objects.create(event=event, made_at=now, expires=now + timedelta(days=1), **columns)


def publishing(event: Event, address: str, token: str = "") -> Publication:
    """Publish the event on the server at the address."""
    choose_server(ACTOR, event, address=address, token=token or hall_token(event))
    return Publication.objects.get(event=event)


def run_jobs() -> list[Job]:
    """Run the jobs that wait; return them."""
    jobs = list(Job.objects.filter(state=Job.State.QUEUED))
    for job in jobs:
        run(job.pk)
        job.refresh_from_db()
    return jobs


def changed(event: Event) -> OwnPackage:
    """Change what is public of the event, and return the new package."""
    Event.objects.filter(pk=event.pk).update(venue=f"Hall {next(_numbers)}")
    note_public(ACTOR, event)
    return OwnPackage.objects.filter(event=event).latest("number")


def _started_over(event: Event, _state: str) -> tuple[Event, dict[str, Any]]:
    """An event with a package that was stored without an action, so that the audit log stays empty."""
    packed_one = packed(event)
    digest = digest_of(packed_one["header"])
    ReceivedPackage.objects.create(event=event, digest=digest, received_at=timezone.now(), **packed_one)
    return event, {}


def _published(event: Event, _state: str) -> tuple[Event, dict[str, Any]]:
    """An event with a server that was stored without an action."""
    key = base64.b64encode(KEY.private_bytes_raw()).decode()
    Publication.objects.create(event=event, key=key, **SERVER)
    return event, {}


SERVER = {"address": "https://federation.example", "token": "a token"}
EXAMPLES = {
    "publishing.choose": lambda event, state: (event, SERVER),
    "publishing.stop": _published,
    "publishing.note": lambda event, state: (event, {}),
    "publishing.note_sent": lambda event, state: (_published(event, state)[0], {"up_to": 1}),
    "publishing.note_try": lambda event, state: (_published(event, state)[0], {"problem": "no-answer"}),
    "publishing.receive": lambda event, state: (event, packed(event)),
    "publishing.start_over": _started_over,
}
