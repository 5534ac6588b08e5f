"""Where the event is: hand it over, give it back, take it back, also by decision."""

from itertools import chain
from tempfile import TemporaryFile
from typing import Any

from django import forms
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common import jobs
from ranking.bodies.selectors.roles import bodies_of
from ranking.record.selectors.closings import official_of
from scoring.hand_over.exports import write_file
from scoring.hand_over.models import HandOver
from scoring.hand_over.selectors.jobs import SEND_BACK
from scoring.hand_over.selectors.person_sentences import person_sentences
from scoring.hand_over.selectors.status import hand_overs_of, last_hand_over, published_since
from scoring.hand_over.services.deciding import decide_back
from scoring.hand_over.services.giving import give_back, hand_over
from scoring.hand_over.services.setting_aside import set_aside
from scoring.hand_over.services.taking import take_back
from web.desk.handing.files import ENDING, PackageForm
from web.desk.handing.labels import place_of
from web.desk.handing.network import SendBackForm
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.fields import ButtonForm, PasswordForm
from web.shared.forms.writing import add_error_messages, status_of, write
from web.shared.requests.methods import get_only, post_only


class HandOverForm(PasswordForm):
    """Who takes the event."""

    other = forms.CharField(
        label=gettext_lazy("Who takes the event"),
        max_length=200,
        help_text=gettext_lazy("Such as “laptop of the hall”. The Desk shows it as long as the event is there."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = ("other", "password")


class DecisionForm(PasswordForm):
    """Why the event is taken back without its file."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        help_text=gettext_lazy("It is kept in the audit, such as “the laptop was stolen”."),
    )
    field_order = ("reason", "password")


class AsideForm(PasswordForm):
    """Why the copy here is set aside."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        help_text=gettext_lazy("It is kept in the audit, such as “the laptop was replaced during the event”."),
    )
    field_order = ("reason", "password")


@signed_in
def hand_over_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show where the event is and what can be done; a POST hands it over."""
    desk = _desk(request, slug)
    form = HandOverForm(request, request.POST if request.method == "POST" else None)
    payload = {"other": form.cleaned_data["other"], "here": request.get_host()} if form.is_valid() else {}
    if write(request, form, hand_over, desk.actor, desk.event, **payload).done:
        messages.success(request, _("Nothing can be changed here any more. Now bring the file to the other machine."))
        return redirect("desk:hand-over", slug)
    return _page(request, desk, form=form)


@get_only
@signed_in
def download(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Hand out the file of the hand-over, made at this moment: nothing can change what it holds."""
    row = last_hand_over(_desk(request, slug).event)
    if row is None or not row.held_elsewhere:
        raise Http404
    file = TemporaryFile()  # noqa: SIM115  # the answer closes it
    write_file(row, file)
    file.seek(0)
    name = f"{slug}-back{ENDING}" if row.side == HandOver.Side.TAKEN else f"{slug}{ENDING}"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/octet-stream")


@signed_in
@post_only
def give_event_back(request: HttpRequest, slug: str) -> HttpResponse:
    """End the work here; the page then shows how the event gets back."""
    desk = _desk(request, slug)
    form = ButtonForm(request.POST)
    if write(request, form, give_back, desk.actor, _last(desk)).done:
        messages.success(request, _("The event is ready to be taken back. Nothing can be changed here any more."))
    add_error_messages(request, form)
    return redirect("desk:hand-over", slug)


@signed_in
@post_only
def send_event_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the job that sends the event back over the network, and show it."""
    desk = _desk(request, slug)
    form = SendBackForm(request.POST)
    if not form.is_valid():
        return _page(request, desk, send_form=form)
    parameters = {"event": slug, "address": form.cleaned_data["address"]}
    job = jobs.start(desk.actor, SEND_BACK, ledger=desk.event.ledger, parameters=parameters)
    return redirect("jobs:job", job.pk)


@signed_in
@post_only
def take_event_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the event back from the file that the other machine made."""
    desk = _desk(request, slug)
    form = PackageForm(request.POST, request.FILES)
    payload = {"package": form.cleaned_data["file"]} if form.is_valid() else {}
    written = write(request, form, take_back, desk.actor, _last(desk), **payload)
    if not written.done:
        return _page(request, desk, back_form=form)
    messages.success(
        request, _("The event is here again, with everything that was entered there. Its audit is complete.")
    )
    note_persons(request, written.answer)
    return redirect("desk:hand-over", slug)


@signed_in
@post_only
def decide(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the event back by decision, with a reason."""
    desk = _desk(request, slug)
    form = DecisionForm(request, request.POST)
    if not write(request, form, decide_back, desk.actor, _last(desk)).done:
        return _page(request, desk, decision_form=form)
    messages.warning(request, _("The event can be changed here again, as it is here. The audit says why."))
    return redirect("desk:hand-over", slug)


@signed_in
@post_only
def set_copy_aside(request: HttpRequest, slug: str) -> HttpResponse:
    """Set the copy here aside, with a reason."""
    desk = _desk(request, slug)
    form = AsideForm(request, request.POST)
    written = write(request, form, set_aside, desk.actor, _last(desk))
    if not written.done:
        return _page(request, desk, aside_form=form)
    messages.success(request, _("The copy is set aside. Now take the event again."))
    return redirect("desk:hand-over", written.answer["event"])


def note_persons(request: HttpRequest, answer: dict[str, Any]) -> None:
    """Say which persons were changed in both places, and whose federation number somebody else has here."""
    for sentence in person_sentences(answer):
        messages.warning(request, sentence)


def _page(request: HttpRequest, desk: EventAccess, **forms_shown: forms.Form) -> HttpResponse:
    """Show the page with its forms; a refusal of one that the page no longer has is a message."""
    row = last_hand_over(desk.event)
    context: dict[str, Any] = {
        "desk": desk,
        "row": row,
        "place": place_of(row),
        "hand_overs": hand_overs_of(desk.event),
        "newest": published_since(row) if row else None,
    }
    context |= {"form": HandOverForm(request), "back_form": PackageForm(), "decision_form": DecisionForm(request)}
    context["aside_form"] = AsideForm(request)
    official = official_of(desk.event)
    account = desk.actor.account
    context |= {"official": official, "may_remove": official and account and official.body in bodies_of(account)}
    context["send_form"] = SendBackForm(initial={"address": row.server if row else ""})
    context |= {"address": f"{request.scheme}://{request.get_host()}", **forms_shown}
    held = row is not None and row.held_elsewhere
    for name, form in forms_shown.items():
        if held == (name == "form") and name != "aside_form":
            for error in chain.from_iterable(form.errors.values()):
                messages.error(request, str(error))
    return render(request, "desk/handing/hand_over.html", context, status=status_of(*forms_shown.values()))


def _last(desk: EventAccess) -> HandOver:
    row = last_hand_over(desk.event)
    if row is None:
        raise Http404
    return row


def _desk(request: HttpRequest, slug: str) -> EventAccess:
    desk = event_desk(request, slug)
    desk.require(desk.may_hand_over)
    return desk
