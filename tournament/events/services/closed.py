"""What a closed event keeps as it is."""

from django.utils.translation import gettext as _

from common.actions.engine import Call
from common.actions.errors import Refused
from tournament.events.models.events import Event


def refuse_if_closed(call: Call, event: Event) -> None:
    """Raise Refused where the event is closed: who counts, where, and with what is final until that is taken back.

    The closing itself is the scoring room's, which hangs it on the event; here it is only looked whether there is one.
    """
    if Event.objects.filter(pk=event.pk, closing__isnull=False).exists():
        raise Refused(_("The event is closed: take that back first."))
