"""Pages to see how long private data of an event is kept, to keep it longer and to delete it early."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.keeping.selectors import retention_of
from tournament.keeping.services import delete_private, keep_longer
from web.shared.access import event_desk, signed_in
from web.shared.forms.fields import ConfirmForm, date_field
from web.shared.forms.writing import show, write


class KeepForm(forms.Form):
    keep_until = date_field(
        label=gettext_lazy("Keep until"),
        required=False,
        help_text=gettext_lazy("Empty: as in the settings."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("It is kept with the change; everybody who can see the change can read it."),
    )


@signed_in
def private_data(request: HttpRequest, slug: str) -> HttpResponse:
    """Show whose private data is kept until when, and extend the time."""
    desk = event_desk(request, slug)
    desk.require(desk.may_register)
    kept = retention_of(desk.event)
    form = KeepForm(request.POST if request.method == "POST" else None, initial={"keep_until": kept.longer})
    payload: dict[str, Any] = {"keep_until": form.cleaned_data["keep_until"]} if form.is_valid() else {}
    if write(request, form, keep_longer, desk.actor, desk.event, **payload).done:
        messages.success(request, _("Saved."))
        return redirect("desk:private-data", slug)
    return show(request, "desk/setup/data_retention.html", form, desk=desk, kept=kept)


@signed_in
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete the private data now, after a reason and the password."""
    desk = event_desk(request, slug)
    desk.require(desk.may_register)
    form = ConfirmForm(request, ask_password=True)
    written = write(request, form, delete_private, desk.actor, desk.event)
    if written.done:
        count = written.answer["deleted"]
        words = ngettext(
            "The private data of %(count)d person is deleted.",
            "The private data of %(count)d persons is deleted.",
            count,
        )
        messages.success(request, words % {"count": count})
        return redirect("desk:private-data", slug)
    return show(request, "desk/setup/data_retention_delete.html", form, desk=desk, kept=retention_of(desk.event))
