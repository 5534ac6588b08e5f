"""Invitations of helpers by QR code: create one, show its code once, revoke it."""

from datetime import datetime, time, timedelta
from typing import Any

import segno
from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from tournament.access.models import Invitation
from tournament.access.rules import new_token
from tournament.access.selectors.invitations import invitations_of
from tournament.access.services.invitations import MOST_DAYS, make_invitation, revoke_invitation
from tournament.events.models.events import Event
from web.shared.access import event_desk, signed_in
from web.shared.forms.writing import add_error_messages, show, write
from web.shared.requests.phone_address import address_for_phones


class InvitationForm(forms.Form):
    """Role and days of an invitation.

    The token is part of the form, so a form that is sent twice creates one invitation.
    """

    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=[(role.value, role.label) for role in Invitation.ROLES],
        help_text=gettext_lazy("To release, sign or decide, a person needs an account with a password: see Roles."),
    )
    days = WholeNumberField(
        label=gettext_lazy("Days"),
        min_value=1,
        max_value=MOST_DAYS - 1,
        required=False,
        help_text=gettext_lazy("The number of days from today. Empty: until the end of the event's last day."),
    )
    token = forms.CharField(widget=forms.HiddenInput, initial=new_token, min_length=20, max_length=100)

    def until(self, event: Event) -> datetime:
        """Return the end of the last day on which the invitation is valid."""
        today = timezone.localdate()
        days = self.cleaned_data["days"]
        last = today + timedelta(days=days - 1) if days else event.ends or event.starts or today
        return timezone.make_aware(datetime.combine(last + timedelta(days=1), time()))


@signed_in
def helpers(request: HttpRequest, slug: str) -> HttpResponse:
    """List the invitations and create one, whose code is shown only in this response."""
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    form = InvitationForm(request.POST if request.method == "POST" else None)
    payload: dict[str, Any] = {}
    if form.is_valid():
        payload = {"role": form.cleaned_data["role"], "token": form.cleaned_data["token"]}
        payload["expires"] = form.until(desk.event)
        if not form.cleaned_data["days"] and payload["expires"] <= timezone.now():
            form.add_error("days", _("The event is over: enter the number of days."))
    if write(request, form, make_invitation, desk.actor, desk.event, **payload).done:
        address = address_for_phones(request, reverse("account:invited", args=[payload["token"]]), desk.event)
        code = segno.make(address, error="m").svg_data_uri(border=4, light="white", scale=4)
        return show(
            request,
            "desk/setup/helpers_invitation.html",
            forms.Form(),
            desk=desk,
            address=address,
            code=code,
            **payload,
        )
    return show(request, "desk/setup/helpers.html", form, desk=desk, invitations=invitations_of(desk.event))


@signed_in
def revoke(request: HttpRequest, slug: str, invitation_id: int) -> HttpResponse:
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    invitation = invitations_of(desk.event).filter(pk=invitation_id).first()
    if invitation is None:
        raise Http404
    form = forms.Form(request.POST if request.method == "POST" else None)
    if write(request, form, revoke_invitation, desk.actor, invitation).done:
        messages.success(request, _("The invitation no longer works."))
    add_error_messages(request, form)
    return redirect("desk:helpers", slug)
