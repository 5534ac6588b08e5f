"""Invite people to an account of the program, list the invitations, withdraw one."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.access.selectors.invitations import account_invitations
from tournament.access.services.account_invitations import invite_to_account, withdraw_account_invitation
from web.desk.inviting import InvitationForm, invitation_page
from web.shared.access import desk_of, signed_in
from web.shared.forms.writing import add_error_messages, show, write


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
    return show(request, "desk/administration/account_invitations.html", form, desk=desk, invitations=rows)


@signed_in
def withdraw(request: HttpRequest, program_invitation: int) -> HttpResponse:
    desk = desk_of(request)
    desk.require(desk.may_manage_accounts)
    invitation = account_invitations(None).filter(pk=program_invitation).first()
    if invitation is None:
        raise Http404
    form = forms.Form(request.POST if request.method == "POST" else None)
    if write(request, form, withdraw_account_invitation, desk.actor, invitation).done:
        messages.success(request, _("The invitation no longer works."))
    add_error_messages(request, form)
    return redirect("desk:program-invitations")
