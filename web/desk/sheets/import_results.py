"""Import results from a list: preview every table, save all in one write."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.actions.errors import Forbidden, Refused, Unusual
from scoring.game.rules.games import game_of
from scoring.sheets.rules.result_files import heading_of
from scoring.sheets.selectors.paper.result_files import results_in
from scoring.sheets.services.facts.results import TablePlan, import_results, merged_questions, plan_of
from web.desk.sheets.import_form import ResultsForm, Rows, as_text, rows_of
from web.desk.sheets.labels import IMPORT_STATES, change_text, contents_text, problem_text
from web.desk.sheets.tray import typing_desk
from web.shared.access import EventAccess, signed_in
from web.shared.forms.writing import key_of

#: Texts of a column that show what it holds.
SHOWN_ROWS = 8


@signed_in
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form, the preview of a list, or save what the preview showed."""
    desk = typing_desk(request, slug)
    if request.method != "POST":
        return _page(request, desk, ResultsForm(desk))
    form = ResultsForm(desk, request.POST, request.FILES)
    rows = rows_of(form)
    if rows is None:
        return _page(request, desk, form)
    name = form.cleaned_data["file"].name if form.cleaned_data["file"] else request.POST.get("name", "")
    data = request.POST.copy()
    if form.cleaned_data["file"]:
        data["text"] = as_text(rows)
        data.pop("columns", None)
    data["name"] = name
    return _previewed(request, desk, data, rows)


def _previewed(request: HttpRequest, desk: EventAccess, data: QueryDict, rows: Rows) -> HttpResponse:
    """Show the plans of all tables, or save them if that is asked."""
    form = ResultsForm(desk, data)
    form.add_columns(rows)
    if "columns" not in data:
        for field in form.column_fields:
            data[field.html_name] = field.initial
    form.is_valid()
    tables, problems = results_in(desk.event, rows, form.chosen, form.cleaned_data.get("session"))
    plans = [plan_of(table) for table in tables]
    if data.get("do") in ("save", "sign"):
        if data.get("seen") == _version(plans):
            answer = _save(request, desk, form, plans)
            if answer is not None:
                return answer
        else:
            form.add_error(None, _("Results were entered meanwhile. Nothing was saved. This is how it looks now."))
    if not form.questions:
        form.questions = {code: text for code, text in merged_questions(plans).items() if code not in form.acknowledged}
    return _page(request, desk, form, rows=rows, plans=plans, problems=problems)


def _version(plans: Sequence[TablePlan]) -> str:
    """Return the version of each sheet that the preview shows."""
    return ",".join(f"{plan.results.facts.sheet.pk}.{plan.results.facts.sheet.version}" for plan in plans)


def _save(
    request: HttpRequest, desk: EventAccess, form: ResultsForm, plans: Sequence[TablePlan]
) -> HttpResponse | None:
    """Save the tables of the preview; None, with the reason on the form, if the service refuses."""
    name = request.POST.get("name", "") or _("Text")
    reason = (_("Imported from %(file)s") % {"file": name})[:200]
    signs = request.POST.get("do") == "sign"
    referee = form.cleaned_data.get("referee", "").strip() if signs else ""
    if signs and not referee:
        form.add_error("referee", _("Type the referee's name as written on the paper sheet."))
        return None
    tables = [plan.imported for plan in plans if plan.is_written or (signs and plan.can_be_signed)]
    payload = {"tables": tables, "referee": referee, "acknowledged": form.acknowledged}
    try:
        answer = import_results(desk.actor, desk.event, key=key_of(request), reason=reason, **payload)
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    except Unusual as unusual:
        form.questions = unusual.questions
        return None
    except Refused as refused:
        form.add_error(None, str(refused.message))
        return None
    count = answer["tables"]
    words = ngettext("The results of %(count)d table are saved.", "The results of %(count)d tables are saved.", count)
    if signs:
        words = ngettext("%(count)d sheet is saved and signed.", "%(count)d sheets are saved and signed.", count)
    messages.success(request, words % {"count": count})
    response = redirect("desk:tray", desk.event.slug)
    session = tables[0].session if tables else None
    return redirect(f"{response.url}?session={session}") if session else response


def _page(request: HttpRequest, desk: EventAccess, form: ResultsForm, **preview: Any) -> HttpResponse:
    context: dict[str, Any] = {"desk": desk, "form": form}
    if preview:
        rows, plans, game = preview["rows"], preview["plans"], game_of(desk.event.rules)
        context |= {
            "lines": [_line(plan) for plan in plans],
            "problems": [problem_text(problem, game) for problem in preview["problems"]],
            "count": sum(plan.is_written for plan in plans),
            "to_sign": sum(plan.can_be_signed for plan in plans),
            "officials": dict.fromkeys(official.name for official in desk.event.officials.all()),
            "wrong": sum(plan.state == "wrong" for plan in plans),
            "start": list(enumerate(rows[:SHOWN_ROWS], start=1)),
            "readable": heading_of(rows) is not None or bool(form.chosen and plans),
            "seen": _version(plans),
            "name": form.data.get("name", ""),
        }
    status = 409 if form.questions and form.data.get("do") in ("save", "sign") else 400 if form.errors else 200
    return render(request, "desk/sheets/import_results.html", context, status=status)


def _line(plan: TablePlan) -> dict[str, Any]:
    """Return what the preview says about a table."""
    tone, word = IMPORT_STATES[plan.state]
    results = plan.results
    game = results.facts.game
    changes = (
        [change_text(slot, plan.before[slot], plan.after[slot], game) for slot in sorted(plan.after, key=_slot_order)]
        if plan.is_written
        else []
    )
    return {
        "session": results.session,
        "table": results.table,
        "state": plan.state,
        "tone": tone,
        "word": word,
        "holds": contents_text(results),
        "changes": changes if plan.state == "changed" else [],
        "problems": [problem_text(problem, game) for problem in results.problems],
        "sheet_state": results.facts.sheet.state_name,
    }


def _slot_order(slot: tuple[str, int | str]) -> tuple[str, int]:
    """Sort the facts of a kind by hand, or by seat from East to North."""
    kind, name = slot
    return kind, name if isinstance(name, int) else "ESWN".index(name)
