"""Webhooks of the program, for administrators: add, test, remove, and how the last requests ended."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common import jobs
from scoring.webhooks.selectors import SEND_WEBHOOKS, webhooks
from scoring.webhooks.services import add_webhook, remove_webhook, send_test
from tournament.access.rules import new_token
from web.shared.access import AccountAccess, desk_of, signed_in
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, show, write
from web.shared.requests.methods import post_only


class WebhookForm(forms.Form):
    """The address. The secret is part of the form, so a form that is sent twice has the same."""

    address = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=300,
        help_text=gettext_lazy("Where your program receives the requests: https://…"),
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )
    secret = forms.CharField(widget=forms.HiddenInput, initial=new_token, min_length=20, max_length=100)


@signed_in
def webhooks_page(request: HttpRequest) -> HttpResponse:
    """List the webhooks and add one, whose secret is shown only in this response."""
    desk = _desk(request)
    form = WebhookForm(request.POST if request.method == "POST" else None)
    payload: dict[str, Any] = form.cleaned_data if form.is_valid() else {}
    written = write(request, form, add_webhook, desk.actor, **payload)
    context = {"desk": desk, "webhooks": webhooks()}
    if written.done:
        return show(request, "desk/administration/webhooks.html", WebhookForm(), **context, made=payload)
    return show(request, "desk/administration/webhooks.html", form, **context)


@signed_in
@post_only
def test(request: HttpRequest, webhook_id: int) -> HttpResponse:
    """Send a test, and show the job."""
    desk = _desk(request)
    form = ButtonForm(request.POST)
    if write(request, form, send_test, desk.actor, webhook=webhook_id).done:
        return redirect("jobs:job", jobs.start(desk.actor, SEND_WEBHOOKS).pk)
    add_error_messages(request, form)
    return redirect("desk:webhooks")


@signed_in
@post_only
def remove(request: HttpRequest, webhook_id: int) -> HttpResponse:
    desk = _desk(request)
    form = ButtonForm(request.POST)
    if write(request, form, remove_webhook, desk.actor, webhook=webhook_id).done:
        messages.success(request, _("The webhook is removed."))
    add_error_messages(request, form)
    return redirect("desk:webhooks")


def _desk(request: HttpRequest) -> AccountAccess:
    desk = desk_of(request)
    desk.require(desk.may_manage_accounts)
    return desk
