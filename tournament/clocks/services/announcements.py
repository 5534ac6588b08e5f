"""Announcements to everyone on Wall and Pocket."""

from datetime import datetime

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import CLOCK, Call, Done, action
from common.actions.errors import Refused
from tournament.clocks.models import Announcement
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role

#: Roles that make announcements.
SPEAKERS = [Role.Name.ORGANIZER, Role.Name.COMMITTEE, Role.Name.CHIEF_REFEREE]


@action("event.announce", summary=_("Announce something to everybody"), roles=SPEAKERS, subject="event")
def announce(
    call: Call,
    event: Event,
    *,
    zh: str = "",
    en: str = "",
    ja: str = "",
    from_at: datetime | None = None,
    until_at: datetime | None = None,
) -> Done:
    """Show a text, in each given language, from a moment (default: now) until another (None: until retracted)."""
    texts = {"zh": zh, "en": en, "ja": ja}
    texts = {name: " ".join(text.split()) for name, text in texts.items()}
    if not any(texts.values()):
        raise Refused(_("Write the announcement in one language at least."), where="zh")
    begins = (from_at or timezone.now()).replace(microsecond=0)
    if until_at and until_at <= begins:
        raise Refused(_("It ends before it begins."), where="until_at")
    last = event.announcements.aggregate(last=Max("number"))["last"] or 0
    row = Announcement(event=event, number=last + 1, from_at=begins, until_at=until_at, by=call.actor.name[:150])
    for name, text in texts.items():
        setattr(row, name, text)
    row.save()
    after = {name: text for name, text in texts.items() if text} | {"from": begins, "until": until_at}
    return Done({"number": row.number}, f"announcement:{row.number}", None, after, (CLOCK,))


@action(
    "announcement.take_back",
    summary=_("Take an announcement back"),
    roles=SPEAKERS,
    subject="announcement",
)
def retract_announcement(call: Call, announcement: Announcement) -> Done:
    """Hide the announcement; it stays in the list and in the record."""
    changed = announcement.taken_back_at is None
    if changed:
        announcement.taken_back_at = timezone.now().replace(microsecond=0)
        announcement.save(update_fields=["taken_back_at"])
    about, after = f"announcement:{announcement.number}", {"taken_back": announcement.taken_back_at}
    return Done({"number": announcement.number}, about, None, after, (CLOCK,), changed=changed)
