"""The packages of an event: the newest one, those that wait, and the chain that everybody may check."""

from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from scoring.publishing.models import OwnPackage, Package, Publication, ReceivedPackage
from scoring.publishing.selectors.document import public_content
from scoring.releases.selectors.status import release_status
from tournament.events.models.events import Event, can_be_public
from tournament.events.models.stages import Session

#: The kinds of the jobs that send packages, and that ask the server whether it would accept them.
SEND_PACKAGES, TEST_SERVER = "publishing.send", "publishing.test"

#: Whether an event shows what a hall published: until a session is released here, and always what was published since
#: the hall holds the event (`scoring.hand_over`).
_RELEASED = Exists(Session.objects.filter(event=OuterRef("event"), released_at__isnull=False))
FROM_HALL = Exists(
    ReceivedPackage.objects.filter(event=OuterRef("pk"))
    .exclude(content="")
    .filter(~_RELEASED | Q(received_at__gte=F("event__ledger__held_since")))
)


def publication_of(event: Event) -> Publication | None:
    return Publication.objects.filter(event=event).first()


def newest_package(event: Event) -> OwnPackage | None:
    """Return the newest package that was made here, without its content."""
    return event.own_packages.defer("content").last()


def newest_received(event: Event) -> ReceivedPackage | None:
    """Return the newest package that a hall sent here, without its content."""
    return event.received_packages.defer("content").last()


def newest_content(event: Event) -> tuple[int, str] | None:
    """Return id and digest of the hall's newest package that has its content; None: the hall published nothing."""
    return event.received_packages.exclude(content="").values_list("pk", "digest").last()


def packages_of(event: Event) -> list[Package]:
    """Return the chain of an event without contents: the packages that a hall sent here, else those made here."""
    received: list[Package] = list(event.received_packages.defer("content"))
    return received or list(event.own_packages.defer("content"))


def waiting_packages(event: Event) -> QuerySet[OwnPackage]:
    """Return the packages that the server has not accepted yet, in order; only the newest has content."""
    return event.own_packages.filter(sent_at=None)


def sending_publications() -> QuerySet[Publication]:
    """Return the publications with a server."""
    return Publication.objects.exclude(address="").filter(can_be_public("event__")).select_related("event__ledger")


def due_publications() -> QuerySet[Publication]:
    """Return the publications with packages that are to be sent now."""
    due = sending_publications().filter(Q(next_at=None) | Q(next_at__lte=timezone.now()))
    return due.filter(event__own_packages__sent_at=None, event__own_packages__isnull=False).distinct()


def public_state(event: Event) -> str:
    """Return a text that changes when the public data may have changed; results become official by time alone."""
    return f"{_version(event)} {release_status(event).official}"


def changed_publications() -> list[Publication]:
    """Return the publications whose event has changed in public since its newest package.

    For an event with a server also by time alone; the others are asked by their version only, as there are many.
    """
    rows = Publication.objects.filter(can_be_public("event__")).select_related("event__ledger").defer("key", "token")
    return [row for row in rows if _has_changed(row)]


def _has_changed(row: Publication) -> bool:
    if row.noted.partition(" ")[0] != _version(row.event):
        return True
    return bool(row.address) and row.noted != public_state(row.event)


def _version(event: Event) -> str:
    return f"{event.ledger.era}.{event.ledger.public}"


def changed_content(event: Event) -> str:
    """Return the public data if it differs from the newest package; empty if that one holds it."""
    content = public_content(event)
    newest = event.own_packages.last()
    return "" if newest is not None and newest.content == content else content


def code_of_public(event: Event) -> str:
    """Return the code of the package that holds what is public now; empty if none does."""
    newest = newest_package(event)
    return newest.code if newest is not None and not changed_content(event) else ""


def package_document(event: Event) -> dict[str, Any]:
    """Return the chain as a file that anybody can check: headers, signatures, and the content of the newest one."""
    packages = packages_of(event)
    contents = type(packages[-1]).objects.filter(pk=packages[-1].pk) if packages else None  # type: ignore[attr-defined]
    return {
        "packages": [{"header": package.header, "signature": package.signature} for package in packages],
        "content": contents.get().content if contents else "",
    }


def last_sent(event: Event) -> datetime | None:
    """Return when the server accepted a package last; None: never."""
    return event.own_packages.order_by("sent_at").exclude(sent_at=None).values_list("sent_at", flat=True).last()
