"""The document of a hand-over: everything that the other installation needs to go on with the event."""

import json
import re
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from common.actions import audit
from common.actions.models.ledgers import Ledger
from common.stored_files import file_content
from scoring.appeals.models.additions import AppealAttachment
from scoring.appeals.selectors.files import APPEAL_FILES
from scoring.display.models.screens import ScreenPicture
from scoring.display.selectors.screens import SCREEN_PICTURES
from scoring.event_file.selectors.document import event_document
from scoring.hand_over.models import ChainPart, ForeignRow, HandOver
from scoring.hand_over.selectors.encoding import Encoder, digest, persons_of, shape, tables_of
from scoring.hand_over.selectors.graph import rows_of
from scoring.photos.models import EventPhoto
from scoring.photos.selectors import EVENT_PHOTOS
from scoring.sheets.models.photos import SheetPhoto
from scoring.sheets.selectors.paper.photos import SHEET_PHOTOS
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person

FORMAT = "pinju-hand-over/1"
#: The member of the file with the document; the others are stored files by their names.
DOCUMENT = "event.json.gz"
#: Models whose rows name a file -> the folder of the files.
FILES = {
    SheetPhoto: SHEET_PHOTOS,
    AppealAttachment: APPEAL_FILES,
    ScreenPicture: SCREEN_PICTURES,
    EventPhoto: EVENT_PHOTOS,
}
_ACCOUNT = re.compile(r'"(account:\d+)"')


def header_of(hand_over: HandOver) -> dict[str, Any]:
    """Return what anybody can read of the file: which event and hand-over it is of, and which program made it."""
    return {
        "format": FORMAT,
        "program": settings.VERSION,
        "shape": shape(),
        "hand_over": hand_over.uid.hex,
        "event": hand_over.event.slug,
        "from": hand_over.here,
        "back": hand_over.side == HandOver.Side.TAKEN,
    }


def hand_over_document(hand_over: HandOver) -> dict[str, Any]:
    """Return the event as it is while nothing can be written to it: rows, persons, audit chain, versions.

    ``event_file`` is the same event as the event file shows it, by which two states are compared.
    """
    event = hand_over.event
    encoder, ledger = Encoder(event), Ledger.objects.get(pk=event.ledger.pk)
    chain = audit.contents(ledger)
    return {
        "versions": {name: getattr(ledger, name) for name in ("public", "live", "clock", "calls")},
        "chain": chain,
        "parts": _parts(ledger, encoder.own, chain),
        "persons": _persons(event, encoder),
        "tables": tables_of(event, encoder),
        "files": file_names(event),
        "event_file": event_document(event),
    }


def file_names(event: Event) -> list[str]:
    """Return the stored files of the event: photos, attachments of appeals, pictures of screens."""
    return [f"{folder}/{name}" for model, folder in FILES.items() for name in _names(rows_of(model, event))]


def file_contents(names: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yield each stored file that is here with its content."""
    for name in names:
        try:
            yield name, file_content(name)
        except FileNotFoundError:
            continue


def _names(rows: QuerySet[Any]) -> list[str]:
    return list(rows.exclude(name="").values_list("name", flat=True))


def _parts(ledger: Ledger, own: str, chain: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return who wrote which entries of the chain: what came from elsewhere, and this installation's since."""
    known = list(ChainPart.objects.filter(ledger=ledger))
    parts = [
        {"installation": part.installation.hex, "first": part.first, "last": part.last, "accounts": part.accounts}
        for part in known
    ]
    first = known[-1].last + 1 if known else 1
    accounts = _account_names(chain[first - 1 :])
    return [*parts, {"installation": own, "first": first, "last": ledger.audit_seq, "accounts": accounts}]


def _account_names(entries: list[dict[str, Any]]) -> dict[str, str]:
    """Return the names of the accounts that the entries mention."""
    values = ([entry["about"], entry["before"], entry["after"]] for entry in entries)
    refs = {ref for value in values for ref in _ACCOUNT.findall(json.dumps(value))}
    accounts = Account.objects.in_bulk([int(ref.partition(":")[2]) for ref in refs])
    return {f"account:{number}": str(account) for number, account in sorted(accounts.items())}


def _persons(event: Event, encoder: Encoder) -> list[dict[str, Any]]:
    """Return the persons of the event.

    ``sent``: the digest of the person as the other installation sent it; ``changed``: whether it changed here since.
    """
    label = Person._meta.label_lower
    received = {row.local: row for row in ForeignRow.objects.filter(model=label)}
    persons = []
    for person in persons_of(event):
        values = encoder.person(person)
        row = received.get(person.pk)
        sent, changed = (row.sent, digest(values) != row.kept) if row else ("", False)
        persons.append({"id": encoder.identity(Person, person.pk), "sent": sent, "changed": changed, **values})
    return persons
