"""Checking and signing a sheet: players sign with their codes; the referee signs, or notes a signed paper sheet."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from common.actions.engine import Service, may
from common.actions.errors import Forbidden, Refused, Unusual
from common.forms import WholeNumberField
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.comparison import result_of
from scoring.sheets.selectors.checking.findings import cause_text, kinds_text
from scoring.sheets.selectors.checking.signatures import Signing, disputed_hands, signings, sitter_now
from scoring.sheets.selectors.codes.code_waits import CodeWait, player_waits, wrong_code_text
from scoring.sheets.selectors.facts.table_sheet import TableSheet
from scoring.sheets.services.checking.signing import check_sheet, sign_as_referee, sign_on_paper, sign_sheet
from scoring.sheets.services.codes.code_tries import lift_wait
from tournament.events.models.entries import Entry
from web.shared.at_table import AtTable, at_table
from web.shared.forms.questions import AskingForm
from web.shared.forms.writing import key_of
from web.shared.seats_now import SeatNow, seat_namer, seats_now
from web.table.page import hand_rows


class SigningForm(AskingForm):
    """One step on the page, with its seat, code or referee."""

    seen = WholeNumberField(min_value=0)
    step = forms.ChoiceField(choices=[(step, step) for step in ("check", "sign", "referee", "paper")])
    seat = forms.ChoiceField(choices=[(seat, seat) for seat in "ESWN"], required=False)
    code = forms.CharField(max_length=20, required=False)
    referee = forms.CharField(max_length=200, required=False)


@never_cache
def signing(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Show the signatures and those still missing; write a check or a signature."""
    table = at_table(request, slug, session, number)
    form = SigningForm(request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"error": "", "form": form}
    if form.is_valid():
        try:
            wrong_code = _write_step(request, table, form)
        except Forbidden as forbidden:
            raise PermissionDenied from forbidden
        except Unusual as unusual:
            form.questions = unusual.questions
            context["sent"] = [(name, form.cleaned_data[name]) for name in ("seen", "step", "seat", "referee")]
        except Refused as refused:
            context |= _fault(form, str(refused.message), at_code=refused.where == "code")
        else:
            if not wrong_code:
                return redirect(f"{request.path}#signatures")
            context |= _fault(form, wrong_code, at_code=True)
        table = at_table(request, slug, session, number)
    return render(
        request, "table/signing.html", context | _signing_context(table), status=400 if form.is_bound else 200
    )


def _fault(form: SigningForm, message: str, *, at_code: bool) -> dict[str, Any]:
    """Return the message for the context: at the player's field for the code, else above the page."""
    return {"wrong": {"seat": form.cleaned_data["seat"], "text": message}} if at_code else {"error": message}


def _write_step(request: HttpRequest, table: AtTable, form: SigningForm) -> str:
    """Write the step; return what is wrong with the code, which counts as a try."""
    data = form.cleaned_data
    acknowledged = form.acknowledged
    seats = [data["seat"]] if data["seat"] else []
    steps: dict[str, tuple[Service, dict[str, Any]]] = {
        "check": (check_sheet, {"seats": seats, "acknowledged": acknowledged}),
        "sign": (sign_sheet, {"seat": data["seat"], "code": data["code"].strip()}),
        "referee": (sign_as_referee, {}),
        "paper": (sign_on_paper, {"referee": data["referee"].strip(), "acknowledged": acknowledged}),
    }
    service, arguments = steps[data["step"]]
    answer = service(table.actor, table.sheet, key=key_of(request), seen=data["seen"], **arguments)
    return wrong_code_text(answer) if answer.get("signed") is False else ""


def _signing_context(table: AtTable) -> dict[str, Any]:
    sheet = table.facts
    scores = result_of(sheet.record) or {}
    hands = hand_rows(table)
    ledger = table.event.ledger
    unlocked = table.sheet.state not in Sheet.COUNTED
    comparison = sheet.comparison
    waits = _code_waits(table)
    return {
        "table": table,
        "lines": _lines(table, waits),
        "hands": hands,
        "signed": _signed_players(table),
        "players": len(sheet.facts.played_seats),
        "may_lift": table.official and may(table.actor, lift_wait, ledger),
        "empty": not scores,
        "disputed": disputed_hands(table.sheet),
        "contradiction": _contradiction(sheet, comparison) if comparison and comparison.contradicts else None,
        "may_check": unlocked and (table.phone is None or table.writes) and _may(table, check_sheet),
        "may_sign": table.sheet.state == Sheet.State.CHECKED
        and (table.phone is None or table.writes)
        and _may(table, sign_sheet),
        "may_referee": table.sheet.state == Sheet.State.CHECKED and may(table.actor, sign_as_referee, ledger),
        "may_paper": unlocked and table.official and may(table.actor, sign_on_paper, ledger),
    }


@dataclass(frozen=True)
class SigningLine:
    """A signer with the person's place and result at the table; those are empty for the referees.

    ``held``: the score with the points of the start.
    """

    signing: Signing
    person: SeatNow | None
    score: int | None
    held: int | None
    points: int | None
    wait: tuple[Entry, list[CodeWait]] | None


def _lines(table: AtTable, waits: dict[str, tuple[Entry, list[CodeWait]]]) -> list[SigningLine]:
    """Return the players by the winds of the last hand, then the referees."""
    facts = table.facts.facts
    last = max((hand.no for hand in facts.hands), default=1)
    people: dict[str, SeatNow] = {person.seat: person for person in seats_now(facts, last)}
    results = {str(line.seat): line for line in table.facts.lines}
    lines = []
    for signing in signings(facts):
        result = results.get(signing.signer)
        score, points = (result.score, result.points) if result else (None, None)
        held = None if score is None else table.facts.game.start + score
        person, wait = people.get(signing.signer), waits.get(signing.signer)
        lines.append(SigningLine(signing, person, score, held, points, wait))
    order = list(people)
    return sorted(lines, key=lambda line: order.index(line.signing.signer) if line.person else len(order))


def _signed_players(table: AtTable) -> int:
    """Return how many players have signed."""
    return sum(bool(line.sign) for line in signings(table.facts.facts) if line.signer in table.facts.facts.played_seats)


def _code_waits(table: AtTable) -> dict[str, tuple[Entry, list[CodeWait]]]:
    """Return starting seat -> (player who signs, waits of that code); seats without waits are left out."""
    sitters = {seat: sitter_now(table.facts.facts, seat).entry for seat in table.facts.facts.played_seats}
    waits = player_waits(entry.pk for entry in sitters.values() if entry)
    return {seat: (entry, waits[entry.pk]) for seat, entry in sitters.items() if entry and entry.pk in waits}


def _may(table: AtTable, service: Service) -> bool:
    return bool(table.actor.roles(table.event.ledger, table.sheet) & service.spec.roles)


def _contradiction(sheet: TableSheet, comparison: Comparison) -> dict[str, Any]:
    return {"kinds": kinds_text(comparison), "cause": cause_text(comparison, seat_namer(sheet.facts.sittings))}
