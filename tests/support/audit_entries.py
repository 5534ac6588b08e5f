"""Find audit entries whose keys have no label."""

from collections.abc import Iterable, Iterator
from typing import Any

from common.actions.labels import is_declared, value_text
from common.actions.models.audit import AuditEntry


def missing_labels(entries: Iterable[AuditEntry]) -> list[str]:
    """Return the keys and kinds of subjects without a label in the action's room or the common labels."""
    return sorted({f"{entry.action}: {name}" for entry in entries for name in _missing(entry)})


def _missing(entry: AuditEntry) -> Iterator[str]:
    kind = entry.about.partition(":")[0]
    if not is_declared(entry.action, "subjects", kind):
        yield f"about {kind}"
    yield from _missing_keys(entry.action, entry.before)
    yield from _missing_keys(entry.action, entry.after)


def _missing_keys(action: str, stored: Any) -> Iterator[str]:
    """Yield the undeclared keys of a value, at every depth.

    Numeric keys are data (a hand, a session, a number of the draw), and so are values that a function presents as a
    whole.
    """
    if isinstance(stored, list):
        for inner in stored:
            yield from _missing_keys(action, inner)
    elif isinstance(stored, dict):
        for key, inner in stored.items():
            if not key.isdecimal() and not is_declared(action, "keys", key):
                yield key
            if not callable(value_text(action, key)):
                yield from _missing_keys(action, inner)
