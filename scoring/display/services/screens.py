"""Arrange screens of the hall, issue and revoke their access codes, and keep their pictures."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.files.base import ContentFile
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.merging import fields_to_write
from common.stored_files import delete_after_commit, keep_file
from scoring.display.models.screens import Screen, ScreenPart, ScreenPicture
from scoring.display.rules.screens import TAKEN
from scoring.display.selectors.screens import picture_file, plain_parts, screen_code_digest
from scoring.sheets.rules.codes import TableAccess
from tournament.access.rules import token_hash
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.selectors.privacy import last_day_kept
from tournament.people.models.accounts import Role
from tournament.people.services.checking import check_row

ARRANGERS = [Role.Name.ORGANIZER]
#: The maximum of pictures of an event.
MOST_PICTURES = 30
#: A part of a screen as plain data: "shows", "seconds", and "picture", the title of a picture.
Part = Mapping[str, Any]


@action("screen.add", summary=gettext_lazy("Create a screen"), roles=ARRANGERS, subject="event")
def add_screen(
    context: ActionContext, event: Event, *, slug: str, name: str, language: str, parts: Sequence[Part]
) -> Done:
    """Add a screen at the address ``slug`` that shows ``parts`` in their order; it has no access code yet.

    Refused: a reserved word, too many screens or parts, a part without its picture. The answer: ``screen``, its slug.
    """
    if slug in TAKEN:
        raise Refused(_("This word is already used in another address."), where="slug")
    if event.screens.count() >= Screen.MOST:
        raise Refused(_("An event has at most %(most)d screens.") % {"most": Screen.MOST})
    screen = Screen(event=event, slug=slug, name=name, language=language)
    _write(screen, parts, context)
    return _screen_done(screen, None, _arrangement(screen))


@action("screen.change", summary=gettext_lazy("Change a screen"), roles=ARRANGERS, subject="screen")
def change_screen(
    context: ActionContext,
    screen: Screen,
    *,
    name: str,
    language: str,
    parts: Sequence[Part],
    base: Mapping[str, Any] | None = None,
) -> Done:
    """Change the screen; ``base``: the values that the form showed; unchanged ones keep their current value.

    Raises Conflict where another person changed the same value since (optimistic locking). An open screen shows the
    change within seconds.
    """
    before = _arrangement(screen)
    mine: dict[str, Any] = {"name": name, "language": language, "parts": [dict(part) for part in parts]}
    changed = fields_to_write(base or {}, mine, before)
    wanted = {key: mine[key] if key in changed else before[key] for key in mine}
    if wanted != before:
        screen.name, screen.language = wanted["name"], wanted["language"]
        screen.version += 1
        _write(screen, wanted["parts"], context)
    return _screen_done(screen, before, wanted)


@action("screen.remove", summary=gettext_lazy("Remove a screen"), roles=ARRANGERS, subject="screen")
def remove_screen(_context: ActionContext, screen: Screen) -> Done:
    """Delete the screen; an open browser shows nothing any more."""
    done = _screen_done(screen, _arrangement(screen), None)
    screen.delete()
    return done


@action("screen.open", summary=gettext_lazy("Create the code of a screen"), roles=ARRANGERS, subject="screen")
def open_screen(_context: ActionContext, screen: Screen, *, access: TableAccess) -> Done:
    """Let ``access`` (`scoring.sheets.rules.codes.new_screen_access`) open the screen, and revoke earlier access.

    The caller shows it at once, as with table cards: only digests are stored.
    """
    screen.token_hash, screen.code_hash = token_hash(access.token), screen_code_digest(access.code)
    screen.opened_since = timezone.now()
    screen.save()
    return Done({"screen": screen.slug}, _audit_subject(screen), raises=())


@action("screen.close", summary=gettext_lazy("Revoke the code of a screen"), roles=ARRANGERS, subject="screen")
def close_screen(_context: ActionContext, screen: Screen) -> Done:
    """Revoke access to the screen; open browsers lose it."""
    was_open = screen.token_hash is not None
    screen.token_hash = screen.code_hash = screen.opened_since = None
    screen.save()
    return Done({"screen": screen.slug}, _audit_subject(screen), raises=(), changed=was_open)


@action("screen.add_picture", summary=gettext_lazy("Save a picture for screens"), roles=ARRANGERS, subject="event")
def add_picture(
    _context: ActionContext, event: Event, *, title: str, data: bytes, digest: str, player: int | None = None
) -> Done:
    """Keep a picture: ``data``, a JPEG of `common.files.pictures.clean_picture`, and the ``digest`` of the upload.

    It replaces the picture with the same title. ``player``: number of the player whom it shows. Refused: too many
    pictures; a player who has not agreed to photos. The photo of a player is kept as long as the event's private data.
    The answer: ``picture``, its id.
    """
    entry = _photographed(event, player) if player else None
    picture = ScreenPicture.objects.filter(event=event, title=title).first()
    if picture is None and event.screen_pictures.count() >= MOST_PICTURES:
        raise Refused(_("An event has at most %(most)d pictures.") % {"most": MOST_PICTURES}, where="file")
    picture = picture or ScreenPicture(event=event, title=title)
    before = {"digest": picture.digest[:16]} if picture.digest else None
    if picture.name and picture.digest == digest and picture.entry == entry:
        return Done({"picture": picture.pk}, f"screen_picture:{title}", changed=False)
    _delete_file(picture)
    picture.name, picture.digest, picture.size = secrets.token_urlsafe(24), digest, len(data)
    picture.entry, picture.delete_after = entry, last_day_kept(event) if entry else None
    check_row(picture)
    picture.save()
    # Raise the version of screens with this picture, so that they load it again.
    for screen in Screen.objects.filter(parts__picture=picture).distinct():
        screen.version += 1
        screen.save(update_fields=["version"])
    keep_file(picture_file(picture), ContentFile(data))
    after = {"digest": digest[:16]} | ({"player": player} if player else {})
    return Done({"picture": picture.pk}, f"screen_picture:{title}", before, after, raises=())


def _photographed(event: Event, number: int) -> Entry:
    """Return the entry of this number; Refused if there is none, or the player has not agreed to photos (A2)."""
    entry = event.entries.filter(number=number).first()
    if entry is None:
        raise Refused(_("No player has this number."), where="player")
    if not entry.photo_consent:
        words = _("%(name)s has not agreed to photos. If the player agrees, note it on the player's page first.")
        raise Refused(words % {"name": entry.name}, where="player")
    return entry


@action(
    "screen.choose_logo", summary=gettext_lazy("Choose the logo of papers"), roles=ARRANGERS, subject="screen picture"
)
def choose_logo(_context: ActionContext, picture: ScreenPicture, *, on: bool) -> Done:
    """Print the picture as the event's logo on papers made from now on, instead of another one; or end that."""
    changed = picture.logo != on
    if on:
        ScreenPicture.objects.filter(event=picture.event, logo=True).exclude(pk=picture.pk).update(logo=False)
    picture.logo = on
    picture.save(update_fields=["logo"])
    target = f"screen_picture:{picture.title}"
    return Done({}, target, {"logo": not on}, {"logo": on}, raises=(), changed=changed)


