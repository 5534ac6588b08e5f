"""Publish online: the server that gets the event's public data, what was sent and what waits, testing, stopping."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.jobs import start
from scoring.publishing.exports import NotSent, PublicationServer
from scoring.publishing.models import Publication
from scoring.publishing.selectors.labels import problem_text
from scoring.publishing.selectors.packages import (
    SEND_PACKAGES,
    TEST_SERVER,
    last_sent,
    newest_package,
    publication_of,
    waiting_packages,
)
from scoring.publishing.services.targets import choose_server, stop_sending
from tournament.events.models.events import Event
from tournament.registry.rules.addresses import AddressError, source_address
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.fields import ButtonForm, address_input
from web.shared.forms.writing import add_error_messages, show, write
from web.shared.requests.methods import post_only

#: Seconds that the server may be silent while a form waits for it.
MOST_WAIT = 5


class ServerForm(forms.Form):
    """Address of the server, and the token that was made there for this event."""

    address = forms.CharField(
        label=gettext_lazy("Address of the federation's server"),
        max_length=200,
        widget=address_input(),
    )
    token = forms.CharField(
        label=gettext_lazy("Token"),
        max_length=200,
        help_text=gettext_lazy("Made on the server, in the Desk of the same event, under “Receive from a hall”."),
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )

    later = forms.BooleanField(
        label=gettext_lazy("There is no network: save without asking the server"),
        required=False,
        help_text=gettext_lazy("Nothing is sent until the server answers. It is tried at least every 15 minutes."),
    )

    def __init__(self, data: Any, event: Event, row: Publication | None) -> None:
        super().__init__(data, initial={"address": row.address if row else ""})
        self._event, self._row = event, row
        if row and row.address:
            self.fields["token"].required = False
            self.fields["token"].help_text = _("Leave it empty to keep the token that is stored.")

    def clean(self) -> dict[str, Any]:
        """Ask the server whether it accepts the token, unless that is to be done later."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        problem = "" if self.errors or cleaned["later"] else self._problem(cleaned)
        if problem:
            self.add_error("token" if problem in ("token", "right") else "address", problem_text(problem))
        return cleaned

    def _problem(self, typed: dict[str, Any]) -> str:
        """Return why the server would accept nothing; empty if it would, or if the service refuses what was typed."""
        try:
            address = source_address(typed["address"])
        except AddressError:
            return ""
        token = typed["token"] or (self._row.token if self._row and self._row.address == address else "")
        if not token:
            return ""
        try:
            PublicationServer(address, token, self._event.slug, seconds=MOST_WAIT).state()
        except NotSent as error:
            return error.problem
        return ""


@signed_in
def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """Show where the event is published and how far; a POST chooses the server."""
    desk = publishing_desk(request, slug)
    state = publishing_state(desk.event)
    form = ServerForm(request.POST if request.method == "POST" else None, desk.event, state["publication"])
    values = dict(form.cleaned_data) if form.is_valid() else {}
    is_unasked = values.pop("later", False)
    if write(request, form, choose_server, desk.actor, desk.event, **values).done:
        published = _("The server accepts the token. The event is published online from now on.")
        messages.success(request, _("The server is saved. Nothing was sent yet.") if is_unasked else published)
        return redirect("desk:publish", slug)
    return show(request, "desk/publishing/online.html", form, desk=desk, **state)


def publishing_state(event: Event) -> dict[str, Any]:
    """Return what the page shows: the server, the newest package, what waits, and the last problem in words."""
    row = publication_of(event)
    address = row.address if row else ""
    return {
        "address": address,
        "publication": row,
        "problem": problem_text(row.problem) if row and address else "",
        "newest": newest_package(event),
        "waiting": waiting_packages(event).count() if address else 0,
        "sent_at": last_sent(event) if address else None,
    }


@signed_in
@post_only
def test(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask the server whether it knows token and event, in a job."""
    return publishing_job(request, slug, TEST_SERVER)


@signed_in
@post_only
def send_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Send what waits now."""
    return publishing_job(request, slug, SEND_PACKAGES)


def publishing_job(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Start a job of this kind for the event and show its page."""
    desk = publishing_desk(request, slug)
    job = start(desk.actor, kind, ledger=desk.event.ledger, parameters={"event": slug})
    return redirect("jobs:job", job.pk)


@signed_in
@post_only
def stop(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop publishing: forget server and token."""
    desk = publishing_desk(request, slug)
    form = ButtonForm(request.POST)
    if write(request, form, stop_sending, desk.actor, desk.event).done:
        messages.success(request, _("Nothing more is sent. What the server has stays there."))
    add_error_messages(request, form)
    return redirect("desk:publish", slug)


def publishing_desk(request: HttpRequest, slug: str) -> EventAccess:
    """Return the Desk of an event that the account may publish."""
    desk = event_desk(request, slug)
    desk.require(desk.may_publish)
    return desk
