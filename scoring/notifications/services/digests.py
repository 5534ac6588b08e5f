"""Ask for a daily mail, stop it, and note what a mail tells the player."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.actions.permissions import BEARER
from scoring.notifications.models import Digest
from scoring.notifications.selectors.digests import due_digests, may_ask, news_of_day
from tournament.access.rules import token_hash
from tournament.events.models.events import Event
from tournament.events.selectors.privacy import last_day_kept
from tournament.registration.models.applications import Application, ApplicationKey

State = Application.State
#: States of an application about which there may be news.
TOLD = (State.SUBMITTED, State.ASKED, State.WAITING, State.APPROVED)
_ABOUT = "application:{}"


@action(
    "digest.ask",
    summary=_("Ask for a daily mail"),
    roles=[BEARER],
    subject="application",
    states=dict.fromkeys(TOLD, Answer.SAFE),
    while_held=True,
)
def ask_for_digest(_context: ActionContext, application: Application) -> Done:
    """Send the player one mail a day with the news, to the address of the registration. Refused without one."""
    if not may_ask(application):
        raise Refused(_("Your registration has no confirmed mail address."))
    known = {"told_until": timezone.now(), "application_state": application.state}
    _row, made = Digest.objects.get_or_create(
        application=application, defaults=known | {"delete_after": last_day_kept(application.event)}
    )
    return Done({}, _ABOUT.format(application.number), raises=(), changed=made, audited=False)


@action("digest.stop", summary=_("Stop a player's daily mail"), roles=[BEARER], subject="application", while_held=True)
def stop_digest(_context: ActionContext, application: Application) -> Done:
    count, _rows = Digest.objects.filter(application=application).delete()
    return Done({}, _ABOUT.format(application.number), raises=(), changed=bool(count), audited=False)


@action("digest.take", summary=_("Collect the news for a daily mail"), roles=[], subject="event", while_held=True)
def take_digest(_context: ActionContext, event: Event, *, digest: int, token: str) -> Done:
    """Note that the player is told the news of the day. Called before the mail is sent, so that one a day is the most.

    The answer holds the ``news`` as pairs of kind and figures, and ``before``, which `return_digest` takes if the mail
    could not be sent. ``token`` opens the application.
    """
    now = timezone.now()
    row = due_digests(event, now).filter(pk=digest).first()
    if row is None:
        return Done({"news": []}, f"event:{event.slug}", raises=(), changed=False, audited=False)
    row.application.event = event
    news = news_of_day(row, now)
    row.looked_on = now.astimezone(event.zone).date()
    before = {"told_until": row.told_until.isoformat(), "seat": row.seat, "application_state": row.application_state}
    if news:
        row.told_until, row.application_state = now, row.application.state
        row.seat = next((notification.figures for notification in news if notification.fact == "seat"), row.seat)
        ApplicationKey.objects.create(application=row.application, token_hash=token_hash(token), mailed=True)
    row.save()
    answer = {"news": [[notification.kind, notification.figures] for notification in news], "before": before}
    return Done(answer, f"event:{event.slug}", raises=(), audited=False)


@action("digest.return", summary=_("Note that a daily mail was not sent"), roles=[], subject="event", while_held=True)
def return_digest(_context: ActionContext, event: Event, *, digest: int, before: dict[str, Any]) -> Done:
    """Undo `take_digest`: the mail of the next day tells the same news."""
    columns = before | {"told_until": datetime.fromisoformat(before["told_until"])}
    count = Digest.objects.filter(pk=digest, application__event=event).update(**columns)
    return Done({}, f"event:{event.slug}", raises=(), changed=bool(count), audited=False)
