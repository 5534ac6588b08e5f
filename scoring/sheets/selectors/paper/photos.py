"""Photos of a sheet's paper: the rows, their files, and the expired ones."""

from django.db.models import QuerySet
from django.utils import timezone

from scoring.sheets.models.photos import SheetPhoto
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.events import Event
from tournament.events.selectors.privacy import last_day_kept

#: The folder of the files.
SHEET_PHOTOS = "sheet-photos"


def photo_file(photo: SheetPhoto) -> str:
    """Return the stored file of a photo that is not removed."""
    return f"{SHEET_PHOTOS}/{photo.name}"


def photos_of(sheet: Sheet) -> QuerySet[SheetPhoto]:
    """Return the photos of the sheet that are not removed, oldest first."""
    return SheetPhoto.objects.filter(sheet=sheet).exclude(name="")


def expired_photos() -> QuerySet[SheetPhoto]:
    """Return the photos of events whose private data has expired: photos show handwriting."""
    kept = SheetPhoto.objects.exclude(name="")
    over = events_over(Event.objects.filter(pk__in=kept.values("sheet__table__session__event")))
    return kept.filter(sheet__table__session__event__in=over)


def events_over(events: QuerySet[Event]) -> list[int]:
    """Return the ids of those events whose private data has expired."""
    days = [(event.pk, last_day_kept(event)) for event in events.select_related("privacy_settings")]
    return [event for event, day in days if day and day < timezone.localdate()]
