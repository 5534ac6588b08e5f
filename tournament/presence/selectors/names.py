"""The printed names of an entry, and those before the last correction."""

from common.actions.models.audit import AuditEntry
from tournament.events.models.entries import Entry
from tournament.presence.models.presence import CheckedItems
from tournament.presence.selectors.presence import marks_of

PRINTED = ("name", "latin_name", "family_name", "given_name")
#: Name of the correcting action in the audit log.
CORRECTION = "entry.correct_name"


def printed_names(entry: Entry) -> dict[str, str]:
    """Return the names by column."""
    return {column: getattr(entry, column) for column in PRINTED}


def name_confirmed(entry: Entry) -> bool:
    """Return whether the name was checked at the check-in."""
    return CheckedItems.Mark.NAME_CONFIRMED in marks_of(entry)


def names_before(entry: Entry) -> dict[str, str] | None:
    """Return the names before the last correction; None without one, or if they were changed again since."""
    corrections = AuditEntry.objects.filter(ledger=entry.event.ledger, action=CORRECTION, about=f"entry:{entry.number}")
    last = corrections.order_by("-seq").first()
    before, after = (dict(last.before or {}), dict(last.after or {})) if last else ({}, {})
    current = printed_names(entry)
    corrected = [column for column in PRINTED if column in before]
    if not corrected or any(after[column] != current[column] for column in corrected):
        return None
    return current | {column: before[column] for column in corrected}
