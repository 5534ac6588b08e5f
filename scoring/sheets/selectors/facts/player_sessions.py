"""The sessions that an entry has played."""

from django.db.models import Max

from scoring.sheets.models.results import CountedResult
from tournament.events.models.entries import Entry


def last_session_of(entry: Entry) -> int:
    """Return the number of the last session with a result of the entry; 0 without one."""
    sessions = CountedResult.objects.filter(entry=entry).aggregate(last=Max("session__number"))
    return sessions["last"] or 0
