"""Photos of a sheet's paper: the rows, their files, and the expired ones."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from scoring.sheets.models.photos import SheetPhoto
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.events import Event
from tournament.events.selectors.privacy import last_day_kept

#: A file without row of this age was left by a failed write.
LEFT_BEHIND = timedelta(hours=1)


def photo_folder() -> Path:
    """Return the folder of the files, under no public address."""
    return Path(settings.MEDIA_ROOT) / "sheet-photos"


def photo_path(photo: SheetPhoto) -> Path:
    """Return the file of a photo that is not removed."""
    return photo_folder() / photo.name


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


def files_left_behind() -> list[Path]:
    """Return old files of the photo folder without a row."""
    return unnamed_files(photo_folder(), SheetPhoto.objects.all())


def unnamed_files(folder: Path, rows: QuerySet[Any]) -> list[Path]:
    """Return old files of the folder that no row names."""
    if not folder.is_dir():
        return []
    before = (timezone.now() - LEFT_BEHIND).timestamp()
    old = [path for path in folder.iterdir() if path.stat().st_mtime < before]
    named = set(rows.filter(name__in=[path.name for path in old]).values_list("name", flat=True))
    return [path for path in old if path.name not in named]
