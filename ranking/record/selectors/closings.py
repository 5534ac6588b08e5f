"""What an event of the record must not be, and what must be over before its class can be confirmed (3.12)."""

from django.utils.translation import gettext as _

from common.i18n.wording import clauses
from ranking.record.models.records import RecordedEvent
from scoring.releases.selectors.closing import closing_of
from scoring.releases.selectors.releases import last_results_kept
from scoring.releases.selectors.waits import appeal_waits
from tournament.events.models.events import Event


def against_confirming(event: Event) -> str:
    """Return why the class of the event cannot be confirmed now, as a sentence; empty if it can."""
    if event.rehearsal:
        return _("This is a rehearsal: it has no class.")
    if event.is_set_aside:
        return _("This copy was set aside: it has no class.")
    if closing_of(event) is None:
        return _("The event is not closed yet. Its class can be confirmed after it is closed.")
    waits = appeal_waits(event)
    if waits:
        return _("The class cannot be confirmed before the appeals are over: %(waits)s.") % {"waits": clauses(waits)}
    if last_results_kept(event):
        return _("The last session is held back for the ceremony. The record would show its results too early.")
    return ""


def against_setting_aside(event: Event) -> str:
    """Return why a copy of the event cannot be set aside, as a sentence: not while its results count here."""
    if official_of(event) is None:
        return ""
    return _("Its results are official on this machine. The committee removes the event from the record first.")


def official_of(event: Event) -> RecordedEvent | None:
    """Return the event of the record that has the results of ``event``, with its body; None if they do not count."""
    return RecordedEvent.objects.select_related("body").filter(event=event).first()
