"""One appeal on the Floor: signatures, fee, hearing, decision, corrections, and its files for those entitled."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from common.actions.engine import Service
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.rules import Instance, State
from scoring.appeals.selectors.appeals import last_step
from scoring.appeals.services.attaching import attach
from scoring.appeals.services.deciding import (
    decide_department,
    decide_first,
    decide_second,
    hear,
    route,
)
from scoring.appeals.services.fees import settle_fee, take_fee, untake_fee
from scoring.appeals.services.filing import file_appeal, take_further, withdraw
from scoring.appeals.services.signing import sign_appeal
from scoring.fouls.services.recording import cancel_foul
from scoring.releases.selectors.closing import closing_of
from scoring.releases.services.closing import reopen_event
from scoring.sheets.services.checking.confirming import reopen_sheet
from scoring.sheets.services.checking.settling import settle
from scoring.sheets.services.checking.signing import sign_corrected
from web.floor.access import Floor, event_floor
from web.floor.appeals.appeals import appeal_or_404
from web.floor.appeals.correcting import Correcting, SignForm, contradicts, correct_form, has_only_totals, steps_of
from web.floor.appeals.forms import DecisionForm, FurtherTypedForm, ReasonForm, RouteForm
from web.shared.access import signed_in
from web.shared.appeals import FileForm, appeal_context, attachment_response, foul_lines, may_read, paper_response
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import show, write
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


@signed_in
def appeal(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the appeal; write the form or button that was sent."""
    floor = event_floor(request, slug)
    appeal = appeal_or_404(floor, number)
    sent = request.POST.get("do", "")
    forms_by_name = _forms(request, floor, appeal, sent)
    if _write_sent_form(request, floor, appeal, sent, forms_by_name):
        return redirect("floor:appeal", slug, number)
    return _appeal_page(request, floor, appeal, forms_by_name, sent)


@signed_in
def decide(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Decide the open step."""
    floor = event_floor(request, slug)
    appeal = appeal_or_404(floor, number)
    form = DecisionForm(appeal, request.POST if request.method == "POST" else None)
    service = DECIDES[last_step(appeal).instance]
    payload = form.payload() if form.is_valid() else {}
    if write(request, form, service, floor.actor, appeal, **payload).done:
        messages.success(request, _("The decision is recorded."))
        return redirect("floor:appeal", slug, number)
    return _appeal_page(request, floor, appeal, _forms(request, floor, appeal, "") | {"decision": form}, "decide")


@signed_in
def correct(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Reopen the sheet or cancel the foul of an upheld appeal, or link a correction already made."""
    floor = event_floor(request, slug)
    appeal = appeal_or_404(floor, number)
    form = correct_form(request)
    if form.is_valid() and Correcting(request, floor, appeal, form).write():
        messages.success(request, _("The correction is saved and linked with the appeal."))
        return redirect("floor:appeal", slug, number)
    if not form.is_bound:
        return redirect("floor:appeal", slug, number)
    appeal = appeal_or_404(floor, number)
    return _appeal_page(request, floor, appeal, _forms(request, floor, appeal, "") | {"correct": form}, "correct")


@get_only
@signed_in
def attachment(request: HttpRequest, slug: str, number: int, file: int) -> HttpResponseBase:
    """Return an attached file to those entitled."""
    floor = event_floor(request, slug)
    floor.require(may_read(floor.reader))
    return attachment_response(appeal_or_404(floor, number), file)


@get_only
@signed_in
def paper(request: HttpRequest, slug: str, number: int, what: str) -> HttpResponse:
    """Return the decision paper or the receipt; officials without the right get it without the confidential text."""
    floor = event_floor(request, slug)
    return paper_response(appeal_or_404(floor, number), what, reads=may_read(floor.reader))


def _forms(request: HttpRequest, floor: Floor, appeal: Appeal, sent: str) -> dict[str, Any]:
    """Return every form of the page; the one that was sent holds its data."""
    step = last_step(appeal)
    data = {name: request.POST if sent == name else None for name in ("route", "further", "unpay")}
    return {
        "decision": DecisionForm(appeal, initial={"names": floor.actor.name}),
        "route": RouteForm(data["route"], initial={"matter": appeal.matter, "department": step.department}),
        "further": FurtherTypedForm(data["further"]),
        "correct": SignForm(),
        "unpay": ReasonForm(data["unpay"], prefix="unpay"),
        "files": FileForm(request.POST, request.FILES) if sent == "attach" else FileForm(),
        "tap": ButtonForm(request.POST) if sent in TAPS else None,
    }


def _write_sent_form(
    request: HttpRequest, floor: Floor, appeal: Appeal, sent: str, forms_by_name: dict[str, Any]
) -> bool:
    """Write the form or button that was sent; return False if it must be corrected."""
    actor = floor.actor
    if sent in TAPS:
        payload = {"signer": sent.removeprefix("sign-")} if sent.startswith("sign-") else {}
        return write(request, forms_by_name["tap"], TAPS[sent], actor, appeal, **payload).done
    services: dict[str, Service] = {"route": route, "further": take_further, "unpay": untake_fee}
    if sent in services:
        form = forms_by_name[sent]
        payload = {key: value for key, value in form.cleaned_data.items() if key != "reason"} if form.is_valid() else {}
        return write(request, form, services[sent], actor, appeal, **payload).done
    if sent == "attach":
        payload = forms_by_name["files"].payload()
        return bool(payload) and write(request, forms_by_name["files"], attach, actor, appeal, **payload).done
    return False


def _appeal_page(
    request: HttpRequest, floor: Floor, appeal: Appeal, forms_by_name: dict[str, Any], sent: str
) -> HttpResponse:
    ledger = floor.event.ledger
    step = last_step(appeal)
    reads = may_read(floor.reader)
    may = floor.may(file_appeal, ledger)
    is_waiting = appeal.status in (State.UNSIGNED, State.OPEN)
    context = appeal_context(appeal, reads=reads) | forms_by_name
    correct = forms_by_name["correct"]
    context |= {
        "floor": floor,
        "slug": floor.event.slug,
        "may": may,
        "waits": is_waiting,
        "may_decide": is_waiting and floor.may(DECIDES[step.instance], ledger),
        "may_route": may and is_waiting and step.instance != Instance.ARBITRATION,
        "may_correct": may and appeal.status == State.UPHELD,
        "way": steps_of(appeal),
        "contradicts": contradicts(appeal),
        "only_totals": has_only_totals(appeal),
        "may_settle": floor.may(settle, ledger),
        "sign": correct if isinstance(correct, SignForm) else SignForm(),
        "may_reopen": floor.may(reopen_sheet, ledger),
        "closed": closing_of(floor.event) is not None,
        "may_reopen_event": floor.may(reopen_event, ledger),
        "may_sign": floor.may(sign_corrected, ledger),
        "fouls": foul_lines(appeal) if floor.may(cancel_foul, ledger) else [],
    }
    answer = show(request, "floor/appeals/detail.html", forms_by_name["decision"], **context)
    answer.status_code = 400 if sent else 200
    return answer
