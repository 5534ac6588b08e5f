"""One appeal on the Floor: signatures, fee, hearing, decision, corrections; text and files for those entitled."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Service
from common.actions.errors import Forbidden, Refused, Unusual
from common.forms import WholeNumberField
from scoring.appeals.models import STATE_NAMES, Appeal, AppealStep
from scoring.appeals.rules import OUTCOMES, Instance, State
from scoring.appeals.selectors.appeals import last_step
from scoring.appeals.selectors.targets import fouls_about
from scoring.appeals.services.attaching import attach
from scoring.appeals.services.deciding import (
    decide_department,
    decide_first,
    decide_second,
    hear,
    link_correction,
    route,
)
from scoring.appeals.services.fees import settle_fee, take_fee, untake_fee
from scoring.appeals.services.filing import file_appeal, sign_appeal, take_further, withdraw
from scoring.fouls.services.recording import cancel_foul
from scoring.sheets.services.checking.confirming import reopen_sheet
from web.floor.access import Floor, event_floor
from web.floor.appeals.appeals import found_appeal
from web.shared.access import signed_in
from web.shared.appeals import (
    FileForm,
    FurtherForm,
    appeal_context,
    attachment_response,
    foul_lines,
    may_read,
    paper_response,
)
from web.shared.forms.alternatives import AlternativesForm, OnlyWith
from web.shared.forms.fields import ButtonForm, moment_field
from web.shared.forms.writing import key_of, show, write
from web.shared.requests.methods import get_only

DECIDES: Mapping[str, Service] = {
    Instance.CHIEF_REFEREE: decide_first,
    Instance.DEPARTMENT: decide_department,
    Instance.ARBITRATION: decide_second,
}
TAPS: Mapping[str, Service] = {
    "sign-player": sign_appeal,
    "sign-leader": sign_appeal,
    "pay": take_fee,
    "settle": settle_fee,
    "hear": hear,
    "withdraw": withdraw,
}


class DecisionForm(AlternativesForm):
    """Outcome, reason and names; at the second step what the committee found, where it overturns the chief referee."""

    outcome = forms.ChoiceField(
        label=gettext_lazy("Outcome"), choices=[(one, STATE_NAMES[one]) for one in OUTCOMES], widget=forms.RadioSelect
    )
    finding = forms.ChoiceField(
        label=gettext_lazy("If upheld: what was found"),
        choices=[("", "–"), *AppealStep.Finding.choices],
        required=False,
        help_text=gettext_lazy(
            "3.13.3: the committee reviews with the chief referee's rights, but may not overturn what the chief "
            "referee decided under the rules and regulations or to keep discipline. Whatever is found, the decision "
            "is taken."
        ),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=4000, widget=forms.Textarea({"rows": 5}))
    names = forms.CharField(
        label=gettext_lazy("Decided by"),
        max_length=500,
        help_text=gettext_lazy("The names as the decision shows them."),
    )
    unpaid = forms.BooleanField(label=gettext_lazy("Decide it although the fee is not paid"), required=False)
    # The outcome is the decision: no finding chooses it.
    alternatives = (OnlyWith("outcome", [State.UPHELD], ("finding",), chosen_by_typing=False),)

    def __init__(self, appeal: Appeal, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        if last_step(appeal).instance != Instance.ARBITRATION:
            del self.fields["finding"]
        if appeal.fee_state != Appeal.Fee.DUE:
            del self.fields["unpaid"]

    def facts(self) -> dict[str, Any]:
        """What the service takes besides the reason."""
        found = self.cleaned_data
        facts = {"outcome": found["outcome"], "names": found["names"]}
        facts |= {"finding": found["finding"]} if "finding" in found else {}
        return facts | {"acknowledged": ("unpaid",) if found.get("unpaid") else ()}


class RouteForm(AlternativesForm):
    """Who decides first."""

    matter = forms.ChoiceField(label=gettext_lazy("It concerns"), choices=Appeal.Matter.choices)
    department = forms.CharField(label=gettext_lazy("Department"), max_length=200, required=False)
    alternatives = (OnlyWith("matter", [Appeal.Matter.OTHER], ("department",)),)


class ReasonForm(forms.Form):
    """Why."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500)


class FurtherTypedForm(FurtherForm):
    """What was handed in for the committee, typed by an official."""

    handed_in = moment_field(label=gettext_lazy("Handed in"), required=False, help_text=gettext_lazy("Empty: now."))


class CorrectForm(forms.Form):
    """What follows from an upheld appeal."""

    do = forms.ChoiceField(choices=[(one, one) for one in ("reopen", "cancel", "version", "note")])
    version = WholeNumberField(required=False, min_value=1)
    foul = WholeNumberField(required=False, min_value=1)
    note = forms.CharField(required=False, max_length=300)


