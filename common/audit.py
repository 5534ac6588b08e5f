"""Writing and verifying the audit chains."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from common.models import AuditEntry, Head

GENESIS = "0" * 64


def entry_hash(content: dict[str, Any]) -> str:
    """SHA-256 over the canonical JSON of an entry's content (which names the hash before it)."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def append(head: Head, entry: AuditEntry) -> AuditEntry:
    """Write ``entry`` as the next of the chain of ``head``, whose row the caller has locked; the head is not saved."""
    entry.head = head
    entry.seq = head.audit_seq + 1
    entry.previous = head.audit_hash
    # What is hashed is what the database gives back: dates, tuples and translated texts become plain JSON first.
    entry.before = json.loads(json.dumps(entry.before, default=str))
    entry.after = json.loads(json.dumps(entry.after, default=str))
    entry.hash = entry_hash(entry.content())
    entry.save(force_insert=True)
    head.audit_seq, head.audit_hash = entry.seq, entry.hash
    return entry


def faults(head: Head) -> Iterator[str]:
    """Walk the chain of ``head`` and yield one sentence for each place where it does not hold (none: it is whole)."""
    previous, seq = GENESIS, 0
    for entry in AuditEntry.objects.filter(head=head).select_related("head").order_by("seq").iterator():
        seq += 1
        if entry.seq != seq:
            yield f"{head.name}: entry {seq} is missing, {entry.seq} follows"
            seq = entry.seq
        if entry.previous != previous:
            yield f"{head.name}: entry {entry.seq} does not follow the one before it"
        if entry.hash != entry_hash(entry.content()):
            yield f"{head.name}: entry {entry.seq} was changed after it was written"
        previous = entry.hash
    if (head.audit_seq, head.audit_hash) != (seq, previous):
        yield f"{head.name}: the head names entry {head.audit_seq}, the chain ends with {seq}"
