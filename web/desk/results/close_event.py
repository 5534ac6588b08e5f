"""The page that closes an event, with what is still open, and reopens it."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.releases.selectors.closing import closing_of, open_words, still_open
from scoring.releases.selectors.waits import Kind, appeal_waits, early_ends
from scoring.releases.services.closing import close_event, reopen_event
from web.shared.access import event_desk, signed_in
from web.shared.forms.fields import ConfirmForm
from web.shared.forms.writing import show, write


class ClosingForm(ConfirmForm):
    """Asks for the password, and for a name and a reason if something is still open."""

    by = forms.CharField(label=gettext_lazy("Person responsible"), max_length=200)
    field_order = ("by", "reason", "password")

    def __init__(self, request: HttpRequest, *, complete: bool) -> None:
        super().__init__(request, ask_password=True)
        if complete:
            del self.fields["by"], self.fields["reason"]


@signed_in
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Close the event, after showing what is still open; reopen it if it is closed."""
    desk = event_desk(request, slug)
    desk.require(desk.may_release)
    closing = closing_of(desk.event)
    if closing is not None:
        form = ConfirmForm(request, ask_password=True)
        if write(request, form, reopen_event, desk.actor, desk.event).done:
            messages.success(request, _("The event is open again."))
            return redirect("desk:close", slug)
        return show(
            request,
            "desk/results/close_event_reopen.html",
            form,
            desk=desk,
            closing=closing,
            left=open_words(closing.left_open),
        )
    left = still_open(desk.event)
    form = ClosingForm(request, complete=not left)
    payload = {"by": form.cleaned_data.get("by", "")} if form.is_valid() else {}
    if write(request, form, close_event, desk.actor, desk.event, **payload).done:
        messages.success(request, _("The event is closed."))
        return redirect("desk:send", slug)
    waits = appeal_waits(desk.event)
    context = {
        "desk": desk,
        "left": open_words(left),
        "waits": waits,
        "running": [str(wait.number) for wait in waits if wait.kind is Kind.SESSION],
        "may_end_early": any(wait.kind is Kind.TIME for wait in waits),
        "ends": early_ends(desk.event),
    }
    return show(request, "desk/results/close_event.html", form, **context)
