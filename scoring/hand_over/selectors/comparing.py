"""Compare an event with its late file."""

from dataclasses import dataclass
from datetime import datetime

from django.core.files.storage import default_storage

from common.actions import audit
from common.files.json_files import check
from scoring.event_file.rules import schema
from scoring.event_file.selectors.document import event_document
from scoring.hand_over.models import LateFile
from scoring.hand_over.rules.comparing import Comparison, compared
from scoring.hand_over.selectors.late_files import stored_name
from scoring.hand_over.selectors.package import altered, opened


@dataclass(frozen=True)
class LateComparison:
    """What differs, and the audit of the file: how many entries it has since the hand-over, and when the last was made.

    ``chain_fault`` is a sentence about its audit, empty if that continues the audit here up to the hand-over.
    """

    comparison: Comparison
    entries: int
    last: datetime
    chain_fault: str


def late_comparison(late: LateFile) -> LateComparison:
    """Return how the event differs from its late file; Refused if this program cannot read the file."""
    row = late.hand_over
    with default_storage.open(stored_name(late)) as file:
        package = opened(file)
        package.unlock(row.key)
        document = package.document()
    try:
        entries = document["chain"]
        if check(document["event_file"], schema()):
            raise altered()
        common = audit.hash_of(row.event.ledger, row.head_seq)
        fault = audit.fault_of(entries, row.event.ledger.name)
        if not fault and entries[row.head_seq - 1]["hash"] != common:
            raise altered()
        comparison = compared(event_document(row.event), document["event_file"])
        last = datetime.fromisoformat(entries[-1]["at"])
    except (AttributeError, KeyError, IndexError, TypeError, ValueError):
        raise altered() from None
    return LateComparison(comparison, len(entries) - row.head_seq, last, fault)
