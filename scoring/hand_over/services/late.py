"""Keep and delete late files: those that a laptop sends after its event was taken back without it."""

import secrets

from django.core.files.base import File
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.permissions import BEARER
from common.stored_files import delete_after_commit, keep_file
from scoring.hand_over.models import HandOver, LateFile
from scoring.hand_over.selectors.late_files import late_file_of, stored_name
from scoring.hand_over.selectors.package import Package
from tournament.events.selectors.privacy import last_day_kept
from tournament.people.models.accounts import Role

ORGANIZER = Role.Name.ORGANIZER


@action(
    "event.keep_late_file",
    summary=_("Keep the file of a machine that turned up later"),
    roles=[ORGANIZER, BEARER],
    subject="hand-over",
    while_held=True,
)
def keep_late_file(context: ActionContext, row: HandOver, *, package: Package) -> Done:
    """Keep the encrypted file, to compare the event with it; it replaces an earlier one.

    Refused if this hand-over ended in any other way than by taking the event back without its file.
    """
    if package.uid != row.uid or not package.back:
        raise Refused(_("This file belongs to another hand-over, or is the one that was made here."), where="file")
    if row.side != HandOver.Side.GIVEN or row.state != HandOver.State.DECIDED:
        raise Refused(_("This event was not taken back by decision."), where="file")
    package.unlock(row.key)
    earlier = late_file_of(row)
    if earlier is not None:
        if earlier.digest == package.digest:
            return Done({}, f"event:{row.event.slug}", changed=False)
        delete_after_commit(stored_name(earlier))
        earlier.delete()
    name = secrets.token_urlsafe(24)
    late = LateFile(hand_over=row, name=name, digest=package.digest, at=timezone.now(), by=context.actor.name)
    late.delete_after = last_day_kept(row.event)
    package.raw.seek(0)
    keep_file(stored_name(late), File(package.raw))
    late.save()
    after = {"hand_over": row.uid.hex, "digest": package.digest}
    return Done({}, f"event:{row.event.slug}", after=after, raises=(LIVE,))


@action(
    "event.drop_late_file",
    summary=_("Delete the file of a machine that turned up later"),
    roles=[ORGANIZER],
    subject="hand-over",
    while_held=True,
)
def drop_late_file(_context: ActionContext, row: HandOver) -> Done:
    """Delete the late file; what only it holds is lost."""
    late = late_file_of(row)
    if late is None:
        raise Refused(_("This file is deleted already."))
    before = {"hand_over": row.uid.hex, "digest": late.digest}
    delete_after_commit(stored_name(late))
    late.delete()
    return Done({}, f"event:{row.event.slug}", before=before, raises=(LIVE,))
