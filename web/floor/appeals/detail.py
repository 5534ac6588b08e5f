"""One appeal on the Floor: signatures, fee, hearing, decision, corrections, and its files for those entitled."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from common.actions.engine import Service
from common.actions.errors import Forbidden, Refused, Unusual
from scoring.appeals.models import Appeal
from scoring.appeals.rules import Instance, State
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
from web.floor.appeals.appeals import appeal_or_404
from web.floor.appeals.forms import CorrectForm, DecisionForm, FurtherTypedForm, ReasonForm, RouteForm
from web.shared.access import signed_in
from web.shared.appeals import FileForm, appeal_context, attachment_response, foul_lines, may_read, paper_response
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import NOT_DONE, key_of, show, write
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
    try:
        written = write(request, form, service, floor.actor, appeal, **(form.payload() if form.is_valid() else {}))
    except Unusual as unusual:
        form.add_error("unpaid", " ".join(unusual.questions.values()))
        written = NOT_DONE
    if written.done:
        messages.success(request, _("The decision is recorded."))
        return redirect("floor:appeal", slug, number)
    return _appeal_page(request, floor, appeal, _forms(request, floor, appeal, "") | {"decision": form}, "decide")


@signed_in
def correct(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Reopen the sheet or cancel the foul of an upheld appeal, or link a correction already made."""
    floor = event_floor(request, slug)
    appeal = appeal_or_404(floor, number)
    form = CorrectForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if _write_correction(request, floor, appeal, form):
            messages.success(request, _("The link with the appeal is saved."))
            return redirect("floor:appeal", slug, number)
        return _appeal_page(request, floor, appeal, _forms(request, floor, appeal, "") | {"correct": form}, "correct")
    return redirect("floor:appeal", slug, number)


@get_only
@signed_in
def attachment(request: HttpRequest, slug: str, number: int, file: int) -> FileResponse:
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


def _write_correction(request: HttpRequest, floor: Floor, appeal: Appeal, form: CorrectForm) -> bool:
    """Write the chosen correction and link it; reopening and cancelling name the appeal as their reason."""
    if appeal.status != State.UPHELD:
        raise PermissionDenied
    data = form.cleaned_data
    link: dict[str, Any] = {"note": data["note"]}
    form.cleaned_data = data | {"reason": _("Appeal %(number)d was upheld.") % {"number": appeal.number}}
    if data["do"] == "reopen" and appeal.sheet:
        written = write(request, form, reopen_sheet, floor.actor, appeal.sheet)
        if not written.done:
            return False
        appeal.sheet.refresh_from_db()
        link |= {"sheet": appeal.sheet, "version": written.answer["version"]}
    elif data["do"] == "cancel":
        foul = fouls_about(appeal).filter(number=data["foul"]).first()
        if foul and not write(request, form, cancel_foul, floor.actor, foul).done:
            return False
        link |= {"foul": foul} if foul else {}
    elif data["do"] == "version":
        link |= {"sheet": appeal.sheet, "version": data["version"]}
    return _write_link(request, floor, appeal, form, link)


def _write_link(request: HttpRequest, floor: Floor, appeal: Appeal, form: CorrectForm, link: dict[str, Any]) -> bool:
    """Link the correction; the plain idempotency key belongs to the correction itself, where that was made here."""
    try:
        link_correction(floor.actor, appeal, key=key_of(request, "link"), **link)
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    except Refused as refused:
        form.add_error(None, str(refused.message))
        return False
    return True


def _appeal_page(
    request: HttpRequest, floor: Floor, appeal: Appeal, forms_by_name: dict[str, Any], sent: str
) -> HttpResponse:
    ledger = floor.event.ledger
    step = last_step(appeal)
    reads = may_read(floor.reader)
    may = floor.may(file_appeal, ledger)
    is_waiting = appeal.status in (State.UNSIGNED, State.OPEN)
    context = appeal_context(appeal, reads=reads) | forms_by_name
    context |= {
        "floor": floor,
        "slug": floor.event.slug,
        "may": may,
        "waits": is_waiting,
        "may_decide": is_waiting and floor.may(DECIDES[step.instance], ledger),
        "may_route": may and is_waiting and step.instance != Instance.ARBITRATION,
        "may_correct": may and appeal.status == State.UPHELD,
        "may_reopen": appeal.sheet and appeal.sheet.state in appeal.sheet.COUNTED and floor.may(reopen_sheet, ledger),
        "fouls": foul_lines(appeal) if floor.may(cancel_foul, ledger) else [],
    }
    answer = show(request, "floor/appeals/detail.html", forms_by_name["decision"], **context)
    answer.status_code = 400 if sent else 200
    return answer
