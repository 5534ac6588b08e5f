"""Whether an event's class can be confirmed: it is closed, and no rehearsal."""

from django.utils.translation import gettext as _

from scoring.selectors.closing import closing_of
from tournament.models import Event


def against_confirming(event: Event) -> str:
    """Why the class of the event cannot be confirmed now, as a sentence; empty if it can."""
    if event.rehearsal:
        return _("This is a rehearsal: it has no class.")
    if closing_of(event) is None:
        return _("The event is not closed yet: its class is confirmed afterwards.")
    return ""
