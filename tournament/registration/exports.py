"""Mails to players who registered themselves, in the current language."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _

from common.i18n.days import day_range
from common.templatetags.pinju import country
from tournament.registration.selectors.applications import State

if TYPE_CHECKING:
    from tournament.events.models.events import Event
    from tournament.registration.models.applications import ApplicationMail

#: The kinds of mails that say when and where the event is.
TELLS_EVENT = ("received", "approved", "waiting")


@dataclass(frozen=True)
class _News:
    """The subject of a mail, what happened, what the address below is for, and what happens next (empty: nothing)."""

    subject: str
    happened: str
    address: str
    next: str = ""


def mail_text(mail: "ApplicationMail", token: str) -> tuple[str, str]:
    """Return subject and text of a mail; ``token`` opens the application. Private answers are not in it."""
    application = mail.application
    event = application.event
    figures = {"event": event.name, "name": application.name, "reason": application.question}
    news = _news(mail)
    address = application.address + reverse("pocket:application", args=[event.slug, token])
    parts = [
        _("Dear %(name)s,") % figures,
        news.happened % figures,
        _when_and_where(event) if mail.kind in TELLS_EVENT else "",
        f"{news.address}\n{address}",
        news.next,
        _("This address is only for you: anybody who has it can read, correct and withdraw the registration."),
        _("If you did not register, please ignore this mail."),
    ]
    return " ".join((news.subject % figures).split()), "\n\n".join(filter(None, parts)) + "\n"


def _when_and_where(event: "Event") -> str:
    """Return the event's days, venue and country as far as they are known."""
    return " · ".join(filter(None, (day_range(event.starts, event.ends), event.venue, country(event.country))))


def _news(mail: "ApplicationMail") -> _News:
    """Return what a mail of this kind says."""
    if mail.kind == "received" and mail.application.state == State.UNCONFIRMED:
        return _News(
            _("%(event)s: please confirm your registration"),
            _("You registered for %(event)s. Your registration counts only after you confirm it."),
            _("Please open this address, and press “Confirm my registration” there:"),
        )
    status = _("Your registration and its status:")
    decided = _("You get another mail when it is decided.")
    return {
        "received": _News(
            _("%(event)s: your registration was received"),
            _("Your registration for %(event)s was received."),
            status,
            decided,
        ),
        "approved": _News(
            _("%(event)s: your registration was approved"),
            _("You are registered for %(event)s."),
            _("Your registration and your number:"),
            _("If you cannot come after all, please tell the organizer."),
        ),
        "waiting": _News(
            _("%(event)s: you are on the waiting list"),
            _("All places of %(event)s are taken, and you are on the waiting list."),
            _("Your registration and your position in the list:"),
            _("You get another mail if a place becomes free for you."),
        ),
        "declined": _News(
            _("%(event)s: your registration was declined"),
            _("Your registration for %(event)s was declined. The organizer says: %(reason)s"),
            status,
        ),
        "asked": _News(
            _("%(event)s: a question about your registration"),
            _("The organizer of %(event)s asks: %(reason)s"),
            _("Please answer here:"),
            decided,
        ),
    }[mail.kind]
