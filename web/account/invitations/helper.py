"""Helpers join by an invitation: the address in its code redirects to a page that asks for the name."""

from django import forms
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from common.actions.permissions import Actor
from tournament.access.models import Invitation
from tournament.access.selectors.invitations import invitation_of
from tournament.access.services.invitations import accept_invitation
from tournament.people.models.accounts import Account, Role
from web.account.invitations.opening import open_invitation, unknown_invitation
from web.account.sign_up import BACKEND
from web.shared.forms.writing import show, write
from web.shared.requests.devices import device_of
from web.shared.requests.methods import get_only

#: The session's key of the token's hash.
KEPT = "invitation"


class NameForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=150,
        help_text=gettext_lazy("It is shown with everything you enter."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


@get_only
@never_cache
def invited(request: HttpRequest, token: str) -> HttpResponse:
    return open_invitation(request, token, invitation_of, kept=KEPT, page="account:join")


@never_cache
def join(request: HttpRequest) -> HttpResponse:
    """Show the invitation, ask for the name, and sign the helper in."""
    invitation = invitation_of(request.session.get(KEPT, ""))
    if invitation is None or invitation.state in (Invitation.State.REVOKED, Invitation.State.EXPIRED):
        return unknown_invitation(request, invitation)
    if invitation.account is not None:
        if not _is_open(invitation.account):
            return unknown_invitation(request, invitation)
        form = forms.Form(request.POST if request.method == "POST" else None)
        if form.is_bound:
            return _sign_in(request, invitation, invitation.account)
        return show(request, "account/invitations/helper.html", form, invitation=invitation)
    form = NameForm(request.POST if request.method == "POST" else None)
    values = form.cleaned_data if form.is_valid() else {}
    name = values.get("name", "")
    helper = Actor(ref=f"invitation:{invitation.pk}", name=name, device=device_of(request), shown=invitation)
    written = write(request, form, accept_invitation, helper, invitation, **values)
    if written.done:
        return _sign_in(request, invitation, Account.objects.get(pk=written.answer["account"]))
    return show(request, "account/invitations/helper.html", form, invitation=invitation)


def _is_open(account: Account) -> bool:
    """Return whether the code opens the account: not once an administrator gave it a password or more rights."""
    return account.is_active and not (account.has_usable_password() or account.is_staff or account.is_superuser)


def _sign_in(request: HttpRequest, invitation: Invitation, account: Account) -> HttpResponse:
    """Sign the helper in until the invitation ends."""
    login(request, account, backend=BACKEND)
    request.session.pop(KEPT, None)
    request.session.set_expiry(invitation.expires)
    page = "pocket:event" if invitation.role == Role.Name.DISPLAY else "desk:event"
    return redirect(page, invitation.event.slug)
