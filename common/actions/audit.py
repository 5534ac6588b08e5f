"""Write and verify the audit chains."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from common.actions.models.audit import AuditEntry
from common.actions.models.ledgers import Ledger

GENESIS = "0" * 64


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


def faults(ledger: Ledger) -> Iterator[str]:
    """Walk the chain of ``ledger`` and yield one sentence, in the current language, for each fault.

    A chain without faults yields nothing.
    """
    previous, seq = GENESIS, 0
    for entry in AuditEntry.objects.filter(ledger=ledger).select_related("ledger").order_by("seq").iterator():
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
