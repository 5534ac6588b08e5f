"""The class of an event in its own row, which travels in the event file."""

from common.actions.engine import ActionContext
from tournament.events.models.events import Event


def note_class(_context: ActionContext, event: Event, letter: str) -> None:
    """Store the confirmed class (of Event.Class; empty: revoked)."""
    event.confirmed_class = letter
    event.save(update_fields=["confirmed_class"])
