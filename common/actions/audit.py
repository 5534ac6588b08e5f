"""Write and verify the audit chains."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from common.actions.models.audit import AuditEntry
from common.actions.models.heads import Head

GENESIS = "0" * 64


def entry_hash(content: dict[str, Any]) -> str:
    """Return the SHA-256 of the canonical JSON of an entry's content, which includes the previous hash."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def append(head: Head, entry: AuditEntry) -> AuditEntry:
    """Write ``entry`` as the next one in the chain of ``head``.

    The caller has locked the row of ``head`` and saves it; this function sets its ``audit_seq`` and ``audit_hash``.
    """
    entry.head = head
    entry.seq = head.audit_seq + 1
    entry.previous = head.audit_hash
    # Hash the values as the database returns them: convert dates, tuples and translated texts to plain JSON first.
    entry.before = json.loads(json.dumps(entry.before, default=str))
    entry.after = json.loads(json.dumps(entry.after, default=str))
    entry.hash = entry_hash(entry.content())
    entry.save(force_insert=True)
    head.audit_seq, head.audit_hash = entry.seq, entry.hash
    return entry


def faults(head: Head) -> Iterator[str]:
    """Walk the chain of ``head`` and yield one sentence, in the current language, for each fault.

    A chain without faults yields nothing.
    """
    previous, seq = GENESIS, 0
    for entry in AuditEntry.objects.filter(head=head).select_related("head").order_by("seq").iterator():
        seq += 1
        figures = {"chain": head.name, "missing": seq, "seq": entry.seq}
        if entry.seq != seq:
            yield _("%(chain)s: entry %(missing)d is missing, %(seq)d follows") % figures
            seq = entry.seq
        if entry.previous != previous:
            yield _("%(chain)s: entry %(seq)d does not follow the one before it") % figures
        if entry.hash != entry_hash(entry.content()):
            yield _("%(chain)s: entry %(seq)d was changed after it was written") % figures
        previous = entry.hash
    if (head.audit_seq, head.audit_hash) != (seq, previous):
        figures = {"chain": head.name, "named": head.audit_seq, "seq": seq}
        yield _("%(chain)s: the head names entry %(named)d, the chain ends with %(seq)d") % figures
