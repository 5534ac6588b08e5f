"""The screens of the hall: by address, by token or code; and the files of their pictures."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from common.stored_files import file_content
from scoring.display.models.screens import Screen, ScreenPart, ScreenPicture
from scoring.sheets.rules.codes import plain_code
from tournament.access.rules import token_hash
from tournament.events.models.events import Event

#: The folder of the files of pictures.
SCREEN_PICTURES = "screen-pictures"


def screen_code_digest(code: str) -> str:
    """Return the digest to store of a code that opens a screen."""
    return salted_hmac("screen code", plain_code(code), algorithm="sha256").hexdigest()


def screens_of(event: Event) -> QuerySet[Screen]:
    """Return the event's screens with their parts, by address."""
    return Screen.objects.filter(event=event).prefetch_related("parts__picture")


def screen_at(event: Event, slug: str) -> Screen | None:
    """Return the event's screen with this address; None if there is none."""
    screen = screens_of(event).filter(slug=slug).first()
    if screen is not None:
        screen.event = event
    return screen


def screen_of_token(token: str) -> Screen | None:
    """Return the screen that a QR code's token opens; None if it is not valid."""
    return Screen.objects.select_related("event").filter(token_hash=token_hash(token)).first()


def screen_of_letters(letters: str) -> Screen | None:
    """Return the screen that a typed code opens, in any case and spacing; None if it is not valid."""
    return Screen.objects.select_related("event").filter(code_hash=screen_code_digest(letters)).first()


def pictures_of(event: Event) -> QuerySet[ScreenPicture]:
    """Return the event's pictures, including those without a file."""
    return ScreenPicture.objects.filter(event=event)


def picture_file(picture: ScreenPicture) -> str:
    """Return the stored file of a picture that has one."""
    return f"{SCREEN_PICTURES}/{picture.name}"


def logo_of(event: Event) -> bytes:
    """Return the JPEG of the event's logo; empty if none is chosen, or its file is not here."""
    chosen = pictures_of(event).filter(logo=True).exclude(name="").first()
    try:
        return file_content(picture_file(chosen)) if chosen else b""
    except FileNotFoundError:
        return b""


def player_photos(event: Event) -> dict[int, ScreenPicture]:
    """Return number -> photo of the players who agreed to photos and do not hide their name."""
    shown = pictures_of(event).filter(entry__photo_consent=True).exclude(entry__name_consent=False).exclude(name="")
    return {picture.entry.number: picture for picture in shown.select_related("entry") if picture.entry}


def plain_parts(parts: Iterable[ScreenPart]) -> list[dict[str, Any]]:
    """Return the parts of a screen as plain data, in their order, for the form and the event file."""
    plain = []
    for part in parts:
        title = {"picture": part.picture.title} if part.picture else {}
        plain.append({"shows": part.kind, "seconds": part.seconds} | title)
    return plain


def screen_documents(event: Event) -> list[dict[str, Any]]:
    """Return the screens for the event file: their arrangement with titles of pictures, without tokens and codes."""
    return [
        {"id": screen.slug, "name": screen.name, "language": screen.language, "parts": plain_parts(screen.parts.all())}
        for screen in screens_of(event)
    ]
