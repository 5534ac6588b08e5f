"""Invite people to an account of the program, list the invitations, withdraw one."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournament.access.selectors.invitations import account_invitations
from tournament.access.services.account_invitations import invite_to_account
from web.shared.access import desk_of, signed_in
from web.shared.accounts.invitations import InvitationForm, InvitationLine, invitation_page, withdraw_invitation
from web.shared.forms.writing import show, write


class AccountInvitationForm(InvitationForm):
    is_staff = forms.BooleanField(label=gettext_lazy("May create and import events"), required=False)
    field_order = ["mail", "language", "is_staff"]


@signed_in
def invitations(request: HttpRequest) -> HttpResponse:
    desk = desk_of(request)
    desk.require(desk.may_manage_accounts)
    form = AccountInvitationForm(request.POST if request.method == "POST" else None)
    payload = form.payload if form.is_valid() else {}
    rows = account_invitations(None)
    written = write(request, form, invite_to_account, desk.actor, **payload)
    if written.done:
        invitation = rows.get(pk=written.answer["invitation"])
        return invitation_page(request, desk, form, invitation, reverse("desk:program-invitations"))
    lines = [InvitationLine(row, "", reverse("desk:withdraw-program-invitation", args=[row.pk])) for row in rows]
    return show(request, "desk/invitations/program.html", form, desk=desk, lines=lines)


@signed_in
def withdraw(request: HttpRequest, program_invitation: int) -> HttpResponse:
    desk = desk_of(request)
    desk.require(desk.may_manage_accounts)
    withdraw_invitation(request, desk, account_invitations(None), program_invitation)
    return redirect("desk:program-invitations")
