"""The page for typing a sheet from paper: hands, totals, penalties and signatures."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from common.actions.errors import Conflict, Forbidden, Refused, Unusual
from common.numbers import number_in
from scoring.game.rules.game import Game
from scoring.papers.exports.score_sheets.papers import referees
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.paper.second_entries import MISSING, typed_by, waits_for
from scoring.sheets.selectors.paper.tray import papers
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.facts.penalties import TablePenalty, give_penalty
from scoring.sheets.services.facts.whole import type_sheet
from scoring.sheets.services.paper.tray import take_paper
from tournament.events.selectors.events import sole_referee_of
from web.desk.sheets.labels import conflict_text, seat_name
from web.desk.sheets.paper.asking import open_questions
from web.desk.sheets.paper.checking import typed_results
from web.desk.sheets.paper.forms import TypingForm
from web.desk.sheets.paper.page import typing_page
from web.desk.sheets.tray import open_next_paper, run_or_message, sheet_at, typing_desk
from web.shared.access import EventAccess, signed_in
from web.shared.forms.writing import key_of
from web.shared.requests.methods import get_only, post_only

#: Session keys of the typist's mode and referee.
MODE, REFEREE = "typing_mode", "typing_referee"


@signed_in
def typing(request: HttpRequest, slug: str, session: int, table: int) -> HttpResponse:
    """Show the paper's form, or run its button: penalty, save, save and sign, other mode."""
    desk = typing_desk(request, slug)
    sheet = sheet_at(desk, session, table)
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    locked = sheet.state in Sheet.COUNTED
    if not locked and waits_for(facts) == MISSING and not typed_by(sheet, desk.actor):
        return redirect("desk:typing-again", slug, session, table)
    if request.method == "POST" and not locked:
        return _handle_post(request, desk, sheet, facts)
    other = _other_typist(desk, sheet)
    if not locked and not other:
        run_or_message(request, desk, take_paper, sheet)
    referee = referees(desk.event).get(table) or request.session.get(REFEREE) or sole_referee_of(desk.event)
    form = TypingForm(facts, mode=_remembered_mode(request, facts), referee=referee)
    return typing_page(request, desk, sheet, form, other=other)


@get_only
@signed_in
def check(request: HttpRequest, slug: str, session: int, table: int) -> HttpResponse:
    """Return the results of the typed values as JSON for the page's script."""
    desk = typing_desk(request, slug)
    sheet = sheet_at(desk, session, table)
    form = TypingForm(sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0], request.GET)
    form.is_valid()
    return JsonResponse(typed_results(form))


@signed_in
@post_only
def hold(request: HttpRequest, slug: str, session: int, table: int) -> HttpResponse:
    """Renew the lease of the paper while it is typed; 409 if another typist took it over."""
    desk = typing_desk(request, slug)
    try:
        take_paper(desk.actor, sheet_at(desk, session, table))
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    except Refused as refused:
        return HttpResponse(str(refused.message), status=409, content_type="text/plain; charset=utf-8")
    return HttpResponse(status=204)


def _handle_post(request: HttpRequest, desk: EventAccess, sheet: Sheet, facts: SheetFacts) -> HttpResponse:
    data = request.POST.copy()
    if data.get("do") == "mode":
        return _other_mode(request, desk, sheet, facts, data)
    if number_in(data.get("overrule", "")) is not None:
        data["seen"] = data.get("overrule", "")
    form = TypingForm(facts, data)
    if form.is_valid():
        request.session[MODE] = form.cleaned_data["mode"]
        request.session[REFEREE] = form.cleaned_data["referee"]
        if data.get("do") == "penalty":
            return _give_penalty(request, desk, sheet, form)
        if data.get("do") == "sign" and not form.cleaned_data["referee"].strip():
            form.add_error("referee", _("Type the referee's name as written on the paper sheet."))
        elif _save(request, desk, sheet, form):
            return _after_saving(request, desk, sheet, form)
    return typing_page(request, desk, sheet, form)


def _save(request: HttpRequest, desk: EventAccess, sheet: Sheet, form: TypingForm) -> bool:
    payload = {"hands": form.hands, "totals": form.totals, "table_points": form.stated}
    if all(value is None for value in payload.values()):
        form.add_error(None, _("Nothing is typed yet."))
        return False
    form.questions = open_questions(desk.actor, sheet, form, payload, signs=request.POST.get("do") == "sign")
    if form.questions:
        return False
    return _run(request, desk, form, type_sheet, sheet, seen=form.cleaned_data["seen"], **payload) is not None