@action("screen.remove_picture", summary=gettext_lazy("Remove a picture"), roles=ARRANGERS, subject="screen picture")
def remove_picture(_context: ActionContext, picture: ScreenPicture) -> Done:
    """Delete a picture; Refused while a screen shows it."""
    if picture.parts.exists():
        raise Refused(_("A screen shows this picture. Remove it from that screen first."))
    target, before = f"screen_picture:{picture.title}", {"digest": picture.digest[:16]}
    _delete_file(picture)
    picture.delete()
    return Done({}, target, before, None, raises=())


def write_screens(context: ActionContext, event: Event, document: Mapping[str, Any]) -> None:
    """Write the screens of a checked event file; their pictures get a title without a file."""
    for described in document.get("screens", []):
        screen = Screen(event=event, slug=described["id"], name=described["name"])
        screen.language = described.get("language", "all")
        for part in described.get("parts", []):
            title = part.get("picture")
            if title:
                ScreenPicture.objects.get_or_create(event=event, title=title)
        _write(screen, described.get("parts", []), context)


def _write(screen: Screen, parts: Sequence[Part], _context: ActionContext) -> None:
    """Save the screen and its parts in their order; Refused for too many parts or a part without its picture."""
    if len(parts) > ScreenPart.MOST:
        raise Refused(_("A screen has at most %(most)d parts.") % {"most": ScreenPart.MOST})
    check_row(screen)
    screen.save()
    screen.parts.all().delete()
    pictures = {picture.title: picture for picture in screen.event.screen_pictures.all()}
    for order, part in enumerate(parts, start=1):
        wanted = part.get("picture", "")
        if (part["shows"] == ScreenPart.Kind.PICTURE) != (wanted in pictures):
            raise Refused(_("Choose a picture for each part that shows one."))
        row = ScreenPart(screen=screen, order=order, kind=part["shows"], seconds=part.get("seconds", 15))
        row.picture = pictures.get(wanted)
        check_row(row)
        row.save()


def _arrangement(screen: Screen) -> dict[str, Any]:
    parts = plain_parts(screen.parts.select_related("picture"))
    return {"name": screen.name, "language": screen.language, "parts": parts}


def _screen_done(screen: Screen, before: Any, after: Any) -> Done:
    answer = {"screen": screen.slug}
    values = (_audit_values(before), _audit_values(after))
    return Done(answer, _audit_subject(screen), *values, raises=(), changed=before != after)


def _audit_values(arranged: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return an arrangement for the audit log: contents and seconds of the parts in one list."""
    if arranged is None:
        return None
    shown = [word for part in arranged["parts"] for word in (part.get("picture", part["shows"]), part["seconds"])]
    return {"name": arranged["name"], "language": arranged["language"], "screen_parts": shown}


def _audit_subject(screen: Screen) -> str:
    return f"screen:{screen.slug}"


def _delete_file(picture: ScreenPicture) -> None:
    if picture.name:
        delete_after_commit(picture_file(picture))
