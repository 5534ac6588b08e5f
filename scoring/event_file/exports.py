"""The event file (interfaces: export_event)."""

from typing import TYPE_CHECKING

from common.files.json_files import dump
from scoring.event_file.selectors.document import event_document

if TYPE_CHECKING:
    from tournament.events.models.events import Event


def event_file(event: "Event") -> bytes:
    """The event's file: the same bytes for the same content."""
    return dump(event_document(event))