def _after_saving(request: HttpRequest, desk: EventAccess, sheet: Sheet, form: TypingForm) -> HttpResponse:
    """Sign if requested and open the next paper; else show the saved paper."""
    slug, session, table = desk.event.slug, sheet.table.session.number, sheet.table.number
    sheet.refresh_from_db()
    if request.POST.get("do") != "sign":
        messages.success(request, _("The sheet of table %(table)d is saved.") % {"table": table})
        return redirect("desk:typing", slug, session, table)
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    if waits_for(facts):
        messages.info(request, _("Table %(table)d waits for the second entry of its totals.") % {"table": table})
        return open_next_paper(request, desk, session)
    data = request.POST.copy()
    data["seen"] = str(sheet.version)
    again = TypingForm(facts, data)
    again.is_valid()
    referee = form.cleaned_data["referee"]
    if _run(request, desk, again, sign_on_paper, sheet, seen=sheet.version, referee=referee) is None:
        return typing_page(request, desk, sheet, again)
    messages.success(request, _("The sheet of table %(table)d is saved and signed.") % {"table": table})
    return open_next_paper(request, desk, session)


def _give_penalty(request: HttpRequest, desk: EventAccess, sheet: Sheet, form: TypingForm) -> HttpResponse:
    """Record the penalty at once; all other typed values stay in the form."""
    fine = {name.removeprefix("fine_"): form.cleaned_data[name] for name in form.fields if name.startswith("fine_")}
    missing = [name for name in ("seat", "points", "reason") if not fine[name]]
    for name in missing:
        form.add_error(f"fine_{name}", _("Needed for a penalty."))
    if missing:
        return typing_page(request, desk, sheet, form)
    penalty = TablePenalty(fine["seat"], fine["points"], hand_no=fine["no"] or 0, payee=fine["payee"])
    payload = {"seen": form.cleaned_data["seen"], "penalty": penalty}
    if _run(request, desk, form, give_penalty, sheet, reason=fine["reason"], **payload) is None:
        return typing_page(request, desk, sheet, form)
    data = request.POST.copy()
    for name in fine:
        data[f"fine_{name}"] = ""
    fresh = TypingForm(sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0], data)
    fresh.is_valid()
    return typing_page(request, desk, sheet, fresh)


def _run(
    request: HttpRequest, desk: EventAccess, form: TypingForm, service: Any, sheet: Sheet, **payload: Any
) -> dict[str, Any] | None:
    """Return the service's answer; if it refuses, put its errors, questions or conflict into the form, return None."""
    try:
        return service(
            desk.actor, sheet, key=key_of(request, service.spec.name), acknowledged=form.acknowledged, **payload
        )
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    except Unusual as unusual:
        form.questions = unusual.questions
    except Conflict as conflict:
        form.conflict = _conflict_lines(conflict, form.game)
        form.conflict_version = conflict.version
    except Refused as refused:
        form.refuse(refused.where, str(refused.message))
    return None


def _conflict_lines(conflict: Conflict, game: Game) -> list[tuple[str, str, str]]:
    """Return the lines of a conflict: fact, current value, typed value."""
    lines = []
    for kind, facts in conflict.theirs.items():
        for name, theirs in facts.items():
            label = _("Hand %(no)s") % {"no": name} if kind == "hand" else seat_name(name)
            yours = conflict_text(kind, conflict.yours[kind][name], game)
            lines.append((label, conflict_text(kind, theirs, game), yours))
    return lines


def _other_mode(request: HttpRequest, desk: EventAccess, sheet: Sheet, facts: SheetFacts, data: Any) -> HttpResponse:
    """Show the hands in the notation of the other mode; unreadable texts stay unchanged."""
    form = TypingForm(facts, data)
    form.is_valid()
    keys = facts.game.keys
    data["mode"] = next((mode for mode in keys.modes if mode != data.get("mode")), keys.modes[0])
    for no, hand in form.played.items():
        if hand.winner is None or hand.points is not None:
            data[f"h{no}"] = keys.write(hand, data["mode"], form.seats)
    request.session[MODE] = data["mode"]
    fresh = TypingForm(facts, data)
    fresh.is_valid()
    return typing_page(request, desk, sheet, fresh)


def _remembered_mode(request: HttpRequest, facts: SheetFacts) -> str:
    """Return the typist's way of typing if the game has it, else the usual one."""
    modes = facts.game.keys.modes
    mode = request.session.get(MODE)
    return mode if mode in modes else modes[0]


def _other_typist(desk: EventAccess, sheet: Sheet) -> str:
    """Return the name of another typist who has the paper in hand; empty if there is none."""
    paper = next(row for row in papers(desk.event, sheet.table.session.number) if row.sheet == sheet)
    return paper.typist if paper.typist_ref != desk.actor.ref else ""
