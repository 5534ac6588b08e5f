"""The photos of an event: the rows and their files."""

from django.db.models import QuerySet

from common.i18n.texts import text_for
from common.stored_files import file_content
from scoring.photos.models import EventPhoto
from tournament.events.models.events import Event

#: The folder of the files.
EVENT_PHOTOS = "event-photos"


def photos_of(event: Event) -> QuerySet[EventPhoto]:
    """Return the photos of the event's report, in the order in which they were added."""
    return EventPhoto.objects.filter(event=event)


def photo_file(photo: EventPhoto) -> str:
    """Return the stored file of a photo."""
    return f"{EVENT_PHOTOS}/{photo.name}"


def photo_content(photo: EventPhoto) -> bytes:
    """Return the JPEG; empty if its file is not here, such as after restoring the database alone."""
    try:
        return file_content(photo_file(photo))
    except FileNotFoundError:
        return b""


def captioned(event: Event, language: str) -> list[tuple[EventPhoto, str]]:
    """Return the photos, each with its caption in the language, else in another one; empty without any."""
    return [(photo, text_for(photo.caption, language)[1]) for photo in photos_of(event)]
