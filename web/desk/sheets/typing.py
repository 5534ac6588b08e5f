"""Typing a whole sheet from paper with the keyboard: hands, totals, penalties, and that the paper is signed."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from common.actions.errors import Conflict, Forbidden, Refused, Unusual
from common.numbers import number_in
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.keying import SCORES, WORDS, type_hand
from scoring.sheets.selectors.checking.signatures import sitter_now
from scoring.sheets.selectors.facts.records import SheetFacts, sheet_facts
from scoring.sheets.selectors.paper.second_entries import MISSING, typed_by, waits_for
from scoring.sheets.selectors.paper.tray import papers
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.facts.penalties import give_penalty
from scoring.sheets.services.facts.whole import type_sheet
from scoring.sheets.services.paper.tray import take_paper
from web.desk.sheets.checking import worked_out
from web.desk.sheets.forms import TypingForm
from web.desk.sheets.labels import said, seat_name
from web.desk.sheets.tray import call, sheet_at, to_next, typing_desk
from web.shared.access import EventDesk, signed_in
from web.shared.forms.writing import key_of
from web.shared.requests.methods import get_only, post_only
from web.shared.table_rows import called

#: What the browser's session remembers of a typist.
MODE, REFEREE = "typing_mode", "typing_referee"


@signed_in
def typing(request: HttpRequest, slug: str, session: int, table: int) -> HttpResponse:
    """Show the paper's form, or do what its button says: penalty, save, save and sign, the other mode."""
    desk = typing_desk(request, slug)
    sheet = sheet_at(desk, session, table)
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    locked = sheet.state in Sheet.COUNTED
    if not locked and waits_for(facts) == MISSING and not typed_by(sheet, desk.actor):
        return redirect("desk:typing-again", slug, session, table)
    if request.method == "POST" and not locked:
        return _sent(request, desk, sheet, facts)
    other = _in_others_hands(desk, sheet)
    if not locked and not other:
        call(request, desk, take_paper, sheet)
    remembered = {"mode": request.session.get(MODE, WORDS), "referee": request.session.get(REFEREE, "")}
    return _page(request, desk, sheet, TypingForm(facts, **remembered), other=other)


@get_only
@signed_in
def check(request: HttpRequest, slug: str, session: int, table: int) -> HttpResponse:
    """What is typed so far, worked out, as data for the page's script."""
    desk = typing_desk(request, slug)
    sheet = sheet_at(desk, session, table)
    form = TypingForm(sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0], request.GET)
    form.is_valid()
    return JsonResponse(worked_out(form))


@signed_in
@post_only
def hold(request: HttpRequest, slug: str, session: int, table: int) -> HttpResponse:
    """Keep the paper in hand while keys are typed; 409 if somebody took it over."""
    desk = typing_desk(request, slug)
    try:
        take_paper(desk.actor, sheet_at(desk, session, table))
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    except Refused as refused:
        return HttpResponse(str(refused.message), status=409, content_type="text/plain; charset=utf-8")
    return HttpResponse(status=204)


def _sent(request: HttpRequest, desk: EventDesk, sheet: Sheet, facts: SheetFacts) -> HttpResponse:
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
            return _punish(request, desk, sheet, form)
        if data.get("do") == "sign" and not form.cleaned_data["referee"].strip():
            form.add_error("referee", _("Type the referee's name as it stands under the sheet."))
        elif _save(request, desk, sheet, form):
            return _saved(request, desk, sheet, form)
    return _page(request, desk, sheet, form)


def _save(request: HttpRequest, desk: EventDesk, sheet: Sheet, form: TypingForm) -> bool:
    facts = {"hands": form.hands, "totals": form.totals, "table_points": form.stated}
    if all(value is None for value in facts.values()):
        form.add_error(None, _("Nothing is typed yet."))
        return False
    found = worked_out(form)["findings"]
    signing = request.POST.get("do") == "sign"
    if signing and found and "contradiction" not in form.acknowledged:
        form.questions = {"contradiction": _("Something contradicts. Is it typed as it stands on the signed paper?")}
        return False
    return _tried(request, desk, form, type_sheet, sheet, seen=form.cleaned_data["seen"], **facts) is not None


def _saved(request: HttpRequest, desk: EventDesk, sheet: Sheet, form: TypingForm) -> HttpResponse:
    """Sign if asked to, then go on to the next paper; or show what was saved."""
    slug, session, table = desk.event.slug, sheet.table.session.number, sheet.table.number
    sheet.refresh_from_db()
    if request.POST.get("do") != "sign":
        messages.success(request, _("The sheet of table %(table)d is saved.") % {"table": table})
        return redirect("desk:typing", slug, session, table)
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    if waits_for(facts):
        messages.info(request, _("Table %(table)d waits for the second entry of its totals.") % {"table": table})
        return to_next(request, desk, session)
    data = request.POST.copy()
    data["seen"] = str(sheet.version)
    again = TypingForm(facts, data)
    again.is_valid()
    referee = form.cleaned_data["referee"]
    if _tried(request, desk, again, sign_on_paper, sheet, seen=sheet.version, referee=referee) is None:
        return _page(request, desk, sheet, again)
    messages.success(request, _("The sheet of table %(table)d is saved and signed.") % {"table": table})
    return to_next(request, desk, session)


