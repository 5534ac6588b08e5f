"""Which entries count as players of an event, the same on every page."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.events.models.entries import Entry


def takes_part() -> Q:
    """Return the condition for entries that take part: all but those withdrawn before the first session.

    A withdrawal from a later session on, or one that ended, leaves results that count.
    """
    played = Entry.objects.filter(pk=OuterRef("pk"), withdrawals__from_session__gt=1)
    return Q(~Q(status=Entry.Status.WITHDRAWN) | Q(Exists(played)))


def players_taking_part() -> QuerySet[Entry]:
    """Return the players of all events who take part, without fillers and reserves."""
    return Entry.objects.filter(takes_part(), kind=Entry.Kind.PLAYER)
