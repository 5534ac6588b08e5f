"""The mail that invites a person to an account, in the current language."""

from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from tournament.access.models import AccountInvitation


def account_invitation_mail(
    invitation: "AccountInvitation", address: str, *, by: str, body: str = "", role: str = ""
) -> tuple[str, str]:
    """Return subject and text; ``address`` opens the invitation. The subject is one line.

    ``by`` is the name of the person who invites; ``body`` and ``role`` name the body that the person is to work for,
    and as what.
    """
    event = invitation.event
    figures = {"event": event.name if event else body or "Pinju", "role": role or invitation.get_role_display()}
    figures |= {"body": body, "by": by, "time": date_format(localtime(invitation.expires), "DATETIME_FORMAT")}
    if event:
        sentence = _("%(by)s invites you to help at %(event)s as %(role)s.")
    elif body:
        sentence = _("%(by)s invites you to work for %(body)s as %(role)s.")
    else:
        sentence = _("%(by)s invites you to use Pinju, a program for mahjong tournaments.")
    parts = [
        sentence % figures,
        _("Please open this address. You can create an account there, or accept with the account that you have:")
        + f"\n{address}",
        _("The address is valid until %(time)s, for you only.") % figures,
        _("If you did not expect this, please ignore this mail."),
    ]
    subject = _("Invitation: %(event)s") % figures
    return " ".join(subject.split()), "\n\n".join(parts) + "\n"