def _punish(request: HttpRequest, desk: EventDesk, sheet: Sheet, form: TypingForm) -> HttpResponse:
    """Enter the penalty at once; everything else that was typed stays in the form."""
    given = {name.removeprefix("fine_"): form.cleaned_data[name] for name in form.fields if name.startswith("fine_")}
    wanting = [name for name in ("seat", "points", "reason") if not given[name]]
    for name in wanting:
        form.add_error(f"fine_{name}", _("This is needed for a penalty."))
    if wanting:
        return _page(request, desk, sheet, form)
    facts = {"seat": given["seat"], "points": given["points"], "payee": given["payee"], "hand_no": given["no"] or 0}
    seen = form.cleaned_data["seen"]
    if _tried(request, desk, form, give_penalty, sheet, seen=seen, reason=given["reason"], **facts) is None:
        return _page(request, desk, sheet, form)
    data = request.POST.copy()
    for name in given:
        data[f"fine_{name}"] = ""
    fresh = TypingForm(sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0], data)
    fresh.is_valid()
    return _page(request, desk, sheet, fresh)


def _tried(
    request: HttpRequest, desk: EventDesk, form: TypingForm, service: Any, sheet: Sheet, **facts: Any
) -> dict[str, Any] | None:
    """The service's answer; None, and what is wrong, asked or in conflict in the form, where it refused."""
    try:
        return service(
            desk.actor, sheet, key=key_of(request, service.spec.name), acknowledged=form.acknowledged, **facts
        )
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    except Unusual as unusual:
        form.questions = unusual.questions
    except Conflict as conflict:
        form.conflict, form.conflict_version = _both(conflict), conflict.version
    except Refused as refused:
        form.refuse(refused.where, str(refused.message))
    return None


def _both(conflict: Conflict) -> list[tuple[str, str, str]]:
    """Lines of a conflict: what, what stands there now, what was typed."""
    lines = []
    for kind, facts in conflict.theirs.items():
        for name, theirs in facts.items():
            what = _("Hand %(no)s") % {"no": name} if kind == "hand" else seat_name(name)
            lines.append((what, said(kind, theirs), said(kind, conflict.yours[kind][name])))
    return lines


def _other_mode(request: HttpRequest, desk: EventDesk, sheet: Sheet, facts: SheetFacts, data: Any) -> HttpResponse:
    """The same hands as the other mode types them; what cannot be read stays as it is."""
    form = TypingForm(facts, data)
    form.is_valid()
    data["mode"] = WORDS if data.get("mode") == SCORES else SCORES
    for no, hand in form.played.items():
        if hand.winner is None or hand.points is not None:
            data[f"h{no}"] = type_hand(hand, data["mode"], form.seats)
    request.session[MODE] = data["mode"]
    fresh = TypingForm(facts, data)
    fresh.is_valid()
    return _page(request, desk, sheet, fresh)


def _in_others_hands(desk: EventDesk, sheet: Sheet) -> str:
    """Who else has the paper in hand now; empty if nobody."""
    found = next(one for one in papers(desk.event, sheet.table.session.number) if one.sheet == sheet)
    return found.typist if found.typist_ref != desk.actor.ref else ""


def _page(request: HttpRequest, desk: EventDesk, sheet: Sheet, form: TypingForm, other: str = "") -> HttpResponse:
    if not form.is_bound:
        shown = TypingForm(form.facts, {**form.initial, **{name: form.initial.get(name) or "" for name in form.fields}})
        shown.is_valid()
    else:
        shown = form
    sheet.refresh_from_db()
    found = worked_out(shown)
    rows = [
        {
            "no": no,
            "field": field,
            "written": written,
            **found["rows"].get(no, {"scores": [""] * 4, "totals": [""] * 4}),
        }
        for no, field, written in form.rows()
    ]
    people = {seat: sitter_now(form.facts, seat) for seat in form.seats}
    context = {
        "desk": desk,
        "sheet": sheet,
        "session": sheet.table.session.number,
        "table": sheet.table.number,
        "form": form,
        "rows": rows,
        "findings": found["findings"],
        "people": [(number, seat, called(one)) for number, (seat, one) in enumerate(people.items(), 1)],
        "penalties": form.facts.adjustments,
        "other": other,
        "locked": sheet.state in Sheet.COUNTED,
        "mode": form["mode"].value(),
        "do": request.POST.get("do", ""),
    }
    status = 409 if form.conflict or form.questions else 400 if form.is_bound and form.errors else 200
    return render(request, "desk/sheets/typing.html", context, status=status)
