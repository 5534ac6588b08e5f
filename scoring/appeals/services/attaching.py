"""What is handed in with an appeal: pictures and documents, kept privately, deleted in time."""

import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Call, Done, action
from common.actions.errors import Refused
from common.actions.permissions import BEARER
from scoring.appeals.models import Appeal, AppealAttachment
from scoring.appeals.selectors.files import attachment_folder, attachment_path, attachments_of, expired_appeals
from scoring.appeals.services.filing import ENTITLED, UNDECIDED, done_on
from scoring.sheets.services.paper.photos import keep_file
from tournament.people.services.accounts import lock_people

MOST_ATTACHMENTS = 10


@action(
    "appeal.attach",
    summary=gettext_lazy("Attach a file to an appeal"),
    roles=[*ENTITLED, BEARER],
    subject="appeal",
    states=UNDECIDED,
)
def attach(call: Call, appeal: Appeal, *, kind: str, data: bytes, digest: str) -> Done:
    """Keep a file, ``data`` as `common.files.pictures.clean_picture` made it, ``digest`` of what was sent.

    The same one sent again changes nothing; an appeal has at most MOST_ATTACHMENTS.
    """
    there = attachments_of(appeal)
    if there.filter(digest=digest).exists():
        return done_on(appeal, changed=False)
    if there.count() >= MOST_ATTACHMENTS:
        raise Refused(_("An appeal has at most %(most)d files.") % {"most": MOST_ATTACHMENTS}, where="file")
    row = AppealAttachment(appeal=appeal, kind=kind, name=secrets.token_urlsafe(24), digest=digest, size=len(data))
    row.added_at, row.added_by = timezone.now(), call.actor.name
    row.save()
    keep_file(attachment_folder() / row.name, data)
    return done_on(appeal, after={"digest": digest[:16]})


@action(
    "appeals.delete_expired",
    summary=gettext_lazy("Delete what appeals say once it is kept no longer"),
    roles=[],
    subject="none",
)
def delete_expired_appeals(call: Call, subject: None) -> Done:
    """Delete texts and files of appeals of events whose private data is kept no longer. The answer counts them."""
    head = lock_people(call)
    files, texts = expired_appeals()
    rows = list(files)
    for row in rows:
        path = attachment_path(row)
        row.name = ""
        row.save(update_fields=["name"])
        transaction.on_commit(lambda path=path: path.unlink(missing_ok=True))  # type: ignore[misc]
    count, _models = texts.delete()
    answer = {"files": len(rows), "texts": count}
    return Done(answer, "people:expired", after=answer, raises=(), head=head, changed=bool(rows or count))
