"""The page on which the arbitration committee ends the running appeal times early (3.12.2)."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.releases.selectors.waits import Kind, appeal_waits, early_ends
from scoring.releases.services.early_ends import end_appeal_times
from web.floor.access import event_floor
from web.shared.access import signed_in
from web.shared.forms.writing import show, write


class EarlyEndForm(forms.Form):
    """Who decided, and why."""

    names = forms.CharField(
        label=gettext_lazy("Decided by"),
        max_length=200,
        help_text=gettext_lazy("The members of the arbitration committee who decided."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        widget=forms.Textarea({"rows": 3}),
        help_text=gettext_lazy("Such as: all players of the last session said that they do not appeal."),
    )


@signed_in
def end_early(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the running appeal times, and end the wait for them."""
    floor = event_floor(request, slug)
    floor.require(floor.may(end_appeal_times, floor.event.ledger))
    form = EarlyEndForm(request.POST if request.method == "POST" else None)
    values = {"names": form.cleaned_data["names"]} if form.is_valid() else {}
    if write(request, form, end_appeal_times, floor.actor, floor.event, **values).done:
        messages.success(request, _("Closing the event no longer waits for these appeal times."))
        return redirect("floor:appeals", slug)
    times = [wait for wait in appeal_waits(floor.event) if wait.kind is Kind.TIME]
    return show(request, "floor/appeals/early_end.html", form, floor=floor, times=times, ends=early_ends(floor.event))
