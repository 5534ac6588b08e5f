"""Invite a person to an account: the form, the mail, the page that shows the address once, and withdrawing."""

import logging
from dataclasses import dataclass
from smtplib import SMTPException
from typing import Any

import segno
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ranking.bodies.models import BodyInvitation
from tournament.access.exports import account_invitation_mail
from tournament.access.models import AccountInvitation
from tournament.access.rules import new_token
from tournament.access.services.account_invitations import withdraw_account_invitation
from web.shared.access import AccountAccess
from web.shared.forms.writing import add_error_messages, show, write
from web.shared.requests.phone_address import address_for_phones

logger = logging.getLogger(__name__)


class InvitationForm(forms.Form):
    """The mail address, and the language of the mail.

    The token is part of the form, so a form that is sent twice creates one invitation.
    """

    mail = forms.EmailField(
        label=gettext_lazy("Mail address"),
        required=False,
        help_text=gettext_lazy("Empty: you pass on the address of the invitation yourself."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language of the mail"), choices=settings.LANGUAGES, initial=translation.get_language
    )
    token = forms.CharField(widget=forms.HiddenInput, initial=new_token, min_length=20, max_length=100)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        if not settings.SENDS_MAIL:
            del self.fields["mail"], self.fields["language"]

    @property
    def payload(self) -> dict[str, Any]:
        """Return the values of the action."""
        return {"mail": ""} | {name: value for name, value in self.cleaned_data.items() if name != "language"}


@dataclass(frozen=True)
class InvitationLine:
    """An invitation in a list, with the name of its role (empty: it gives none) and the address that withdraws it."""

    invitation: AccountInvitation
    role: str
    withdraw_address: str


def invitation_page(
    request: HttpRequest,
    desk: AccountAccess,
    form: InvitationForm,
    invitation: AccountInvitation,
    back: str,
    body: BodyInvitation | None = None,
) -> HttpResponse:
    """Send the mail if there is an address, and show the invitation's address, which no later page can.

    ``body``: the role in a body that it gives.
    """
    path = reverse("account:account-invitation", args=[form.cleaned_data["token"]])
    address = address_for_phones(request, path, invitation.event)
    context = {
        "invitation": invitation,
        "role": (body or invitation).get_role_display(),
        "address": address,
        "code": segno.make(address, error="m").svg_data_uri(border=4, light="white", scale=4),
        "is_sent": bool(invitation.mail) and _is_sent(desk, invitation, address, form.cleaned_data["language"], body),
        "back": back,
        "base": _base(invitation, body),
    }
    return show(request, "shared/invitation.html", forms.Form(), desk=desk, **context)


def withdraw_invitation(
    request: HttpRequest, desk: AccountAccess, rows: QuerySet[AccountInvitation], number: int
) -> None:
    """Withdraw one of the invitations, with a message about what happened; raise Http404 if it is not among them."""
    invitation = rows.filter(pk=number).first()
    if invitation is None:
        raise Http404
    form = forms.Form(request.POST if request.method == "POST" else None)
    if write(request, form, withdraw_account_invitation, desk.actor, invitation).done:
        messages.success(request, _("The invitation no longer works."))
    add_error_messages(request, form)


def _base(invitation: AccountInvitation, body: BodyInvitation | None) -> str:
    if body:
        return "committee/base.html"
    return "desk/event_base.html" if invitation.event else "desk/base.html"


def _is_sent(
    desk: AccountAccess, invitation: AccountInvitation, address: str, language: str, body: BodyInvitation | None
) -> bool:
    """Send the mail; return whether the server took it. The log has neither address nor the server's words."""
    with translation.override(language):
        named = {"body": body.body.name, "role": body.get_role_display()} if body else {}
        subject, text = account_invitation_mail(invitation, address, by=desk.actor.name, **named)
    try:
        EmailMessage(subject, text, to=[invitation.mail]).send()
    except (OSError, SMTPException) as error:
        logger.warning("an invitation was not sent: %s", type(error).__name__)
        return False
    return True