@signed_in
def appeal(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The appeal and what may be done with it."""
    floor = event_floor(request, slug)
    found = found_appeal(floor, number)
    sent = request.POST.get("do", "")
    shown = _forms(request, floor, found, sent)
    if _done(request, floor, found, sent, shown):
        return redirect("floor:appeal", slug, number)
    return _page(request, floor, found, shown, sent)


@signed_in
def decide(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Decide the open step."""
    floor = event_floor(request, slug)
    found = found_appeal(floor, number)
    form = DecisionForm(found, request.POST if request.method == "POST" else None)
    service = DECIDES[last_step(found).instance]
    try:
        answer = write(request, form, service, floor.actor, found, **(form.facts() if form.is_valid() else {}))
    except Unusual as unusual:
        form.add_error("unpaid", " ".join(unusual.questions.values()))
        answer = None
    if answer:
        messages.success(request, _("The decision is recorded."))
        return redirect("floor:appeal", slug, number)
    return _page(request, floor, found, _forms(request, floor, found, "") | {"decision": form}, "decide")


@signed_in
def correct(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Reopen the sheet or cancel the foul that an upheld appeal was against, or link what was done already."""
    floor = event_floor(request, slug)
    found = found_appeal(floor, number)
    form = CorrectForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if _corrected(request, floor, found, form):
            messages.success(request, _("It is linked with the appeal."))
            return redirect("floor:appeal", slug, number)
        return _page(request, floor, found, _forms(request, floor, found, "") | {"correct": form}, "correct")
    return redirect("floor:appeal", slug, number)


@get_only
@signed_in
def attachment(request: HttpRequest, slug: str, number: int, file: int) -> FileResponse:
    """A file that was handed in, for those entitled."""
    floor = event_floor(request, slug)
    floor.require(may_read(floor.reader))
    return attachment_response(found_appeal(floor, number), file)


@get_only
@signed_in
def paper(request: HttpRequest, slug: str, number: int, what: str) -> HttpResponse:
    """The appeal with its decisions, or the receipt; without what was written for officials who may not read it."""
    floor = event_floor(request, slug)
    return paper_response(found_appeal(floor, number), what, reads=may_read(floor.reader))


def _forms(request: HttpRequest, floor: Floor, found: Appeal, sent: str) -> dict[str, Any]:
    """Every form of the page, the one that was sent with what was sent."""
    step = last_step(found)
    data = {name: request.POST if sent == name else None for name in ("route", "further", "unpay")}
    return {
        "decision": DecisionForm(found, initial={"names": floor.actor.name}),
        "route": RouteForm(data["route"], initial={"matter": found.matter, "department": step.department}),
        "further": FurtherTypedForm(data["further"]),
        "unpay": ReasonForm(data["unpay"], prefix="unpay"),
        "files": FileForm(request.POST, request.FILES) if sent == "attach" else FileForm(),
        "tap": ButtonForm(request.POST) if sent in TAPS else None,
    }


def _done(request: HttpRequest, floor: Floor, found: Appeal, sent: str, shown: dict[str, Any]) -> bool:
    """Write what was sent; whether there is nothing left to correct."""
    actor = floor.actor
    if sent in TAPS:
        facts = {"signer": sent.removeprefix("sign-")} if sent.startswith("sign-") else {}
        return write(request, shown["tap"], TAPS[sent], actor, found, **facts) is not None
    services: dict[str, Service] = {"route": route, "further": take_further, "unpay": untake_fee}
    if sent in services:
        form = shown[sent]
        facts = {key: value for key, value in form.cleaned_data.items() if key != "reason"} if form.is_valid() else {}
        return write(request, form, services[sent], actor, found, **facts) is not None
    if sent == "attach":
        facts = shown["files"].facts()
        return bool(facts) and write(request, shown["files"], attach, actor, found, **facts) is not None
    return False


def _corrected(request: HttpRequest, floor: Floor, found: Appeal, form: CorrectForm) -> bool:
    """Do what was chosen and link it; reopening and cancelling name the appeal as their reason."""
    if found.status != State.UPHELD:
        raise PermissionDenied
    asked = form.cleaned_data
    link: dict[str, Any] = {"note": asked["note"]}
    form.cleaned_data = asked | {"reason": _("Appeal %(number)d was upheld.") % {"number": found.number}}
    if asked["do"] == "reopen" and found.sheet:
        answer = write(request, form, reopen_sheet, floor.actor, found.sheet)
        if answer is None:
            return False
        found.sheet.refresh_from_db()
        link |= {"sheet": found.sheet, "version": answer["version"]}
    elif asked["do"] == "cancel" and (foul := fouls_about(found).filter(number=asked["foul"]).first()):
        if write(request, form, cancel_foul, floor.actor, foul) is None:
            return False
        link |= {"foul": foul}
    elif asked["do"] == "version":
        link |= {"sheet": found.sheet, "version": asked["version"]}
    return _linked(request, floor, found, form, link)


def _linked(request: HttpRequest, floor: Floor, found: Appeal, form: CorrectForm, link: dict[str, Any]) -> bool:
    """Link it; the form's plain key is that of the correction itself, where that was made here."""
    try:
        link_correction(floor.actor, found, key=key_of(request, "link"), **link)
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    except Refused as refused:
        form.add_error(None, str(refused.message))
        return False
    return True


def _page(request: HttpRequest, floor: Floor, found: Appeal, shown: dict[str, Any], sent: str) -> HttpResponse:
    head, step, reads = floor.event.head, last_step(found), may_read(floor.reader)
    may = floor.may(file_appeal, head)
    waits = found.status in (State.UNSIGNED, State.OPEN)
    context = appeal_context(found, reads=reads) | shown
    context |= {
        "floor": floor,
        "slug": floor.event.slug,
        "may": may,
        "waits": waits,
        "may_decide": waits and floor.may(DECIDES[step.instance], head),
        "may_route": may and waits and step.instance != Instance.ARBITRATION,
        "may_correct": may and found.status == State.UPHELD,
        "may_reopen": found.sheet and found.sheet.state in found.sheet.COUNTED and floor.may(reopen_sheet, head),
        "fouls": foul_lines(found) if floor.may(cancel_foul, head) else [],
    }
    answer = show(request, "floor/appeals/detail.html", shown["decision"], **context)
    answer.status_code = 400 if sent else 200
    return answer
