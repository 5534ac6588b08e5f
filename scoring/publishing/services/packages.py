"""Make the packages of an event, and note what the server accepted."""

import base64
from datetime import UTC, timedelta

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.permissions import system_actor
from common.jobs import start
from common.jobs.models import Job
from scoring.publishing.models import OwnPackage, Publication
from scoring.publishing.rules import Header, digest_of, header_text, minutes_until_again
from scoring.publishing.selectors.packages import SEND_PACKAGES, changed_content, newest_package, public_state
from tournament.events.models.events import Event


def add_package(_context: ActionContext, event: Event) -> OwnPackage | None:
    """Make a package of what is public now; None if the newest package holds it. The event is locked.

    The contents of earlier packages are deleted: what was withdrawn before it could be sent is never sent.
    """
    content = changed_content(event)
    if not content or event.is_private:
        return None
    latest = newest_package(event)
    key = _signing_key(event)
    header = header_text(
        Header(
            event=event.slug,
            number=latest.number + 1 if latest else 1,
            at=f"{timezone.now().astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
            previous=latest.digest if latest else "",
            content=digest_of(content),
            key=base64.b64encode(key.public_key().public_bytes_raw()).decode(),
        )
    )
    event.own_packages.exclude(content="").update(content="")
    return OwnPackage.objects.create(
        event=event,
        number=latest.number + 1 if latest else 1,
        header=header,
        signature=base64.b64encode(key.sign(header.encode())).decode(),
        digest=digest_of(header),
        content=content,
    )


def publish_now(context: ActionContext, event: Event) -> None:
    """Make a package within the release of a session, and send it if the event has a server."""
    if add_package(context, event) is not None:
        start_sending(event)


def start_sending(event: Event) -> None:
    """Queue the job that sends the event's packages, unless it has no server or one is queued already."""
    if not Publication.objects.filter(event=event).exclude(address="").exists():
        return
    queued = Job.objects.filter(kind=SEND_PACKAGES, state=Job.State.QUEUED, parameters__event=event.slug)
    if not queued.exists():
        start(system_actor("publishing"), SEND_PACKAGES, parameters={"event": event.slug})


def _signing_key(event: Event) -> Ed25519PrivateKey:
    """Return the private key of the event; the first call creates it."""
    row = Publication.objects.filter(event=event).first()
    if row is None:
        created = Ed25519PrivateKey.generate()
        row = Publication.objects.create(event=event, key=base64.b64encode(created.private_bytes_raw()).decode())
    return Ed25519PrivateKey.from_private_bytes(base64.b64decode(row.key))


@action("publishing.note", summary=_("Note what is to be published"), roles=[], subject="event")
def note_public(context: ActionContext, event: Event) -> Done:
    """Make a package if the public data changed since the newest one; the answer holds its number, or 0."""
    state = public_state(event)  # first: what changes meanwhile is found by the next look
    package = add_package(context, event)
    Publication.objects.filter(event=event).update(noted=state)
    answer = {"package": package.number if package else 0}
    after = {"package": package.number, "digest": package.digest} if package else None
    return Done(answer, f"event:{event.slug}", after=after, raises=(), changed=package is not None)


@action("publishing.note_sent", summary=_("Note what a server accepted"), roles=[], subject="event", while_held=True)
def note_sent(_context: ActionContext, event: Event, *, up_to: int) -> Done:
    """Note that the server has every package up to this number; not audited, as it decides nothing."""
    event.own_packages.filter(number__lte=up_to, sent_at=None).update(sent_at=timezone.now())
    return Done({}, "", changed=False)


@action(
    "publishing.note_try", summary=_("Note how sending to a server ended"), roles=[], subject="event", while_held=True
)
def note_try(_context: ActionContext, event: Event, *, problem: str) -> Done:
    """Note why sending failed (empty: it did not), and when it is repeated; not audited, as it decides nothing."""
    now = timezone.now()
    row = Publication.objects.filter(event=event).first()
    if row is not None:
        row.tries = row.tries + 1 if problem else 0
        row.problem, row.tried_at = problem, now
        row.next_at = now + timedelta(minutes=minutes_until_again(row.tries)) if problem else None
        row.save(update_fields=["tries", "problem", "tried_at", "next_at"])
    return Done({}, "", changed=False)
