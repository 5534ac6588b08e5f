"""The event file (interfaces: export_event)."""

from typing import TYPE_CHECKING

from common.files.json_files import dump
from scoring.event_file.selectors.document import event_document

if TYPE_CHECKING:
    from tournament.events.models.events import Event


def event_file(event: "Event") -> bytes:
    """Return the bytes of the event's file; the same content gives the same bytes."""
    return dump(event_document(event))
