"""Take an event that another installation handed over: from its file, or over the network."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common import jobs
from common.privacy.fields import encrypted
from scoring.hand_over.selectors.jobs import FETCH
from scoring.hand_over.services.taking import take_event
from web.desk.handing.files import PackageField
from web.desk.handing.hand_over import note_persons
from web.desk.handing.network import AddressField, key_field
from web.shared.access import AccountAccess, desk_of, signed_in
from web.shared.forms.writing import status_of, write


class TakeForm(forms.Form):
    """The file of the event, and its key."""

    file = PackageField(label=gettext_lazy("File of the hand-over"))
    file_key = key_field()


class FetchForm(forms.Form):
    """The server where the event is, and the key of the hand-over."""

    address = AddressField(label=gettext_lazy("Address of the server"))
    server_key = key_field()


@signed_in
def take(request: HttpRequest) -> HttpResponse:
    """Take the event of an uploaded file."""
    desk = _desk(request)
    form = TakeForm(request.POST, request.FILES) if request.method == "POST" else TakeForm()
    payload = {}
    if form.is_bound and form.is_valid():
        payload = {"package": form.cleaned_data["file"], "file_key": form.cleaned_data["file_key"]}
    written = write(request, form, take_event, desk.actor, **payload)
    if not written.done:
        return _page(request, desk, form, FetchForm())
    messages.success(request, _("The event is here. Nothing can be changed where it came from until you give it back."))
    note_persons(request, written.answer)
    return redirect("desk:event", written.answer["event"])


@signed_in
def fetch(request: HttpRequest) -> HttpResponse:
    """Start the job that takes an event from a server, and show it."""
    desk = _desk(request)
    form = FetchForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _page(request, desk, TakeForm(), form)
    sealed_key = encrypted(form.cleaned_data["server_key"].encode()).decode()
    parameters = {"address": form.cleaned_data["address"], "sealed_key": sealed_key}
    return redirect("jobs:job", jobs.start(desk.actor, FETCH, parameters=parameters).pk)


def _page(request: HttpRequest, desk: AccountAccess, form: TakeForm, fetch_form: FetchForm) -> HttpResponse:
    context = {"desk": desk, "form": form, "fetch_form": fetch_form}
    return render(request, "desk/handing/take.html", context, status=status_of(form, fetch_form))


def _desk(request: HttpRequest) -> AccountAccess:
    desk = desk_of(request)
    desk.require(desk.may_take)
    return desk
