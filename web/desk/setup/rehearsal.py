"""The page that creates a rehearsal of an event."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.event_file.services.rehearsals import rehearse_event
from web.shared.access import event_desk, signed_in
from web.shared.forms.writing import show, write


@signed_in
def rehearsal(request: HttpRequest, slug: str) -> HttpResponse:
    """Explain what a rehearsal is, and create one."""
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    form = forms.Form(request.POST if request.method == "POST" else None)
    written = write(request, form, rehearse_event, desk.actor, desk.event)
    if written.done:
        messages.success(request, _("This is the rehearsal. None of it is ever published."))
        return redirect("desk:event", written.answer["event"])
    return show(request, "desk/setup/rehearsal.html", form, desk=desk)
