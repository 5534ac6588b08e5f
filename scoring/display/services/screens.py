"""The screens of the hall: arranging them, giving them what opens them, their pictures."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Call, Done, action
from common.actions.errors import Refused
from common.actions.merging import fields_to_write
from scoring.display.models.screens import Screen, ScreenPart, ScreenPicture
from scoring.display.rules.screens import TAKEN
from scoring.display.selectors.screens import picture_folder, picture_path, plain_parts, screen_code_digest
from scoring.sheets.rules.codes import TableAccess
from scoring.sheets.services.paper.photos import keep_file
from tournament.access.rules import token_hash
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role
from tournament.people.services.checking import check_row

ARRANGERS = [Role.Name.ORGANIZER]
#: So many pictures has an event at most.
MOST_PICTURES = 30
#: One part as plain data: "shows", "seconds", and for a picture its title.
Part = Mapping[str, Any]


@action("screen.add", summary=gettext_lazy("Arrange a new screen"), roles=ARRANGERS, subject="event")
def add_screen(call: Call, event: Event, *, slug: str, name: str, language: str, parts: Sequence[Part]) -> Done:
    """Make a screen at the address ``slug`` that shows ``parts`` one after another; nothing opens it yet.

    The answer holds its ``slug``.
    """
    if slug in TAKEN:
        raise Refused(_("This word stands in another address already."), where="slug")
    if event.screens.count() >= Screen.MOST:
        raise Refused(_("An event has at most %(most)d screens.") % {"most": Screen.MOST})
    screen = Screen(event=event, slug=slug, name=name, language=language)
    _write(screen, parts, call)
    return _done(screen, None, _arranged(screen))


@action("screen.change", summary=gettext_lazy("Arrange a screen anew"), roles=ARRANGERS, subject="screen")
def change_screen(
    call: Call,
    screen: Screen,
    *,
    name: str,
    language: str,
    parts: Sequence[Part],
    base: Mapping[str, Any] | None = None,
) -> Done:
    """Write the screen anew; ``base``: the values that the form showed, what was not changed stays as it is by now.

    Raises Conflict where somebody else changed the same. An open screen shows it within seconds.
    """
    before = _arranged(screen)
    mine: dict[str, Any] = {"name": name, "language": language, "parts": [dict(part) for part in parts]}
    changed = fields_to_write(base or {}, mine, before)
    wanted = {key: mine[key] if key in changed else before[key] for key in mine}
    if wanted != before:
        screen.name, screen.language = wanted["name"], wanted["language"]
        screen.version += 1
        _write(screen, wanted["parts"], call)
    return _done(screen, before, wanted)


@action("screen.remove", summary=gettext_lazy("Take a screen away"), roles=ARRANGERS, subject="screen")
def remove_screen(call: Call, screen: Screen) -> Done:
    """Take the screen away; where it is open it shows nothing any more."""
    done = _done(screen, _arranged(screen), None)
    screen.delete()
    return done


@action("screen.open", summary=gettext_lazy("Make what opens a screen"), roles=ARRANGERS, subject="screen")
def open_screen(call: Call, screen: Screen, *, access: TableAccess) -> Done:
    """Let ``access`` (`scoring.sheets.rules.codes.new_screen_access`) open the screen, and nothing that was made
    before.

    As with the cards of tables the caller shows it at once: only digests are stored.
    """
    screen.token_hash, screen.code_hash = token_hash(access.token), screen_code_digest(access.code)
    screen.opened_since = timezone.now()
    screen.save()
    return Done({"screen": screen.slug}, _about(screen), raises=())


@action("screen.close", summary=gettext_lazy("Revoke what opens a screen"), roles=ARRANGERS, subject="screen")
def close_screen(call: Call, screen: Screen) -> Done:
    """Let nothing open the screen any more, and where it is open it ends."""
    was = screen.token_hash is not None
    screen.token_hash = screen.code_hash = screen.opened_since = None
    screen.save()
    return Done({"screen": screen.slug}, _about(screen), raises=(), changed=was)


@action("screen.add_picture", summary=gettext_lazy("Keep a picture for screens"), roles=ARRANGERS, subject="event")
def add_picture(call: Call, event: Event, *, title: str, data: bytes, digest: str) -> Done:
    """Keep a picture, ``data`` a JPEG as `common.files.pictures.clean_picture` made it, ``digest`` of what was sent.

    Under a title that is there it takes the place of the picture before. The answer holds its ``picture`` id.
    """
    picture = ScreenPicture.objects.filter(event=event, title=title).first()
    if picture is None and event.screen_pictures.count() >= MOST_PICTURES:
        raise Refused(_("An event has at most %(most)d pictures.") % {"most": MOST_PICTURES}, where="file")
    picture = picture or ScreenPicture(event=event, title=title)
    before = {"digest": picture.digest[:16]} if picture.digest else None
    if picture.name and picture.digest == digest:
        return Done({"picture": picture.pk}, f"screen_picture:{title}", changed=False)
    _forget(picture)
    picture.name, picture.digest, picture.size = secrets.token_urlsafe(24), digest, len(data)
    check_row(call, picture)
    picture.save()
    # Screens that show it see another picture at the same place.
    for screen in Screen.objects.filter(parts__picture=picture).distinct():
        screen.version += 1
        screen.save(update_fields=["version"])
    keep_file(picture_folder() / picture.name, data)
    after = {"digest": digest[:16]}
    return Done({"picture": picture.pk}, f"screen_picture:{title}", before, after, raises=())


@action("screen.remove_picture", summary=gettext_lazy("Take a picture away"), roles=ARRANGERS, subject="screen picture")
def remove_picture(call: Call, picture: ScreenPicture) -> Done:
    """Delete a picture that no screen shows."""
    if picture.parts.exists():
        raise Refused(_("A screen shows this picture: take it off there first."))
    about, before = f"screen_picture:{picture.title}", {"digest": picture.digest[:16]}
    _forget(picture)
    picture.delete()
    return Done({}, about, before, None, raises=())


def write_screens(call: Call, event: Event, document: Mapping[str, Any]) -> None:
    """Write the screens of a checked event file, their pictures by title alone; part of importing an event."""
    for found in document.get("screens", []):
        screen = Screen(event=event, slug=found["id"], name=found["name"], language=found.get("language", "all"))
        for part in found.get("parts", []):
            if title := part.get("picture"):
                ScreenPicture.objects.get_or_create(event=event, title=title)
        _write(screen, found.get("parts", []), call)


def _write(screen: Screen, parts: Sequence[Part], call: Call) -> None:
    """The screen and its parts in their order."""
    if len(parts) > ScreenPart.MOST:
        raise Refused(_("A screen has at most %(most)d parts.") % {"most": ScreenPart.MOST})
    check_row(call, screen)
    screen.save()
    screen.parts.all().delete()
    pictures = {picture.title: picture for picture in screen.event.screen_pictures.all()}
    for order, part in enumerate(parts, start=1):
        wanted = part.get("picture", "")
        if (part["shows"] == ScreenPart.Kind.PICTURE) != (wanted in pictures):
            raise Refused(_("Choose a picture for each part that shows one."))
        row = ScreenPart(screen=screen, order=order, kind=part["shows"], seconds=part.get("seconds", 15))
        row.picture = pictures.get(wanted)
        check_row(call, row)
        row.save()


def _arranged(screen: Screen) -> dict[str, Any]:
    parts = plain_parts(screen.parts.select_related("picture"))
    return {"name": screen.name, "language": screen.language, "parts": parts}


def _done(screen: Screen, before: Any, after: Any) -> Done:
    answer = {"screen": screen.slug}
    return Done(answer, _about(screen), _told(before), _told(after), raises=(), changed=before != after)


def _told(arranged: dict[str, Any] | None) -> dict[str, Any] | None:
    """An arrangement as the audit keeps it: of the parts what they show and how long."""
    if arranged is None:
        return None
    shown = [word for part in arranged["parts"] for word in (part.get("picture", part["shows"]), part["seconds"])]
    return {"name": arranged["name"], "language": arranged["language"], "screen_parts": shown}


def _about(screen: Screen) -> str:
    return f"screen:{screen.slug}"


def _forget(picture: ScreenPicture) -> None:
    if picture.name:
        path = picture_path(picture)
        transaction.on_commit(lambda: path.unlink(missing_ok=True))
