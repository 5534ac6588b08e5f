"""The tables of each session, and the page of each table with its hands."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from scoring.progress.selectors.session_tables import session_tables, sessions_shown
from scoring.releases.selectors.corrections import corrections_about
from scoring.settings.selectors import in_mados
from scoring.sheets.selectors.checking.findings import MARKS
from scoring.sheets.selectors.facts.finding import table_sheet
from web.live.fragments import fragment, live
from web.pocket.plots.columns import columns
from web.pocket.plots.pictures import MADOS_STEP, STEP, running_scores, scores_of_session
from web.pocket.subjects import numbers_of
from web.shared.contradictions import contradiction_of
from web.shared.labels.game_words import total_text
from web.shared.requests.methods import get_only
from web.shared.table_rows import hand_rounds, penalty_rows, public_sitter_name, result_rows, sum_rows
from web.shared.viewer import ViewerContext, viewer_context


@get_only
def tables(request: HttpRequest, slug: str, session: int | None = None) -> HttpResponse:
    """Show the tables of a session: the requested one, else the last one with results."""
    reader = viewer_context(request, slug)
    numbers = sessions_shown(reader.event, reader.view)
    if session is not None and session not in numbers:
        raise Http404
    shown_session = session or min(max(reader.after, 1), len(numbers))
    context = {"reader": reader, "numbers": numbers, "session": shown_session}
    if shown_session:
        context["live"] = live(request, reader, "tables", str(shown_session))
    return render(request, "pocket/results/tables.html", context)


@fragment("tables", reads=("subject",), shows_status=True)
def tables_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """Render the tables of a session with the four players of each."""
    [session] = numbers_of(request)
    tables = session_tables(reader.event, reader.view, session)
    step = MADOS_STEP if in_mados(reader.event) else STEP
    scores = scores_of_session(tables, step)
    context = {"reader": reader, "event": reader.event, "session": session, "tables": tables}
    context |= {"scores": columns(scores), "steps": scores}
    return render_to_string("pocket/results/_tables.html", context)


@get_only
def table(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Show one table of one session: result, hands, penalties."""
    reader = viewer_context(request, slug)
    content = live(request, reader, "table", f"{session}-{number}")
    context = {"reader": reader, "session": session, "number": number, "live": content}
    return render(request, "pocket/results/tables_detail.html", context)


@fragment("table", reads=("subject",), shows_status=True)
def table_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """Render the contents of the table's sheet."""
    session, number = numbers_of(request, 2)
    sheet = table_sheet(reader.event, reader.view, session, number)
    if sheet is None:
        raise Http404
    comparison = sheet.comparison
    rounds = hand_rounds(sheet)
    heads = [(line.seat, public_sitter_name(line.holder)) for line in sheet.lines]
    context = {
        "reader": reader,
        "event": reader.event,
        "session": session,
        "number": number,
        "sheet": sheet,
        "results": result_rows(sheet),
        "rounds": rounds,
        "running": running_scores(rounds, heads, partial(total_text, sheet.game)) if sheet.adds_up else None,
        "heads": heads,
        "sums": sum_rows(sheet),
        "penalties": penalty_rows(sheet),
        "marks": [MARKS[mark] for mark in comparison.marks] if comparison else [],
        "contradiction": contradiction_of(sheet) if reader.official else None,
        "notes": corrections_about(reader.corrections, table=(session, number)),
        "slug": reader.event.slug,
    }
    return render_to_string("pocket/results/_table.html", context)
