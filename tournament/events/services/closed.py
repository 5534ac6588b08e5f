"""Refuse changes to a closed event."""

from django.utils.translation import gettext as _

from common.actions.errors import Refused
from tournament.events.models.events import Event


def refuse_if_closed(event: Event) -> None:
    """Raise Refused if the event is closed: participants, seats and settings are then final.

    The scoring app closes events; this function only checks whether a closing exists.
    """
    if Event.objects.filter(pk=event.pk, closing__isnull=False).exists():
        raise Refused(_("The event is closed: reopen it first."))
