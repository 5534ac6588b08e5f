"""Mails to players who registered themselves, in the current language."""

from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.registration.selectors.applications import State

if TYPE_CHECKING:
    from tournament.registration.models.applications import ApplicationMail


def mail_text(mail: "ApplicationMail", token: str) -> tuple[str, str]:
    """Return subject and text of a mail; ``token`` opens the application. Private answers are not in it."""
    application = mail.application
    figures = {"event": application.event.name, "name": application.name, "reason": application.question}
    subject, sentence = _subject_and_sentence(mail)
    address = application.address + reverse("pocket:application", args=[application.event.slug, token])
    parts = [
        _("Dear %(name)s,") % figures,
        sentence % figures,
        address,
        _("This address is only for you: anybody who has it can read, correct and withdraw the registration."),
        _("If you did not register, please ignore this mail."),
    ]
    return " ".join((subject % figures).split()), "\n\n".join(parts) + "\n"


def _subject_and_sentence(mail: "ApplicationMail") -> tuple[str, str]:
    """Return subject and first sentence."""
    if mail.kind == "received" and mail.application.state == State.UNCONFIRMED:
        return (
            _("%(event)s: please confirm your registration"),
            _(
                "You registered for %(event)s. Your registration counts only after you confirm it. "
                "Please open this address:"
            ),
        )
    return {
        "received": (
            _("%(event)s: your registration"),
            _("Your registration for %(event)s was received. See its status here:"),
        ),
        "approved": (
            _("%(event)s: your registration was approved"),
            _("You are registered for %(event)s. See your number here:"),
        ),
        "waiting": (
            _("%(event)s: you are on the waiting list"),
            _("All places of %(event)s are taken, and you are on the waiting list. See your position here:"),
        ),
        "declined": (
            _("%(event)s: your registration was declined"),
            _("Your registration for %(event)s was declined. The organizer says: %(reason)s"),
        ),
        "asked": (
            _("%(event)s: a question about your registration"),
            _("The organizer of %(event)s asks: %(reason)s\n\nPlease answer here:"),
        ),
    }[mail.kind]
