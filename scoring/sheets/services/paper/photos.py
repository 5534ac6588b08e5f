"""Photos of the signed paper: attached to a sheet in whatever state, taken away with a reason, deleted in time."""

import os
import secrets
from pathlib import Path

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Answer, Call, Done, action
from common.actions.errors import Refused
from scoring.sheets.models.photos import SheetPhoto
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.paper.photos import expired_photos, photo_folder, photo_path, photos_of
from scoring.sheets.services.facts.writing import TYPISTS, about
from tournament.people.services.accounts import lock_people

MOST_PHOTOS = 10
ALWAYS: dict[str, Answer] = dict.fromkeys(Sheet.State.values, Answer.SAFE)
WITH_REASON: dict[str, Answer] = dict.fromkeys(Sheet.State.values, Answer.ASKS)


@action(
    "sheet.add_photo",
    summary=gettext_lazy("Attach a photo of the paper to a sheet"),
    roles=TYPISTS,
    subject="sheet",
    states=ALWAYS,
)
def add_photo(call: Call, sheet: Sheet, *, kind: str, data: bytes, digest: str) -> Done:
    """Keep a photo, ``data`` as `common.files.pictures.clean_picture` made it, ``digest`` of what was sent.

    The same one sent again changes nothing; a sheet has at most MOST_PHOTOS. The answer: ``photo``, its id.
    """
    there = photos_of(sheet)
    if same := there.filter(digest=digest).first():
        return Done({"photo": same.pk}, about(call, sheet), changed=False)
    if there.count() >= MOST_PHOTOS:
        raise Refused(_("A sheet has at most %(most)d photos.") % {"most": MOST_PHOTOS}, where="file")
    name = secrets.token_urlsafe(24)
    photo = SheetPhoto(sheet=sheet, kind=kind, name=name, digest=digest, size=len(data))
    photo.added_at, photo.added_by = timezone.now(), call.actor.name
    photo.save()
    keep_file(photo_folder() / name, data)
    # Officials' pages alone show it, and they are never kept: no version rises.
    return Done({"photo": photo.pk}, about(call, sheet), after={"photo": photo.pk, "digest": digest[:16]}, raises=())


@action(
    "sheet.remove_photo",
    summary=gettext_lazy("Take a photo of the paper away"),
    roles=TYPISTS,
    subject="sheet",
    states=WITH_REASON,
)
def remove_photo(call: Call, sheet: Sheet, *, photo: int) -> Done:
    """Delete the photo's file; who took it away, when and why is kept."""
    row = photos_of(sheet).filter(pk=photo).first()
    if row is None:
        return Done({"photo": photo}, about(call, sheet), changed=False)
    _forget(call, row, call.reason)
    before = {"photo": photo, "digest": row.digest[:16]}
    return Done({"photo": photo}, about(call, sheet), before=before, raises=())


@action(
    "photos.delete_expired", summary=gettext_lazy("Delete photos that are kept no longer"), roles=[], subject="none"
)
def delete_expired_photos(call: Call, subject: None) -> Done:
    """Delete the photos of events whose private data is kept no longer. The answer counts them."""
    head = lock_people(call)
    rows = list(expired_photos())
    for row in rows:
        _forget(call, row, "")
    answer = {"photos": len(rows)}
    return Done(answer, "people:expired", after=answer, raises=(), head=head, changed=bool(rows))


def keep_file(path: Path, data: bytes) -> None:
    """Write a private file that only this program's user reads; OSError leaves no half of it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
    except OSError:
        path.unlink(missing_ok=True)
        raise


def _forget(call: Call, row: SheetPhoto, why: str) -> None:
    path = photo_path(row)
    row.name, row.removed_at, row.removed_by, row.removed_why = "", timezone.now(), call.actor.name, why[:500]
    row.save()
    transaction.on_commit(lambda: path.unlink(missing_ok=True))
