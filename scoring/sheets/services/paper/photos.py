"""Photos of the signed paper: attaching them in any state, removing them with a reason, deleting expired ones."""

import secrets

from django.core.files.base import ContentFile
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.stored_files import delete_after_commit, keep_file
from scoring.sheets.models.photos import SheetPhoto
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.paper.photos import expired_photos, photo_file, photos_of
from scoring.sheets.services.facts.writing import TYPISTS, audit_name
from tournament.people.services.accounts import lock_people

MOST_PHOTOS = 10
ALWAYS: dict[str, Answer] = dict.fromkeys(Sheet.State.values, Answer.SAFE)
WITH_REASON: dict[str, Answer] = dict.fromkeys(Sheet.State.values, Answer.ASKS)


@action(
    "sheet.add_photo",
    summary=gettext_lazy("Attach a photo of the paper sheet"),
    roles=TYPISTS,
    subject="sheet",
    states=ALWAYS,
)
def add_photo(context: ActionContext, sheet: Sheet, *, kind: str, data: bytes, digest: str) -> Done:
    """Store a photo: ``data`` from `common.files.pictures.clean_picture`, ``digest`` of the uploaded file.

    The same upload again changes nothing. Refused from MOST_PHOTOS photos on. The answer has ``photo``: its id.
    """
    photos = photos_of(sheet)
    same = photos.filter(digest=digest).first()
    if same:
        return Done({"photo": same.pk}, audit_name(sheet), changed=False)
    if photos.count() >= MOST_PHOTOS:
        raise Refused(_("A sheet has at most %(most)d photos.") % {"most": MOST_PHOTOS}, where="file")
    name = secrets.token_urlsafe(24)
    photo = SheetPhoto(sheet=sheet, kind=kind, name=name, digest=digest, size=len(data))
    photo.added_at, photo.added_by = timezone.now(), context.actor.name
    photo.save()
    keep_file(photo_file(photo), ContentFile(data))
    # Only officials' pages show photos, and those are not cached: no version rises.
    return Done({"photo": photo.pk}, audit_name(sheet), after={"photo": photo.pk, "digest": digest[:16]}, raises=())


@action(
    "sheet.remove_photo",
    summary=gettext_lazy("Remove a photo of the paper sheet"),
    roles=TYPISTS,
    subject="sheet",
    states=WITH_REASON,
)
def remove_photo(context: ActionContext, sheet: Sheet, *, photo: int) -> Done:
    """Delete the photo's file; the row keeps who removed it, when and why."""
    row = photos_of(sheet).filter(pk=photo).first()
    if row is None:
        return Done({"photo": photo}, audit_name(sheet), changed=False)
    _remove_file(context, row, context.reason)
    before = {"photo": photo, "digest": row.digest[:16]}
    return Done({"photo": photo}, audit_name(sheet), before=before, raises=())


@action("photos.delete_expired", summary=gettext_lazy("Delete expired photos"), roles=[], subject="none")
def delete_expired_photos(context: ActionContext, _subject: None) -> Done:
    """Delete the photos of events whose private data has expired. The answer has ``photos``: their number."""
    ledger = lock_people(context)
    rows = list(expired_photos())
    for row in rows:
        _remove_file(context, row, "")
    answer = {"photos": len(rows)}
    return Done(answer, "people:expired", after=answer, raises=(), ledger=ledger, changed=bool(rows))


def _remove_file(context: ActionContext, row: SheetPhoto, why: str) -> None:
    delete_after_commit(photo_file(row))
    row.name, row.removed_at, row.removed_by, row.removed_why = "", timezone.now(), context.actor.name, why[:500]
    row.save()
