"""Note that a checked-in player is missing."""

from common.actions.engine import ActionContext
from tournament.events.models.entries import Entry
from tournament.presence.models.presence import Arrival
from tournament.presence.selectors.presence import arrival_of


def note_missing(_context: ActionContext, entry: Entry, session: int) -> bool:
    """Undo the check-in of the entry for ``session``; return whether it was here.

    A check-in for an earlier session of the day stays, but counts no longer from ``session`` on.
    """
    if arrival_of(entry, session) is None:
        return False
    Arrival.objects.filter(entry=entry, session=session).delete()
    if arrival_of(entry, session) is not None:
        Arrival.objects.create(entry=entry, session=session)
    return True
