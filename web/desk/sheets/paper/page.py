"""The page for typing a sheet, with the results of what is typed so far."""

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
    ends = [deals[-1].no for deals in form.facts.course.rounds().values()]
    names = hand_names(desk.event.rules)
    rows = [
        {
            "no": no,
            "name": names.get(no, ""),
            "field": field,
            "written": written,
            "ends_round": no in ends[:-1],
            **results["rows"].get(no, {"scores": [""] * 4, "totals": [""] * 4}),
        }
        for no, field, written in form.rows()
    ]
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
        "rows": rows,
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
    if form.conflict or form.questions:
        return render(request, "desk/sheets/paper/typing.html", context, status=409)
    status = 400 if form.is_bound and form.errors else 200
    return render(request, "desk/sheets/paper/typing.html", context, status=status)
