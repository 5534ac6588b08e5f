"""Write and verify the audit chains."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from common.actions import archived
from common.actions.errors import Refused
from common.actions.models.archives import AuditArchive
from common.actions.models.audit import AuditEntry
from common.actions.models.ledgers import Ledger

GENESIS = "0" * 64


class BrokenChain(Exception):
    """Entries from elsewhere do not continue the chain; the text is a sentence in the current language."""


def entry_hash(content: dict[str, Any]) -> str:
    """Return the SHA-256 of the canonical JSON of an entry's content, which includes the previous hash."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def append(ledger: Ledger, entry: AuditEntry) -> AuditEntry:
    """Write ``entry`` as the next one in the chain of ``ledger``.

    The caller has locked the row of ``ledger`` and saves it; this function sets its ``audit_seq`` and ``audit_hash``.
    """
    entry.ledger = ledger
    entry.seq = ledger.audit_seq + 1
    entry.previous = ledger.audit_hash
    # Hash the values as the database returns them: convert dates, tuples and translated texts to plain JSON first.
    entry.before = json.loads(json.dumps(entry.before, default=str))
    entry.after = json.loads(json.dumps(entry.after, default=str))
    entry.hash = entry_hash(entry.content())
    entry.save(force_insert=True)
    ledger.audit_seq, ledger.audit_hash = entry.seq, entry.hash
    return entry


def contents(ledger: Ledger) -> list[dict[str, Any]]:
    """Return the whole chain as plain values, each entry with its hash, as `adopt` takes it.

    Raises Refused if the file of an archived year is missing or damaged.
    """
    entries = [content for archive in _archives(ledger) for content in archived.entries_of(archive)]
    return entries + [stored_content(entry) for entry in _stored(ledger).iterator()]


def stored_content(entry: AuditEntry) -> dict[str, Any]:
    """Return an entry as plain values with its hash."""
    return entry.content() | {"hash": entry.hash}


def hash_of(ledger: Ledger, seq: int) -> str:
    """Return the hash of one entry, archived or not. Raises KeyError if there is none, Refused as `contents`."""
    for entry in _stored(ledger).filter(seq=seq):
        return entry.hash
    for archive in _archives(ledger).filter(first_seq__lte=seq, last_seq__gte=seq):
        return next(str(content["hash"]) for content in archived.entries_of(archive) if content["seq"] == seq)
    raise KeyError(seq)


def _stored(ledger: Ledger) -> QuerySet[AuditEntry]:
    return AuditEntry.objects.filter(ledger=ledger).select_related("ledger").order_by("seq")


def _archives(ledger: Ledger) -> QuerySet[AuditArchive]:
    return AuditArchive.objects.filter(ledger=ledger).select_related("ledger").order_by("first_seq")


def adopt(ledger: Ledger, entries: Iterable[dict[str, Any]]) -> None:
    """Append entries that another installation wrote, unchanged; the last one becomes the end of the chain.

    The caller has locked the row of ``ledger`` and saves it. Raises BrokenChain if an entry does not follow the one
    before it, or was changed.
    """
    adopted = [_adopted(ledger, content) for content in entries]
    AuditEntry.objects.bulk_create(adopted)


def fault_of(entries: Iterable[dict[str, Any]], name: str, seq: int = 0, previous: str = GENESIS) -> str:
    """Return the sentence about the first fault of a chain that is not stored; empty if there is none.

    ``seq`` and ``previous`` are number and hash of the entry before the first one.
    """
    chain = Ledger(name=name, audit_seq=seq, audit_hash=previous)
    try:
        for content in entries:
            _adopted(chain, content)
    except BrokenChain as broken:
        return str(broken)
    return ""


def _adopted(ledger: Ledger, content: dict[str, Any]) -> AuditEntry:
    """Return the next entry of the chain, unsaved, and move the end of the chain to it."""
    figures = {"chain": ledger.name, "seq": ledger.audit_seq + 1}
    actor_ref, actor_name, device = content["actor"]
    entry = AuditEntry(
        ledger=ledger,
        at=datetime.fromisoformat(content["at"]),
        actor_ref=actor_ref,
        actor_name=actor_name,
        device=device,
        **{name: content[name] for name in ("seq", "action", "about", "before", "after", "reason", "previous", "hash")},
    )
    if (entry.seq, entry.previous) != (ledger.audit_seq + 1, ledger.audit_hash):
        raise BrokenChain(_("%(chain)s: entry %(seq)d does not follow the one before it") % figures)
    if content["head"] != ledger.chain_name or entry.hash != entry_hash(entry.content()):
        raise BrokenChain(_("%(chain)s: entry %(seq)d was changed after it was written") % figures)
    ledger.audit_seq, ledger.audit_hash = entry.seq, entry.hash
    return entry


def faults(ledger: Ledger, *, read_archives: bool = True) -> Iterator[str]:
    """Walk the chain of ``ledger`` and yield one sentence, in the current language, for each fault.

    A chain without faults yields nothing. Archived years are read from their files; without
    ``read_archives`` they count as their rows say.
    """
    previous, seq = GENESIS, 0
    for archive in _archives(ledger):
        if (archive.first_seq, archive.previous) != (seq + 1, previous):
            figures = {"chain": ledger.name, "seq": archive.first_seq}
            yield _("%(chain)s: entry %(seq)d does not follow the one before it") % figures
        if read_archives:
            yield from _faults_of_archive(archive)
        previous, seq = archive.hash, archive.last_seq
    for entry in _stored(ledger).iterator():
        seq += 1
        figures = {"chain": ledger.name, "missing": seq, "seq": entry.seq}
        if entry.seq != seq:
            yield _("%(chain)s: entry %(missing)d is missing, %(seq)d follows") % figures
            seq = entry.seq
        if entry.previous != previous:
            yield _("%(chain)s: entry %(seq)d does not follow the one before it") % figures
        if entry.hash != entry_hash(entry.content()):
            yield _("%(chain)s: entry %(seq)d was changed after it was written") % figures
        previous = entry.hash
    if (ledger.audit_seq, ledger.audit_hash) != (seq, previous):
        figures = {"chain": ledger.name, "named": ledger.audit_seq, "seq": seq}
        yield (
            _("%(chain)s: the head of the chain names entry %(named)d, but the chain ends with entry %(seq)d") % figures
        )


def _faults_of_archive(archive: AuditArchive) -> Iterator[str]:
    """Yield a sentence if the file is missing or damaged, or its entries do not lead to the hash of its row."""
    chain = Ledger(name=archive.ledger.chain_name, audit_seq=archive.first_seq - 1, audit_hash=archive.previous)
    try:
        for content in archived.entries_of(archive):
            _adopted(chain, content)
    except (BrokenChain, Refused) as fault:
        yield str(fault)
        return
    if (chain.audit_seq, chain.audit_hash) != (archive.last_seq, archive.hash):
        figures = {"chain": chain.name, "seq": archive.last_seq}
        yield _("%(chain)s: entry %(seq)d was changed after it was written") % figures
