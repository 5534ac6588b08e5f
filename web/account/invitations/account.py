"""Accept an invitation to an account: create one with a password, or use the account that one has."""

from typing import Any

from django import forms
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from common.actions.permissions import Actor
from ranking.bodies.models import BodyInvitation
from ranking.bodies.selectors.bodies import body_invitation_of
from tournament.access.models import AccountInvitation
from tournament.access.selectors.invitations import account_invitation_of
from tournament.access.services.account_invitations import accept_account_invitation
from tournament.people.models.accounts import Account
from web.account.guessing import busy
from web.account.hashing import TURNS, Busy
from web.account.invitations.helper import NameForm
from web.account.invitations.opening import open_invitation, unknown_invitation
from web.account.known_devices import remember_device
from web.account.sign_up import BACKEND, JoinForm
from web.shared.forms.writing import NOT_DONE, WriteResult, show, write
from web.shared.requests.devices import device_of
from web.shared.requests.methods import get_only

#: The session's key of the token's hash.
KEPT = "account_invitation"


class AccountForm(NameForm):
    """Name, username and password of a new account."""

    username = JoinForm.base_fields["username"]
    password = JoinForm.base_fields["password"]


@get_only
@never_cache
def invited(request: HttpRequest, token: str) -> HttpResponse:
    return open_invitation(request, token, account_invitation_of, kept=KEPT, page="account:accept-invitation")


@never_cache
def accept(request: HttpRequest) -> HttpResponse:
    """Show the invitation; create the account, or give the role to the account that is signed in."""
    invitation = account_invitation_of(request.session.get(KEPT, ""))
    if invitation is None or invitation.state != AccountInvitation.State.OPEN:
        return unknown_invitation(request, invitation)
    data = request.POST if request.method == "POST" else None
    account, given = _own_account(request), body_invitation_of(invitation.pk)
    form = forms.Form(data) if account else AccountForm(data)
    written = _accepted(request, form, invitation, account)
    if not written.done:
        names = {"invitation": invitation, "account": account, "given": given}
        return show(request, "account/invitations/account.html", form, **names)
    request.session.pop(KEPT, None)
    response = _first_page(invitation, given)
    if account is None:
        account = Account.objects.get(pk=written.answer["account"])
        login(request, account, backend=BACKEND)
        remember_device(request, response, account.get_username())
    return response


def _first_page(invitation: AccountInvitation, given: BodyInvitation | None) -> HttpResponse:
    if given:
        return redirect("committee:body", given.body.slug)
    return redirect("desk:event", invitation.event.slug) if invitation.event else redirect("desk:home")


def _own_account(request: HttpRequest) -> Account | None:
    """Return the account that is signed in; None for a helper's, which has no password and ends with the event."""
    user = request.user
    return user if isinstance(user, Account) and user.has_usable_password() else None


def _accepted(
    request: HttpRequest, form: forms.Form, invitation: AccountInvitation, account: Account | None
) -> WriteResult:
    values: dict[str, Any] = form.cleaned_data if form.is_valid() else {}
    name = str(account or values.get("name", ""))
    values |= {"account": account} if account else {}
    person = Actor(f"account_invitation:{invitation.pk}", name, device_of(request), shown=invitation)
    try:
        # Take the turn before the database's lock: waiting for it with the lock would block all writers.
        with TURNS.turn():
            return write(request, form, accept_account_invitation, person, invitation, **values)
    except Busy:
        form.add_error(None, busy().message)
        return NOT_DONE
