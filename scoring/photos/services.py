"""Add photos of an event, change their captions, remove them."""

import io
import secrets
from collections.abc import Mapping
from typing import Any

from django.core.files.base import ContentFile
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from PIL import Image

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.labels import AuditLabels, declare_labels
from common.i18n.text_fields import cleaned_texts
from common.i18n.texts import Texts
from common.stored_files import delete_after_commit, keep_file
from scoring.photos.models import EventPhoto
from scoring.photos.selectors import photo_file, photos_of
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role
from tournament.people.services.checking import check_row

ORGANIZER = [Role.Name.ORGANIZER]
#: The maximum of photos of an event.
MOST_PHOTOS = 12

declare_labels(
    __name__,
    AuditLabels(
        keys={"caption": gettext_lazy("Caption"), "consent": gettext_lazy("The people shown agree")},
        subjects={"event_photo": gettext_lazy("Photo %(name)s")},
    ),
)


@action("photo.add", summary=gettext_lazy("Add a photo to the report"), roles=ORGANIZER, subject="event")
def add_photo(
    _context: ActionContext, event: Event, *, data: bytes, digest: str, consent: bool, caption: Texts | None = None
) -> Done:
    """Keep a photo: ``data``, a JPEG of `common.files.pictures.clean_picture`, and the ``digest`` of the upload.

    ``consent``: the organizer states that the people shown agree. The same upload again changes nothing. Refused
    without consent, with another caption for the same upload, and from MOST_PHOTOS photos on. The answer: ``photo``,
    its id.
    """
    if not consent:
        raise Refused(_("A photo is published only if the people shown agree."), where="consent")
    same = photos_of(event).filter(digest=digest).first()
    if same:
        if cleaned_texts(caption or {}) not in ({}, same.caption):
            raise Refused(_("This photo is in the report already: change its caption there."), where="file")
        return Done({"photo": same.pk}, _audit_subject(same), changed=False)
    if photos_of(event).count() >= MOST_PHOTOS:
        raise Refused(_("A report has at most %(most)d photos.") % {"most": MOST_PHOTOS}, where="file")
    with Image.open(io.BytesIO(data)) as image:
        width, height = image.size
    photo = EventPhoto(event=event, name=secrets.token_urlsafe(24), digest=digest, size=len(data))
    photo.width, photo.height, photo.added_at = width, height, timezone.now()
    photo.caption = cleaned_texts(caption or {})
    check_row(photo)
    photo.save()
    keep_file(photo_file(photo), ContentFile(data))
    after = _audit_values(photo) | {"digest": digest[:16], "consent": True}
    return _done(photo, None, after)


@action("photo.change", summary=gettext_lazy("Change the caption of a photo"), roles=ORGANIZER, subject="photo")
def change_caption(_context: ActionContext, photo: EventPhoto, *, caption: Texts) -> Done:
    """Replace the caption of a photo in all languages."""
    before = _audit_values(photo)
    old, photo.caption = photo.caption, cleaned_texts(caption)
    check_row(photo)
    photo.save()
    return _done(photo, before, _audit_values(photo), changed=photo.caption != old)


@action("photo.remove", summary=gettext_lazy("Remove a photo"), roles=ORGANIZER, subject="photo")
def remove_photo(_context: ActionContext, photo: EventPhoto) -> Done:
    """Delete a photo with its file."""
    done = _done(photo, _audit_values(photo) | {"digest": photo.digest[:16]}, None)
    delete_after_commit(photo_file(photo))
    photo.delete()
    return done


def _done(
    photo: EventPhoto, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None, *, changed: bool = True
) -> Done:
    """Return what was done; the public version rises, since files of the report are kept by it."""
    answer = {"photo": photo.pk}
    return Done(answer, _audit_subject(photo), before, after, raises=(PUBLIC, LIVE), changed=changed)


def _audit_subject(photo: EventPhoto) -> str:
    return f"event_photo:{photo.pk}"


def _audit_values(photo: EventPhoto) -> dict[str, Any]:
    """Return the languages of the caption: its text may name people, and the log is never deleted."""
    return {"caption": list(photo.caption)}
