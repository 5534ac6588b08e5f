"""The photos of an event: the rows and their files."""

import re
from collections.abc import Iterable

from django.db.models import QuerySet

from common.i18n.texts import Texts, text_for
from common.stored_files import file_content
from scoring.photos.models import EventPhoto
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.rules import initials

#: The folder of the files.
EVENT_PHOTOS = "event-photos"
#: A letter of the scripts that put spaces between words (Latin, Greek, Cyrillic): a name ends before and after it.
LETTER = "[A-Za-zÀ-\u04ff]"


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
    return [(photo, text_for(caption, language)[1]) for photo, caption in public_captions(event)]


def public_captions(event: Event) -> list[tuple[EventPhoto, Texts]]:
    """Return the photos, each with its caption by language.

    A full name of a player who refused the name stands as initials, in any case of letters; other spellings are not
    recognized.
    """
    refused = Entry.objects.filter(event=event, name_consent=False).values_list("name", "latin_name")
    names = sorted({name for both in refused for name in both if name}, key=len, reverse=True)
    return [
        (photo, {language: _with_initials(text, names) for language, text in photo.caption.items()})
        for photo in photos_of(event)
    ]


def _with_initials(text: str, names: Iterable[str]) -> str:
    for name in names:
        whole = rf"(?<!{LETTER}){re.escape(name)}(?!{LETTER})"
        text = initials(name).join(re.split(whole, text, flags=re.IGNORECASE))
    return text
