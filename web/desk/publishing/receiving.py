"""Receive from a hall: tokens for its laptop, what it sent, and accepting another machine."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.formats import date_format
from django.utils.timezone import localtime, now
from django.utils.translation import gettext as _

from scoring.publishing.selectors.packages import newest_received
from scoring.publishing.services.receiving import start_over
from tournament.access.models import ApiToken
from tournament.access.selectors.tokens import tokens_for
from tournament.access.services.tokens import make_api_token, revoke_event_token
from web.shared.access import EventAccess, account_of, event_desk, signed_in
from web.shared.accounts.api_tokens import NewTokenForm, token_rows
from web.shared.forms.fields import ButtonForm, ConfirmForm
from web.shared.forms.writing import add_error_messages, show, write
from web.shared.requests.methods import post_only

#: How long the token of a hall is valid: an event with its preparation.
DAYS = 60


@signed_in
def receive(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what the hall sent, and its tokens; a POST makes a token, which only this answer shows."""
    desk = _desk(request, slug)
    form = NewTokenForm(request, request.POST if request.method == "POST" else None)
    payload: dict[str, Any] = {}
    if form.is_valid():
        payload = {"token": form.cleaned_data["random_token"], "scopes": [ApiToken.Scope.PUBLISH.value]}
        payload |= {"name": _name(desk), "days": DAYS, "event": desk.event}
    made = ""
    if write(request, form, make_api_token, desk.actor, account_of(request), **payload).done:
        made, form = payload["token"], NewTokenForm(request)
    context = {
        "desk": desk,
        "made": made,
        "server": request.build_absolute_uri("/").rstrip("/"),
        "newest": newest_received(desk.event),
        "rows": token_rows(tokens_for(desk.event, ApiToken.Scope.PUBLISH)),
        "days": DAYS,
    }
    return show(request, "desk/publishing/receiving.html", form, **context)


def _name(desk: EventAccess) -> str:
    """Return the name of a new token: the event, and the time to the second."""
    return f"{desk.event.name[:60]} · {date_format(localtime(now()), 'Y-m-d H:i:s')}"


@signed_in
@post_only
def revoke(request: HttpRequest, slug: str, token_id: int) -> HttpResponse:
    """Revoke a token of the event, also one of another account."""
    desk = _desk(request, slug)
    token = tokens_for(desk.event, ApiToken.Scope.PUBLISH).filter(pk=token_id).first()
    if token is None:
        raise Http404
    form = ButtonForm(request.POST)
    if write(request, form, revoke_event_token, desk.actor, desk.event, token=token.pk).done:
        messages.success(request, _("The token is revoked: nothing can be sent with it any more."))
    add_error_messages(request, form)
    return redirect("desk:receive", slug)


@signed_in
def another_machine(request: HttpRequest, slug: str) -> HttpResponse:
    """Accept another machine of the hall, after a reason and the password."""
    desk = _desk(request, slug)
    form = ConfirmForm(request, ask_password=True)
    if write(request, form, start_over, desk.actor, desk.event).done:
        messages.success(request, _("The next package may come from another machine."))
        return redirect("desk:receive", slug)
    newest = newest_received(desk.event)
    return show(request, "desk/publishing/another_machine.html", form, desk=desk, newest=newest)


def _desk(request: HttpRequest, slug: str) -> EventAccess:
    desk = event_desk(request, slug)
    desk.require(desk.may_publish)
    return desk
