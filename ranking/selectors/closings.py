"""Whether an event's class can be confirmed: it is closed."""

from django.utils.translation import gettext as _

from scoring.selectors.standings import last_released
from tournament.models import Event


def against_confirming(event: Event) -> str:
    """Why the class of the event cannot be confirmed now, as a sentence; empty if it can."""
    if event.rehearsal:
        return _("This is a rehearsal: it has no class.")
    last = event.sessions.order_by("-number").values_list("number", flat=True).first()
    if not last or last_released(event) < last:
        return _("The event is not closed yet: its class is confirmed afterwards.")
    return ""
