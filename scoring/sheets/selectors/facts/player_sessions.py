"""What an entry has played so far."""

from django.db.models import Max

from scoring.sheets.models.results import CountedResult
from tournament.events.models.entries import Entry


def last_session_of(entry: Entry) -> int:
    """The number of the last session in which the entry has a result; 0 if there is none."""
    found = CountedResult.objects.filter(entry=entry).aggregate(last=Max("session__number"))
    return found["last"] or 0
