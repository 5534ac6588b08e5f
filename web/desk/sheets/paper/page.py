"""The page for typing a sheet, with the results of what is typed so far."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.checking.signatures import sitter_now
from scoring.sheets.selectors.hand_names import hand_names
from web.desk.sheets.paper.checking import typed_results
from web.desk.sheets.paper.forms import TypingForm
from web.desk.sheets.paper.penalty_lines import penalty_lines
from web.shared.access import EventAccess
from web.shared.forms.periods import PeriodForm
from web.shared.table_rows import sitter_name


def typing_page(
    request: HttpRequest, desk: EventAccess, sheet: Sheet, form: TypingForm, other: str = ""
) -> HttpResponse:
    """Return the page; a form with a conflict or questions has status 409, one with errors 400."""
    validated = form
    if not form.is_bound:
        values = {name: form.initial.get(name) or "" for name in form.fields}
        validated = TypingForm(form.facts, {**form.initial, **values})
        validated.is_valid()
    sheet.refresh_from_db()
    results = typed_results(validated)
    people = {seat: sitter_now(form.facts, seat) for seat in form.seats}
    periods = form.game.terms.periods > 1
    context = {
        "desk": desk,
        "sheet": sheet,
        "period_form": PeriodForm(form.facts) if periods else None,
        "unfixed": periods,
        "labelled": 3 if periods else 2,
        "unseated": form.facts.course.unseated,
        "session": sheet.table.session.number,
        "table": sheet.table.number,
        "form": form,
        "rows": _rows(form, results["rows"], hand_names(desk.event.rules)),
        "findings": results["findings"],
        "people": [
            (column, seat, sitting, sitter_name(sitting)) for column, (seat, sitting) in enumerate(people.items(), 1)
        ],
        "officials": dict.fromkeys(official.name for official in desk.event.officials.all()),
        "penalties": [(line, [line.points.get(seat) for seat in form.seats]) for line in penalty_lines(form.facts)],
        "sums": results["sums"],
        "agrees": results["agrees"],
        "other": other,
        "locked": sheet.state in Sheet.COUNTED,
        "mode": form["mode"].value(),
        "keys": f"desk/sheets/paper/_keys_{form.game.key}.html",
        "do": request.POST.get("do", ""),
    }
    asks = form.conflict or form.questions
    status = 409 if asks else 400 if form.is_bound and form.errors else 200
    return render(request, "desk/sheets/paper/typing.html", context, status=status)


def _rows(form: TypingForm, results: Mapping[int, dict[str, Any]], names: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return the rows of the hands; ``results``: hand's number -> its scores and running totals."""
    ends = [deals[-1].no for deals in form.facts.course.rounds().values()]
    return [
        {
            "no": no,
            "name": names.get(no, ""),
            "field": field,
            "written": written,
            "ends_round": no in ends[:-1],
            **results.get(no, {"scores": [""] * 4, "totals": [""] * 4}),
        }
        for no, field, written in form.rows()
    ]
