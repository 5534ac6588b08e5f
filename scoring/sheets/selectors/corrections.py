"""What the public sees of a table whose released results are being corrected: the last released ones."""

from functools import cache
from typing import Any

from django.db.models import Exists, Max, Min, OuterRef, QuerySet

from scoring.sheets.models.corrections import Correction
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.stages import Session


def under_way() -> QuerySet[Correction]:
    """Return the corrections of released sessions that are not finished."""
    return Correction.objects.filter(corrected_at=None, sheet__table__session__released_at__isnull=False)


@cache
def sessions_with_corrections() -> QuerySet[Any]:
    """Return all sessions, each with whether a table of it is being corrected (``correcting``).

    Built once, because that takes longer than the query.
    """
    return Session.objects.annotate(correcting=Exists(under_way().filter(sheet__table__session=OuterRef("pk"))))


def was_reopened(sheet: Sheet) -> bool:
    """Return whether the sheet was reopened at least once; it may be signed again."""
    return sheet.versions.filter(action="sheet.reopen").exists()


def released_version(sheet: Sheet) -> int:
    """Return the last confirmed version of a sheet under correction; an imported version has no row of its own."""
    confirmed = sheet.versions.filter(state=Sheet.State.CONFIRMED).aggregate(last=Max("number"))["last"] or 0
    reopened = sheet.versions.filter(number__gt=confirmed).aggregate(first=Min("number"))["first"]
    return (reopened or sheet.version + 1) - 1
