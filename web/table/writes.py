"""Writes at the table (hands, disputes, calls, the pen): JSON for the page's script, a form without script."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from common.actions.engine import Service
from common.actions.errors import Conflict, Forbidden, Refused, Unusual
from common.actions.permissions import Actor
from common.numbers import number_in
from scoring.sheets.services.codes.cards import take_pen
from scoring.sheets.services.facts.disputes import decide_hand, dispute_hand
from scoring.sheets.services.facts.hands import record_hand, remove_hand
from scoring.sheets.services.people.periods import seat_period
from scoring.sheets.services.referee_calls import call_referee, uncall_referee
from web.shared.at_table import AtTable, at_table, phone_name
from web.shared.forms.fields import ButtonForm
from web.shared.forms.periods import PeriodForm
from web.shared.forms.writing import key_of
from web.shared.requests.devices import device_of
from web.shared.requests.methods import post_only
from web.table.choices import Choice
from web.table.forms import CallForm, HandForm, StepForm, hand_form
from web.table.page import show_page
from web.table.state import state_of


def _for_phones(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer a phone without a valid card with JSON if its script asks."""

    @post_only
    @wraps(view)
    def answer(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
        try:
            return view(request, slug, session, number)
        except PermissionDenied:
            if not _wants_data(request):
                raise
        message = _("This device has no valid card of table %(table)d: scan the card on that table, then send again.")
        return JsonResponse({"kind": "card", "message": message % {"table": number}}, status=Forbidden.status)

    return answer


@_for_phones
def hand(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    table = at_table(request, slug, session, number)
    number_sent = number_in(request.POST.get("no", ""))
    form = hand_form(table, number_sent, request.POST)
    return _write(request, table, form, record_hand, lambda: form.payload)


@_for_phones
def undo(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Remove one hand."""
    return _write_step(request, at_table(request, slug, session, number), remove_hand)


@_for_phones
def dispute(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    return _write_step(request, at_table(request, slug, session, number), dispute_hand)


@_for_phones
def decide(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Decide that a disputed hand stays as written."""
    return _write_step(request, at_table(request, slug, session, number), decide_hand)


@_for_phones
def call(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    form = CallForm(request.POST)
    table = at_table(request, slug, session, number)
    return _write(
        request,
        table,
        form,
        call_referee,
        lambda: {"for_what": form.cleaned_data["for_what"], "no": form.cleaned_data["hand"] or 0},
    )


@_for_phones
def uncall(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Cancel the call."""
    return _write(request, at_table(request, slug, session, number), ButtonForm(request.POST), uncall_referee, dict)


@_for_phones
def pen(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Make this phone the one that writes."""
    table = at_table(request, slug, session, number)
    if table.phone is None:
        raise PermissionDenied
    code = table.phone.code
    bearer = Actor(table.actor.ref, phone_name(table.phone), device_of(request), shown=code)
    try:
        take_pen(bearer, code, phone=table.phone, key=key_of(request))
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    if _wants_data(request):
        return JsonResponse({"state": state_of(at_table(request, slug, session, number))})
    if request.POST.get("then") == "signing":
        return redirect("table:signing", slug, session, number)
    return _redirect_to_page(table)


@_for_phones
def period(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Enter the seats of a period; a page without script, because the course of the table changes."""
    table = at_table(request, slug, session, number)
    form = PeriodForm(table.facts.facts, request.POST)
    seen = number_in(request.POST.get("seen", "")) or 0
    if form.is_valid():
        try:
            seat_period(table.actor, table.sheet, key=key_of(request), seen=seen, **form.payload)
        except Forbidden as forbidden:
            raise PermissionDenied from forbidden
        except Refused as refused:
            form.add_error(None, str(refused.message))
        else:
            return _redirect_to_page(table)
    table = table.refreshed()
    return show_page(request, table, hand_form(table, None), form)


def _write_step(request: HttpRequest, table: AtTable, service: Service) -> HttpResponse:
    form = StepForm(request.POST)
    return _write(request, table, form, service, lambda: form.cleaned_data)


def _write(
    request: HttpRequest, table: AtTable, form: Any, service: Service, payload: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """Run the service; return its answer with the new state, or the refusal, as JSON or on the page."""
    if not form.is_valid():
        refusal = Refused(" ".join(_error_messages(form)), where=next(iter(form.errors)))
        return _refusal_response(request, table, form, refusal)
    try:
        answer = service(table.actor, table.sheet, key=key_of(request), **payload())
    except Refused as refused:
        return _refusal_response(request, table, form, refused)
    if not _wants_data(request):
        return _redirect_to_page(table)
    return JsonResponse({"answer": answer, "state": state_of(table.refreshed())})


def _refusal_response(request: HttpRequest, table: AtTable, form: Any, refused: Refused) -> HttpResponse:
    if _wants_data(request):
        kind = _refusal_kind(table, refused)
        data: dict[str, Any] = {"kind": kind, "message": str(refused.message), "where": refused.where}
        if isinstance(refused, Conflict):
            data |= {"theirs": refused.theirs, "yours": refused.yours, "version": refused.version}
        if isinstance(refused, Unusual):
            data |= {"questions": refused.questions}
        return JsonResponse(data | {"state": state_of(table.refreshed())}, status=refused.status)
    if isinstance(refused, Forbidden):
        raise PermissionDenied from refused
    table = table.refreshed()
    shown = form if isinstance(form, HandForm) else hand_form(table, None)
    shown.choice = Choice.of(request, table, refused) if isinstance(refused, Conflict) else None
    if shown.choice:
        return show_page(request, table, shown)
    if shown is not form:
        shown.refusal = str(refused.message)
        return show_page(request, table, shown)
    if isinstance(refused, Unusual):
        form.questions = refused.questions
    elif form.is_valid():
        form.add_error(refused.where if refused.where in form.fields else None, str(refused.message))
    return show_page(request, table, form)


def _refusal_kind(table: AtTable, refused: Refused) -> str:
    """Return the kind of the refusal, which tells the script how to go on."""
    if isinstance(refused, Conflict):
        return "conflict"
    if isinstance(refused, Unusual):
        return "unusual"
    if isinstance(refused, Forbidden) and table.pen == "other":
        return "pen"
    return "refused"


def _error_messages(form: Any) -> list[str]:
    return [str(message) for messages in form.errors.values() for message in messages]


def _wants_data(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")


def _redirect_to_page(table: AtTable) -> HttpResponse:
    return redirect("table:page", table.event.slug, table.session, table.number)
