"""The mail of a day, in the player's language."""

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scoring.notifications.selectors.labels import sentence_of

if TYPE_CHECKING:
    from tournament.registration.models.applications import Application


def digest_text(application: "Application", news: list[tuple[str, dict[str, Any]]], token: str) -> tuple[str, str]:
    """Return subject and text of the mail; ``token`` opens the application, on whose pages the mails are stopped."""
    event = application.event
    with translation.override(application.language), timezone.override(event.zone):
        address = application.address + reverse("pocket:application", args=[event.slug, token])
        figures = {"event": event.name, "name": application.name}
        parts = [
            _("Dear %(name)s,") % figures,
            _("The news of %(event)s today:") % figures
            + "\n"
            + "\n".join(f"- {sentence_of(kind, told)}" for kind, told in news),
            _("Your registration:") + f"\n{address}",
            _("You asked for a daily mail. To stop it, open this address and choose “Notifications”."),
            _("This address is only for you: anybody who has it can read, correct and withdraw the registration."),
        ]
        subject = _("%(event)s: news of the day") % figures
    return " ".join(subject.split()), "\n\n".join(parts) + "\n"
