"""The names of an entry as they are printed, and how they were before they were corrected."""

from common.actions.models.audit import AuditEntry
from tournament.events.models.entries import Entry
from tournament.presence.selectors.presence import arrival_of

PRINTED = ("name", "latin_name", "family_name", "given_name")
#: The action that corrects them, as the audit names it.
CORRECTION = "entry.correct_name"


def printed_names(entry: Entry) -> dict[str, str]:
    """The names by column."""
    return {column: getattr(entry, column) for column in PRINTED}


def name_confirmed(entry: Entry) -> bool:
    """Whether somebody looked at the name at the check-in."""
    found = arrival_of(entry)
    return found is not None and found.name_confirmed


def names_before(entry: Entry) -> dict[str, str] | None:
    """The names that the last correction replaced; None if there was none, or they were changed again since."""
    kept = AuditEntry.objects.filter(head=entry.event.head, action=CORRECTION, about=f"entry:{entry.number}")
    last = kept.order_by("-seq").first()
    before, after = (dict(last.before or {}), dict(last.after or {})) if last else ({}, {})
    now = printed_names(entry)
    corrected = [column for column in PRINTED if column in before]
    if not corrected or any(after[column] != now[column] for column in corrected):
        return None
    return now | {column: before[column] for column in corrected}
