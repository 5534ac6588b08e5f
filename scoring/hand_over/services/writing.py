"""Write the event of a document of a hand-over: persons, rows, stored files, and the audit chain, which goes on."""

import re
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DataError, IntegrityError
from django.utils.translation import gettext as _

from common.actions import audit
from common.actions.engine import ActionContext
from common.actions.errors import Refused
from common.actions.models.ledgers import Ledger, new_era
from common.stored_files import keep_file
from scoring.hand_over.models import ChainPart
from scoring.hand_over.selectors.decoding import Decoder
from scoring.hand_over.selectors.document import FILES, file_names
from scoring.hand_over.selectors.encoding import persons_of
from scoring.hand_over.selectors.package import Package, altered
from scoring.hand_over.services.giving import lock_ledger, release_ledger
from scoring.hand_over.services.installing import this_installation
from scoring.hand_over.services.persons import write_persons
from scoring.hand_over.services.rows import write_tables
from tournament.events.models.events import Event
from tournament.keeping.services import renew_days

#: What a document raises that does not hold together.
UNFIT = (
    KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError,
    ValidationError, IntegrityError, DataError,
)  # fmt: skip
MOST_VERSION = 2**53
VERSIONS = ("public", "live", "clock", "calls")
STORED = re.compile(rf"(?:{'|'.join(FILES.values())})/[\w-]{{8,40}}", re.ASCII)


@dataclass(frozen=True)
class Written:
    """What was written: the ledger with the whole chain, and the names of persons that stay as they were here.

    ``doubted``: the names of persons who came without their federation number, because somebody else has it here.
    """

    ledger: Ledger
    kept: list[str]
    doubted: list[str]


def write_event(context: ActionContext, event: Event, package: Package, document: dict[str, Any]) -> Written:
    """Replace the event here by the one of the document; Refused if the document does not hold together.

    Rows first, the ledger last: the lock order of all writes.
    """
    try:
        known = set(persons_of(event).values_list("pk", flat=True))
        decoder = Decoder(this_installation(context))
        kept, doubted = write_persons(context, event, decoder, document["persons"], known)
        write_tables(context, event, document["tables"], decoder)
        event.refresh_from_db()
        if event.slug != package.event:
            raise altered()
        _store_files(context, event, package)
        renew_days(context, event)
        ledger = lock_ledger(context, event)
        _continue_chain(context, ledger, document["chain"], document["parts"])
        _raise_versions(context, ledger, document["versions"])
    except UNFIT:
        raise altered() from None
    release_ledger(context, ledger)
    ledger.save()
    return Written(ledger, kept, doubted)


def _store_files(_context: ActionContext, event: Event, package: Package) -> None:
    """Store the files that rows of the event name and that are not here."""
    for name in file_names(event):
        if name in package and STORED.fullmatch(name) and not default_storage.exists(name):
            keep_file(name, ContentFile(package.content(name)))


def _continue_chain(
    _context: ActionContext, ledger: Ledger, entries: list[dict[str, Any]], parts: list[dict[str, Any]]
) -> None:
    """Append the entries after those that are here; Refused if they do not continue the chain of this event."""
    here = ledger.audit_seq
    if here > len(entries) or here and entries[here - 1]["hash"] != ledger.audit_hash:
        text = _(
            "The audit in this file does not continue the audit here: it is older, or continued differently. To "
            "take the event again, first set the copy here aside, on its page “Hand over”."
        )
        raise Refused(text, where="file")
    try:
        audit.adopt(ledger, entries[here:])
    except audit.BrokenChain as broken:
        text = _("The audit in this file was altered, so nothing was taken from it. %(fault)s")
        raise Refused(text % {"fault": broken}, where="file") from None
    ChainPart.objects.filter(ledger=ledger).delete()
    ChainPart.objects.bulk_create(ChainPart(ledger=ledger, **part) for part in parts)


def _raise_versions(_context: ActionContext, ledger: Ledger, versions: dict[str, int]) -> None:
    """Make every version newer than both those here and those of the file, in a new era: caches hold older ones."""
    for name in VERSIONS:
        version = max(getattr(ledger, name), int(versions[name])) + 1
        if version > MOST_VERSION:
            raise ValueError(name)
        setattr(ledger, name, version)
    ledger.era = new_era()
