"""Keep pictures and documents of appeals privately, and delete them when they expire."""

import secrets

from django.core.files.base import ContentFile
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.permissions import BEARER
from common.stored_files import delete_after_commit, keep_file
from scoring.appeals.models.additions import AppealAttachment
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.selectors.files import attachment_file, attachments_of, expired_appeals
from scoring.appeals.services.shared import ENTITLED, UNDECIDED, done_on
from tournament.people.services.accounts import lock_people

MOST_ATTACHMENTS = 10


@action(
    "appeal.attach",
    summary=gettext_lazy("Attach a file to an appeal"),
    roles=[*ENTITLED, BEARER],
    subject="appeal",
    states=UNDECIDED,
)
def attach(context: ActionContext, appeal: Appeal, *, kind: str, data: bytes, digest: str) -> Done:
    """Keep a file: ``data`` as `common.files.pictures.clean_picture` made it, ``digest`` of the upload.

    The same upload again changes nothing. Refused: more than MOST_ATTACHMENTS files.
    """
    attachments = attachments_of(appeal)
    if attachments.filter(digest=digest).exists():
        return done_on(appeal, changed=False)
    if attachments.count() >= MOST_ATTACHMENTS:
        raise Refused(_("An appeal has at most %(most)d files.") % {"most": MOST_ATTACHMENTS}, where="file")
    row = AppealAttachment(appeal=appeal, kind=kind, name=secrets.token_urlsafe(24), digest=digest, size=len(data))
    row.added_at, row.added_by = timezone.now(), context.actor.name
    row.save()
    keep_file(attachment_file(row), ContentFile(data))
    return done_on(appeal, after={"digest": digest[:16]})


@action(
    "appeals.delete_expired",
    summary=gettext_lazy("Delete expired texts of appeals"),
    roles=[],
    subject="none",
)
def delete_expired_appeals(context: ActionContext, _subject: None) -> Done:
    """Delete texts and files of appeals of events whose private data has expired. The answer: their counts."""
    ledger = lock_people(context)
    files, texts = expired_appeals()
    rows = list(files)
    for row in rows:
        delete_after_commit(attachment_file(row))
        row.name = ""
        row.save(update_fields=["name"])
    count, _models = texts.delete()
    answer = {"files": len(rows), "texts": count}
    return Done(answer, "people:expired", after=answer, raises=(), ledger=ledger, changed=bool(rows or count))
