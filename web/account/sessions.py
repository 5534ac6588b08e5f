"""Where the reader is signed in, and signing out there."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext

from tournament.access.selectors.roles import actor_of
from tournament.people.selectors import live_sessions
from tournament.people.services.sessions import end_sessions
from web.shared.access import account_of, signed_in
from web.shared.forms.writing import show, write
from web.shared.requests.devices import device_of, short_device


class EndForm(forms.Form):
    """The session to end; none: all but this one."""

    session = forms.IntegerField(required=False, widget=forms.HiddenInput)


@signed_in
def sessions(request: HttpRequest) -> HttpResponse:
    """List the devices where the account is signed in, and sign out of one, or of all others."""
    account = account_of(request)
    rows = live_sessions(account)
    others = [row.pk for row in rows if row.session_key != request.session.session_key]
    form = EndForm(request.POST if request.method == "POST" else None)
    wanted = form.cleaned_data["session"] if form.is_valid() else None
    chosen = others if wanted is None else [number for number in others if number == wanted]
    result = write(request, form, end_sessions, actor_of(account, device_of(request)), account, sessions=chosen)
    if result.done:
        ended = result.answer["ended"]
        words = ngettext("%(count)d device is signed out.", "%(count)d devices are signed out.", ended)
        messages.success(request, words % {"count": ended})
        return redirect("account:sessions")
    devices = [
        {"row": row, "name": short_device(row.device), "is_this": row.session_key == request.session.session_key}
        for row in rows
    ]
    context = {"devices": devices, "others": others}
    return show(request, "account/sessions.html", form, **context)
