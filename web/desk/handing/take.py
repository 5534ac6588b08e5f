"""Take an event that another installation handed over."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.hand_over.services.taking import take_event
from web.desk.handing.files import PackageField
from web.desk.handing.hand_over import note_kept
from web.shared.access import desk_of, signed_in
from web.shared.forms.writing import show, write


class TakeForm(forms.Form):
    """The file of the event, and its key."""

    file = PackageField(label=gettext_lazy("File of the hand-over"))
    file_key = forms.CharField(
        label=gettext_lazy("Key"),
        max_length=100,
        help_text=gettext_lazy("The page “Hand over” of the event shows it where the event comes from."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


@signed_in
def take(request: HttpRequest) -> HttpResponse:
    """Take the event of an uploaded file."""
    desk = desk_of(request)
    desk.require(desk.may_take)
    form = TakeForm(request.POST, request.FILES) if request.method == "POST" else TakeForm()
    payload = {}
    if form.is_bound and form.is_valid():
        payload = {"package": form.cleaned_data["file"], "file_key": form.cleaned_data["file_key"]}
    written = write(request, form, take_event, desk.actor, **payload)
    if not written.done:
        return show(request, "desk/handing/take.html", form, desk=desk)
    messages.success(request, _("The event is here. Nothing can be changed where it came from until you give it back."))
    note_kept(request, written.answer["kept"])
    return redirect("desk:event", written.answer["event"])
