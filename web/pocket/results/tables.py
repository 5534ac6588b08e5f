"""The tables of each session, and each table's page with its hands."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from scoring.progress.selectors.session_tables import session_tables, sessions_shown
from scoring.releases.selectors.corrections import about
from scoring.sheets.selectors.checking.findings import MARKS
from scoring.sheets.selectors.facts.table_sheet import table_sheet
from web.live.fragments import fragment, live
from web.live.reading import Reading, reading
from web.pocket.subjects import numbers_of
from web.shared.contradictions import contradiction_of
from web.shared.requests.methods import get_only
from web.shared.table_rows import hand_rounds, penalty_rows, result_rows, shown, sum_rows


@get_only
def tables(request: HttpRequest, slug: str, session: int | None = None) -> HttpResponse:
    """The tables of a session: the one asked for, else the last one with results."""
    reader = reading(request, slug)
    numbers = sessions_shown(reader.event, reader.view)
    if session is not None and session not in numbers:
        raise Http404
    shown = session or min(max(reader.after, 1), len(numbers))
    context = {"reader": reader, "numbers": numbers, "session": shown}
    if shown:
        context["live"] = live(request, reader, "tables", str(shown))
    return render(request, "pocket/results/tables.html", context)


@fragment("tables", reads=("subject",))
def tables_fragment(request: HttpRequest, reader: Reading) -> str:
    """A session's tables with the four people of each."""
    [session] = numbers_of(request)
    found = session_tables(reader.event, reader.view, session)
    context = {"reader": reader, "event": reader.event, "session": session, "tables": found}
    return render_to_string("pocket/results/_tables.html", context)


@get_only
def table(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """One table of one session: result, hands, penalties."""
    reader = reading(request, slug)
    content = live(request, reader, "table", f"{session}-{number}")
    context = {"reader": reader, "session": session, "number": number, "live": content}
    return render(request, "pocket/results/tables_detail.html", context)


@fragment("table", reads=("subject",))
def table_fragment(request: HttpRequest, reader: Reading) -> str:
    """What the table's sheet tells."""
    session, number = numbers_of(request, 2)
    sheet = table_sheet(reader.event, reader.view, session, number)
    if sheet is None:
        raise Http404
    found = sheet.comparison
    context = {
        "reader": reader,
        "event": reader.event,
        "session": session,
        "number": number,
        "sheet": sheet,
        "results": result_rows(sheet),
        "rounds": hand_rounds(sheet),
        "heads": [(line.seat, shown(line.holder)) for line in sheet.lines],
        "sums": sum_rows(sheet),
        "penalties": penalty_rows(sheet),
        "marks": [MARKS[mark] for mark in found.marks] if found else [],
        "contradiction": contradiction_of(sheet) if reader.official else None,
        "notes": about(reader.corrections, table=(session, number)),
        "slug": reader.event.slug,
    }
    return render_to_string("pocket/results/_table.html", context)
