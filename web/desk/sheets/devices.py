"""Scoring devices and programs that enter hands: make a token, shown once; see their last use; revoke them."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from tournament.access.models import ApiToken
from tournament.access.selectors.tokens import tokens_for
from tournament.access.services.tokens import MOST_DAYS, make_api_token, revoke_event_token
from web.shared.access import EventAccess, account_of, event_desk, signed_in
from web.shared.accounts.api_tokens import NewTokenForm, token_rows
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, show, write
from web.shared.requests.methods import post_only

SCOPE = ApiToken.Scope.HANDS


class DeviceForm(NewTokenForm):
    """Name and days of a device's token."""

    name = forms.CharField(
        label=gettext_lazy("Name of the device"),
        max_length=100,
        help_text=gettext_lazy("Such as “Tablet of table 3”. It is shown with every hand that the device enters."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    days = WholeNumberField(label=gettext_lazy("Days"), min_value=1, max_value=MOST_DAYS, initial=7)


@signed_in
def devices(request: HttpRequest, slug: str) -> HttpResponse:
    """List the tokens of devices; a POST makes one, which only this answer shows."""
    desk = _desk(request, slug)
    form = DeviceForm(request, request.POST if request.method == "POST" else None)
    payload: dict[str, Any] = {}
    if form.is_valid():
        payload = {name: form.cleaned_data[name] for name in ("name", "days")}
        payload |= {"token": form.cleaned_data["random_token"], "scopes": [SCOPE.value], "event": desk.event}
    made: dict[str, Any] = {}
    if write(request, form, make_api_token, desk.actor, account_of(request), **payload).done:
        made, form = payload, DeviceForm(request)
    context = {
        "desk": desk,
        "made": made,
        "address": request.build_absolute_uri(f"/api/v1/events/{slug}/"),
        "rows": token_rows(tokens_for(desk.event, SCOPE)),
    }
    return show(request, "desk/sheets/devices.html", form, **context)


@signed_in
@post_only
def revoke(request: HttpRequest, slug: str, token_id: int) -> HttpResponse:
    """Revoke the token of a device, also one of another account."""
    desk = _desk(request, slug)
    token = tokens_for(desk.event, SCOPE).filter(pk=token_id).first()
    if token is None:
        raise Http404
    form = ButtonForm(request.POST)
    if write(request, form, revoke_event_token, desk.actor, desk.event, token=token.pk).done:
        messages.success(request, _("The token is revoked: no hand can be entered with it any more."))
    add_error_messages(request, form)
    return redirect("desk:devices", slug)


def _desk(request: HttpRequest, slug: str) -> EventAccess:
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    return desk
