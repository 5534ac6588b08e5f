"""The class that an event has, as its own row says it: what travels in the event file."""

from common.actions.engine import Call
from tournament.events.models.events import Event


def note_class(call: Call, event: Event, letter: str) -> None:
    """Write down the confirmed class (of Event.Class; empty: taken back)."""
    event.confirmed_class = letter
    event.save(update_fields=["confirmed_class"])
