"""The screens of the hall: which there are, which one a token or typed code opens, where their pictures lie."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from scoring.display.models.screens import Screen, ScreenPart, ScreenPicture
from scoring.sheets.rules.codes import plain_code
from scoring.sheets.selectors.paper.photos import unnamed_files
from tournament.access.rules import token_hash
from tournament.events.models.events import Event


def screen_code_digest(code: str) -> str:
    """What is stored of the characters that open a screen."""
    return salted_hmac("screen code", plain_code(code), algorithm="sha256").hexdigest()


def screens_of(event: Event) -> QuerySet[Screen]:
    """The event's screens with their parts, by address."""
    return Screen.objects.filter(event=event).prefetch_related("parts__picture")


def screen_at(event: Event, slug: str) -> Screen | None:
    """The screen at this address of the event."""
    screen = screens_of(event).filter(slug=slug).first()
    if screen is not None:
        screen.event = event
    return screen


def screen_of_token(token: str) -> Screen | None:
    """The screen that the token of a QR opens."""
    return Screen.objects.select_related("event").filter(token_hash=token_hash(token)).first()


def screen_of_letters(letters: str) -> Screen | None:
    """The screen that six characters open, in whatever case and with whatever spaces they were typed."""
    return Screen.objects.select_related("event").filter(code_hash=screen_code_digest(letters)).first()


def pictures_of(event: Event) -> QuerySet[ScreenPicture]:
    """The event's pictures, those too whose file is not here."""
    return ScreenPicture.objects.filter(event=event)


def picture_folder() -> Path:
    """Where the files lie: under no public address."""
    return Path(settings.MEDIA_ROOT) / "screen-pictures"


def picture_path(picture: ScreenPicture) -> Path:
    """The file of a picture that has one."""
    return picture_folder() / picture.name


def pictures_left_behind() -> list[Path]:
    """Files among the pictures that no row names any more."""
    return unnamed_files(picture_folder(), ScreenPicture.objects.all())


def plain_parts(parts: Iterable[ScreenPart]) -> list[dict[str, Any]]:
    """The parts of a screen as plain data, in their order, as a form shows and the event file holds them."""
    found = []
    for part in parts:
        title = {"picture": part.picture.title} if part.picture else {}
        found.append({"shows": part.kind, "seconds": part.seconds} | title)
    return found


def screen_documents(event: Event) -> list[dict[str, Any]]:
    """The screens for the event file: how they are arranged, nothing that opens them, pictures by title."""
    return [
        {"id": screen.slug, "name": screen.name, "language": screen.language, "parts": plain_parts(screen.parts.all())}
        for screen in screens_of(event)
    ]
