"""Import results from a list: read a file or text, preview every table, save all in one write."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.actions.errors import Forbidden, Refused, Unusual
from common.templatetags.pinju import DASH
from scoring.sheets.rules.result_files import FIELDS, heading_of, mapping_of
from scoring.sheets.selectors.paper.result_files import results_in
from scoring.sheets.selectors.paper.tray import current_session
from scoring.sheets.services.facts.results import TablePlan, import_results, merged_questions, plan_of
from tournament.events.selectors.events import sole_referee_of
from tournament.registration.rules.notes import Unreadable
from tournament.registration.rules.text import rows_of_text
from tournament.registration.selectors.files import MOST_BYTES, sheets_of_file
from web.desk.sheets.labels import IMPORT_FIELDS, IMPORT_STATES, change_text, contents_text, problem_text
from web.desk.sheets.tray import typing_desk
from web.shared.access import EventAccess, signed_in
from web.shared.forms.fields import set_choices
from web.shared.forms.questions import AskingForm
from web.shared.forms.writing import key_of
from web.shared.registration_labels import note_text

Rows = list[list[str]]
#: Prefix of the fields that choose a column.
COLUMN = "column_"
#: Texts of a column that show what it holds.
SHOWN_ROWS = 8


class ResultsForm(AskingForm):
    """The list as text, the session of rows without one, and the meaning of its columns."""

    not_asked_about = frozenset({"seen", "referee"})

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        help_text=gettext_lazy("CSV, XLSX or text."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,.xlsm,text/plain,text/csv"}),
    )
    text = forms.CharField(
        label=gettext_lazy("Or text"),
        required=False,
        max_length=1_000_000,
        strip=False,
        help_text=gettext_lazy("Copied from a spreadsheet, with its headings."),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "form-control key"}),
    )
    session = forms.TypedChoiceField(
        label=gettext_lazy("Session of rows without one"), coerce=int, empty_value=None, required=False
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    referee = forms.CharField(
        label=gettext_lazy("Referee who signed the paper sheets"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"list": "officials", "autocomplete": "off"}),
    )

    def __init__(self, desk: EventAccess, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files, initial={"session": current_session(desk.event)})
        self.fields["referee"].initial = sole_referee_of(desk.event)
        numbers = desk.event.sessions.order_by("number").values_list("number", flat=True)
        choices = [(number, _("Session %(number)d") % {"number": number}) for number in numbers]
        set_choices(self, "session", [("", DASH), *choices])

    def add_columns(self, rows: Rows) -> None:
        """Add a choice of the column for each field, as the headings say until a person chooses."""
        heading = heading_of(rows)
        headings = rows[heading] if heading is not None else []
        mapping = mapping_of(headings)
        width = max((len(row) for row in rows), default=0)
        columns = [("", DASH)] + [
            (str(index), f"{index + 1}: {headings[index].strip()[:40]}" if index < len(headings) else str(index + 1))
            for index in range(width)
        ]
        for name in FIELDS:
            self.fields[COLUMN + name] = forms.ChoiceField(
                label=str(IMPORT_FIELDS[name]), choices=columns, required=False, initial=str(mapping.get(name, ""))
            )

    @property
    def chosen(self) -> dict[str, int] | None:
        """The chosen columns by field; None if nobody chose yet."""
        if "columns" not in self.data:
            return None
        values = {name: self.data.get(COLUMN + name, "") for name in FIELDS}
        return {name: int(value) for name, value in values.items() if value.isdecimal()}

    @property
    def column_fields(self) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith(COLUMN)]


@signed_in
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form, the preview of a list, or save what the preview showed."""
    desk = typing_desk(request, slug)
    if request.method != "POST":
        return _page(request, desk, ResultsForm(desk))
    form = ResultsForm(desk, request.POST, request.FILES)
    rows = _rows_of(form)
    if rows is None:
        return _page(request, desk, form)
    name = form.cleaned_data["file"].name if form.cleaned_data["file"] else request.POST.get("name", "")
    data = request.POST.copy()
    if form.cleaned_data["file"]:
        data["text"] = _as_text(rows)
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


def _rows_of(form: ResultsForm) -> Rows | None:
    """Return the rows of the file or the text; None, with the error at its field, if they cannot be read."""
    if not form.is_valid():
        return None
    file, text = form.cleaned_data["file"], form.cleaned_data["text"]
    if file and (file.size or 0) > MOST_BYTES:
        form.add_error("file", _("This file is larger than %(most)d MB and was not read.") % {"most": 10})
        return None
    if not file and not text.strip():
        form.add_error("file", _("Choose a file, or paste the results as text."))
        return None
    try:
        return _joined(sheets_of_file(file.read())[0]) if file else rows_of_text(text)
    except Unreadable as fault:
        form.add_error("file" if file else "text", note_text(fault.note))
        return None


def _joined(sheets: Sequence[dict[str, Any]]) -> Rows:
    """Return the rows of all worksheets; of several, those with results, each below its name."""
    if len(sheets) == 1:
        return list(sheets[0]["rows"])
    useful = [sheet for sheet in sheets if heading_of(sheet["rows"]) is not None] or sheets[:1]
    return [row for sheet in useful for row in ([sheet["name"]], *sheet["rows"])]


def _as_text(rows: Rows) -> str:
    out = io.StringIO()
    width = max(map(len, rows), default=0)
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerows([" ".join(cell.split()) for cell in [*row, *[""] * (width - len(row))]] for row in rows)
    return out.getvalue()


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
        rows, plans = preview["rows"], preview["plans"]
        context |= {
            "lines": [_line(plan) for plan in plans],
            "problems": [problem_text(problem) for problem in preview["problems"]],
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
    changes = (
        [change_text(slot, plan.before[slot], plan.after[slot]) for slot in sorted(plan.after, key=_slot_order)]
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
        "problems": [problem_text(problem) for problem in results.problems],
        "sheet_state": results.facts.sheet.state_name,
    }


def _slot_order(slot: tuple[str, int | str]) -> tuple[str, int]:
    """Sort the facts of a kind by hand, or by seat from East to North."""
    kind, name = slot
    return kind, name if isinstance(name, int) else "ESWN".index(name)
