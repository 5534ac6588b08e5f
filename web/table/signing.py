"""The four check the sheet and sign it with their codes; the referee signs, or notes what stands on paper."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from common.actions.engine import Service, may
from common.actions.errors import Forbidden, Refused, Unusual
from common.forms import WholeNumberField
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.comparison import result_of
from scoring.sheets.selectors.checking.findings import cause_text, kinds_text
from scoring.sheets.selectors.checking.signatures import disputed_hands, signings, sitter_now
from scoring.sheets.selectors.codes.code_waits import CodeWait, player_waits, wrong_code_text
from scoring.sheets.services.checking.signing import check_sheet, sign_as_referee, sign_on_paper, sign_sheet
from scoring.sheets.services.codes.code_tries import lift_wait
from tournament.events.models.entries import Entry
from web.shared.at_table import AtTable, at_table
from web.shared.forms.questions import AskingForm
from web.shared.forms.writing import key_of


class SigningForm(AskingForm):
    """One tap on the page: who, and what for."""

    seen = WholeNumberField(min_value=0)
    step = forms.ChoiceField(choices=[(step, step) for step in ("check", "sign", "referee", "paper")])
    seat = forms.ChoiceField(choices=[(seat, seat) for seat in "ESWN"], required=False)
    code = forms.CharField(max_length=20, required=False)
    referee = forms.CharField(max_length=200, required=False)


@never_cache
def signing(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Show what is to be signed and by whom, and take a check or a signature."""
    at = at_table(request, slug, session, number)
    form = SigningForm(request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"error": "", "form": form}
    if form.is_valid():
        try:
            _done(request, at, form)
        except Forbidden as forbidden:
            raise PermissionDenied from forbidden
        except Unusual as unusual:
            form.questions = unusual.questions
            context["sent"] = [(name, form.cleaned_data[name]) for name in ("seen", "step", "seat", "referee")]
        except Refused as refused:
            context["error"] = str(refused.message)
        else:
            return redirect("table:signing", slug, session, number)
        at = at_table(request, slug, session, number)
    return render(request, "table/signing.html", context | _context(at), status=400 if form.is_bound else 200)


def _done(request: HttpRequest, at: AtTable, form: SigningForm) -> None:
    asked, acknowledged = form.cleaned_data, form.acknowledged
    seats, facts = [asked["seat"]] if asked["seat"] else [], {"seen": asked["seen"]}
    ways: dict[str, tuple[Service, dict[str, Any]]] = {
        "check": (check_sheet, {"seats": seats, "acknowledged": acknowledged}),
        "sign": (sign_sheet, {"seat": asked["seat"], "code": asked["code"].strip()}),
        "referee": (sign_as_referee, {}),
        "paper": (sign_on_paper, {"referee": asked["referee"].strip(), "acknowledged": acknowledged}),
    }
    service, more = ways[asked["step"]]
    answer = service(at.actor, at.sheet, key=key_of(request), **facts, **more)
    if answer.get("signed") is False:
        messages.error(request, wrong_code_text(answer))


def _context(at: AtTable) -> dict[str, Any]:
    sheet = at.facts
    scores = {str(seat): points for seat, points in (result_of(sheet.record) or {}).items()}
    head = at.event.head
    unlocked = at.sheet.state not in Sheet.COUNTED
    comparison = sheet.comparison
    waits = _code_waits(at)
    return {
        "at": at,
        "lines": [(line, scores.get(line.signer), waits.get(line.signer)) for line in signings(sheet.facts)],
        "may_lift": at.official and may(at.actor, lift_wait, head),
        "empty": not scores,
        "disputed": disputed_hands(at.sheet),
        "contradiction": _contradiction(comparison) if comparison and comparison.contradicts else None,
        "may_check": unlocked and (at.phone is None or at.writes) and _may(at, check_sheet),
        "may_sign": at.sheet.state == Sheet.State.CHECKED and (at.phone is None or at.writes) and _may(at, sign_sheet),
        "may_referee": at.sheet.state == Sheet.State.CHECKED and may(at.actor, sign_as_referee, head),
        "may_paper": unlocked and at.official and may(at.actor, sign_on_paper, head),
    }


def _code_waits(at: AtTable) -> dict[str, tuple[Entry, list[CodeWait]]]:
    """Starting seat -> the player who signs for it and the waits of that player's code; seats without any left out."""
    sitters = {seat: sitter_now(at.facts.facts, seat).entry for seat in at.facts.facts.played_seats}
    waits = player_waits(entry.pk for entry in sitters.values() if entry)
    return {seat: (entry, waits[entry.pk]) for seat, entry in sitters.items() if entry and entry.pk in waits}


def _may(at: AtTable, service: Service) -> bool:
    return bool(at.actor.roles(at.event.head, at.sheet) & service.spec.roles)


def _contradiction(comparison: Any) -> dict[str, Any]:
    return {"kinds": kinds_text(comparison), "cause": cause_text(comparison)}
