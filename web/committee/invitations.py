"""Invite people to work for a body, list the invitations, withdraw one."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ranking.bodies.models import Body, BodyMember
from ranking.bodies.selectors.bodies import body_invitation_of, invitations_of_body
from ranking.bodies.services import invite_member, withdraw_member_invitation
from web.committee.access import body_desk
from web.shared.access import signed_in
from web.shared.accounts.invitations import InvitationForm, InvitationLine, invitation_page
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, show, write
from web.shared.requests.methods import post_only


class MemberInvitationForm(InvitationForm):
    role = forms.ChoiceField(
        label=gettext_lazy("Role"), choices=BodyMember.Role.choices, initial=BodyMember.Role.MEMBER
    )
    field_order = ["mail", "role", "language"]


@signed_in
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    desk = body_desk(request, slug)
    desk.require(desk.may_lead)
    form = MemberInvitationForm(request.POST if request.method == "POST" else None)
    payload = form.payload if form.is_valid() else {}
    written = write(request, form, invite_member, desk.actor, desk.body, **payload)
    if written.done:
        given = body_invitation_of(written.answer["invitation"])
        assert given is not None
        back = reverse("committee:invitations", args=[slug])
        return invitation_page(request, desk, form, given.invitation, back, given)
    return show(request, "committee/invitations.html", form, desk=desk, lines=_lines(desk.body))


def _lines(body: Body) -> list[InvitationLine]:
    return [
        InvitationLine(
            given.invitation,
            given.get_role_display(),
            reverse("committee:withdraw-invitation", args=[body.slug, given.invitation_id]),
        )
        for given in invitations_of_body(body)
    ]


@signed_in
@post_only
def withdraw(request: HttpRequest, slug: str, body_invitation: int) -> HttpResponse:
    desk = body_desk(request, slug)
    desk.require(desk.may_lead)
    form = ButtonForm(request.POST)
    if write(request, form, withdraw_member_invitation, desk.actor, desk.body, invitation=body_invitation).done:
        messages.success(request, _("The invitation no longer works."))
    add_error_messages(request, form)
    return redirect("committee:invitations", slug)
