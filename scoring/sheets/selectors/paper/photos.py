"""Photos of a sheet's paper: which there are, where their files lie, which are kept no longer."""

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

#: A file that no row names after so long was left by a write that did not come to its end.
LEFT_BEHIND = timedelta(hours=1)


def photo_folder() -> Path:
    """Where the files lie: beside the jobs' files, under no public address."""
    return Path(settings.MEDIA_ROOT) / "sheet-photos"


def photo_path(photo: SheetPhoto) -> Path:
    """The file of a photo that is not removed."""
    return photo_folder() / photo.name


def photos_of(sheet: Sheet) -> QuerySet[SheetPhoto]:
    """The photos of the sheet that are not removed, the first one first."""
    return SheetPhoto.objects.filter(sheet=sheet).exclude(name="")


def expired_photos() -> QuerySet[SheetPhoto]:
    """The photos of events whose private data is kept no longer: they hold people's handwriting."""
    kept = SheetPhoto.objects.exclude(name="")
    over = events_over(Event.objects.filter(pk__in=kept.values("sheet__table__session__event")))
    return kept.filter(sheet__table__session__event__in=over)


def events_over(events: QuerySet[Event]) -> list[int]:
    """The ids of those events whose private data is kept no longer."""
    days = [(event.pk, last_day_kept(event)) for event in events.select_related("privacy_settings")]
    return [event for event, day in days if day and day < timezone.localdate()]


def files_left_behind() -> list[Path]:
    """Files among the photos that no row names any more."""
    return unnamed_files(photo_folder(), SheetPhoto.objects.all())


def unnamed_files(folder: Path, rows: QuerySet[Any]) -> list[Path]:
    """Old files of the folder that none of the rows names."""
    if not folder.is_dir():
        return []
    before = (timezone.now() - LEFT_BEHIND).timestamp()
    old = [path for path in folder.iterdir() if path.stat().st_mtime < before]
    named = set(rows.filter(name__in=[path.name for path in old]).values_list("name", flat=True))
    return [path for path in old if path.name not in named]
