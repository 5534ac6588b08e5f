"""Announcements to everyone on Wall and Pocket."""

from datetime import datetime

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import CLOCK, ActionContext, Done, action
from common.actions.errors import Refused
from common.i18n.text_fields import cleaned_texts
from common.i18n.texts import Texts
from tournament.clocks.models import Announcement
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role
from tournament.people.services.checking import check_row

#: Roles that make announcements.
SPEAKERS = [Role.Name.ORGANIZER, Role.Name.COMMITTEE, Role.Name.CHIEF_REFEREE]


@action("event.announce", summary=_("Announce something to everybody"), roles=SPEAKERS, subject="event")
def announce(
    context: ActionContext,
    event: Event,
    *,
    texts: Texts,
    from_at: datetime | None = None,
    until_at: datetime | None = None,
) -> Done:
    """Show texts, one for each language, from a moment (default: now) until another (None: until retracted).

    Refused: no text, an unknown language, an end before the begin.
    """
    texts = cleaned_texts(texts)
    if not texts:
        raise Refused(_("Write the announcement in one language at least."), where="zh")
    begins = (from_at or timezone.now()).replace(microsecond=0)
    if until_at and until_at <= begins:
        raise Refused(_("The end is before the beginning."), where="until_at")
    last = event.announcements.aggregate(last=Max("number"))["last"] or 0
    row = Announcement(event=event, number=last + 1, texts=texts, from_at=begins, until_at=until_at)
    row.by = context.actor.name[:150]
    check_row(row, exclude=("event", "taken_back_at"))
    row.save()
    after = texts | {"from": begins, "until": until_at}
    return Done({"number": row.number}, f"announcement:{row.number}", None, after, (CLOCK,))


@action(
    "announcement.take_back",
    summary=_("Cancel an announcement"),
    roles=SPEAKERS,
    subject="announcement",
)
def retract_announcement(_context: ActionContext, announcement: Announcement) -> Done:
    """Hide the announcement; it stays in the list and in the record."""
    changed = announcement.taken_back_at is None
    if changed:
        announcement.taken_back_at = timezone.now().replace(microsecond=0)
        announcement.save(update_fields=["taken_back_at"])
    target, after = f"announcement:{announcement.number}", {"taken_back": announcement.taken_back_at}
    return Done({"number": announcement.number}, target, None, after, (CLOCK,), changed=changed)
