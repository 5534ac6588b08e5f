"""Writing a hand, undoing and disputing it, taking the pen: for the page's script as data, without script as a form."""

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
from scoring.sheets.services.facts.hands import decide_hand, dispute_hand, record_hand, remove_hand
from scoring.sheets.services.referee_calls import call_referee, uncall_referee
from web.live.reading import device_of
from web.shared.at_table import AtTable, at_table, phone_name
from web.shared.forms.writing import key_of
from web.shared.requests.methods import post_only
from web.table.choices import Choice
from web.table.forms import CallBackForm, CallForm, HandForm, StepForm
from web.table.page import show_page
from web.table.state import state_of


def _for_phones(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Tell the page's script as data that this phone has no card of the table any more."""

    @post_only
    @wraps(view)
    def answer(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
        try:
            return view(request, slug, session, number)
        except PermissionDenied:
            if not _wants_data(request):
                raise
        message = _("This phone has no valid card of table %(table)d: scan the card on that table, then send again.")
        return JsonResponse({"kind": "card", "message": message % {"table": number}}, status=Forbidden.status)

    return answer


@_for_phones
def hand(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Write one hand."""
    at = at_table(request, slug, session, number)
    sent = request.POST.get("no", "")
    form = HandForm.of(at, number_in(sent), request.POST)
    return _write(request, at, form, record_hand, lambda: form.hand)


@_for_phones
def undo(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Take one hand off."""
    return _step(request, at_table(request, slug, session, number), remove_hand)


@_for_phones
def dispute(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Mark one hand as disputed."""
    return _step(request, at_table(request, slug, session, number), dispute_hand)


@_for_phones
def decide(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Say of a disputed hand that it stands as it is written."""
    return _step(request, at_table(request, slug, session, number), decide_hand)


@_for_phones
def call(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Call a referee to the table."""
    form = CallForm(request.POST)
    at = at_table(request, slug, session, number)
    return _write(request, at, form, call_referee, lambda: {"for_what": form.cleaned_data["for_what"]})


@_for_phones
def uncall(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Take the call back."""
    return _write(request, at_table(request, slug, session, number), CallBackForm(request.POST), uncall_referee, dict)


@_for_phones
def pen(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Let this phone write from now on."""
    at = at_table(request, slug, session, number)
    if at.phone is None:
        raise PermissionDenied
    code = at.phone.code
    bearer = Actor(at.actor.ref, phone_name(at.phone), device_of(request), shown=code)
    try:
        take_pen(bearer, code, phone=at.phone, key=key_of(request))
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    if _wants_data(request):
        return JsonResponse({"state": state_of(at_table(request, slug, session, number))})
    return _back(at)


def _step(request: HttpRequest, at: AtTable, service: Service) -> HttpResponse:
    form = StepForm(request.POST)
    return _write(request, at, form, service, lambda: form.cleaned_data)


def _write(
    request: HttpRequest, at: AtTable, form: Any, service: Service, facts: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """The service's answer and the sheet as it is then; or why not, as data or in the form."""
    if not form.is_valid():
        return _refused(request, at, form, Refused(" ".join(_messages(form)), where=next(iter(form.errors))))
    try:
        answer = service(at.actor, at.sheet, key=key_of(request), **facts())
    except Refused as refused:
        return _refused(request, at, form, refused)
    if not _wants_data(request):
        return _back(at)
    return JsonResponse({"answer": answer, "state": state_of(at.again())})


def _refused(request: HttpRequest, at: AtTable, form: Any, refused: Refused) -> HttpResponse:
    if _wants_data(request):
        told: dict[str, Any] = {"kind": _kind(at, refused), "message": str(refused.message), "where": refused.where}
        if isinstance(refused, Conflict):
            told |= {"theirs": refused.theirs, "yours": refused.yours, "version": refused.version}
        if isinstance(refused, Unusual):
            told |= {"questions": refused.questions}
        return JsonResponse(told | {"state": state_of(at.again())}, status=refused.status)
    if isinstance(refused, Forbidden):
        raise PermissionDenied from refused
    at = at.again()
    shown = form if isinstance(form, HandForm) else HandForm.of(at, None)
    shown.choice = Choice.of(request, at, refused) if isinstance(refused, Conflict) else None
    if shown.choice:
        return show_page(request, at, shown)
    if shown is not form:
        shown.refusal = str(refused.message)
        return show_page(request, at, shown)
    if isinstance(refused, Unusual):
        form.questions = refused.questions
    elif form.is_valid():
        form.add_error(refused.where if refused.where in form.fields else None, str(refused.message))
    return show_page(request, at, form)


def _kind(at: AtTable, refused: Refused) -> str:
    """What the script can do about it."""
    if isinstance(refused, Conflict):
        return "conflict"
    if isinstance(refused, Unusual):
        return "unusual"
    if isinstance(refused, Forbidden) and at.pen == "other":
        return "pen"
    return "refused"


def _messages(form: Any) -> list[str]:
    return [str(message) for messages in form.errors.values() for message in messages]


def _wants_data(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")


def _back(at: AtTable) -> HttpResponse:
    return redirect("table:page", at.event.slug, at.session, at.number)
