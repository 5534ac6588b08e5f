"""Invite people to an account with a role in the event, list the invitations, withdraw one."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournament.access.models import AccountInvitation
from tournament.access.selectors.invitations import account_invitations
from tournament.access.services.account_invitations import invite_to_role
from tournament.people.models.accounts import Role
from web.shared.access import event_desk, signed_in
from web.shared.accounts.invitations import InvitationForm, InvitationLine, invitation_page, withdraw_invitation
from web.shared.forms.writing import show, write


class RoleInvitationForm(InvitationForm):
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.Name.choices, initial=Role.Name.SCOREKEEPER)
    field_order = ["mail", "role", "language"]


@signed_in
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    desk = event_desk(request, slug)
    desk.require(desk.may_give_roles)
    form = RoleInvitationForm(request.POST if request.method == "POST" else None)
    payload = form.payload if form.is_valid() else {}
    rows = account_invitations(desk.event)
    written = write(request, form, invite_to_role, desk.actor, desk.event, **payload)
    if written.done:
        invitation = rows.get(pk=written.answer["invitation"])
        return invitation_page(request, desk, form, invitation, reverse("desk:account-invitations", args=[slug]))
    return show(request, "desk/invitations/event.html", form, desk=desk, lines=[_line(row, slug) for row in rows])


def _line(invitation: AccountInvitation, slug: str) -> InvitationLine:
    withdraw_address = reverse("desk:withdraw-account-invitation", args=[slug, invitation.pk])
    return InvitationLine(invitation, invitation.get_role_display(), withdraw_address)


@signed_in
def withdraw(request: HttpRequest, slug: str, account_invitation: int) -> HttpResponse:
    desk = event_desk(request, slug)
    desk.require(desk.may_give_roles)
    withdraw_invitation(request, desk, account_invitations(desk.event), account_invitation)
    return redirect("desk:account-invitations", slug)
