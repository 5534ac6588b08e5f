"""The tray: the papers of a session with their steps; open one by scanning, typing or as the next."""

import re
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from common.actions.engine import Service, may
from common.actions.errors import Forbidden, Refused
from common.numbers import number_in
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.paper.tray import all_typed, counts, current_session, in_hand, papers
from scoring.sheets.services.facts.whole import type_sheet
from scoring.sheets.services.paper.tray import leave_paper, next_paper, paper_arrived, take_paper
from web.desk.sheets.labels import STEPS, WHY
from web.live.fragments import fragment, live
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.writing import key_of
from web.shared.requests.methods import get_only, post_only
from web.shared.viewer import ViewerContext

#: The URL in a sheet's QR code, or typed text: session and table, or the table alone.
SCANNED = re.compile(r"(?:.*/tables/)?\s*(?:(\d{1,3})\s*[/\s,.-]\s*)?(\d{1,4})\s*/?\s*")


def may_type(reader: ViewerContext) -> bool:
    """Whether the reader may type sheets."""
    return may(reader.actor, type_sheet, reader.event.ledger)


def leases(reader: ViewerContext) -> str:
    """Return the version of what expires with time: the number of papers in hand."""
    return str(in_hand(reader.event))


@fragment("tray", reads=("session",), guard=may_type, extra_version=leases)
def tray_fragment(request: HttpRequest, reader: ViewerContext) -> str:
    """Render the counters and the papers of a session."""
    session = number_in(request.GET.get("session", "")) or current_session(reader.event)
    session_papers = papers(reader.event, session) if session else []
    lines = [{"paper": paper, "step": STEPS[paper.step], "why": WHY.get(paper.why, "")} for paper in session_papers]
    counters = [(STEPS[step][1], number) for step, number in counts(session_papers).items()]
    context = {"event": reader.event, "session": session, "lines": lines, "counters": counters}
    return render_to_string("desk/sheets/_tray.html", context)


@get_only
@signed_in
def tray(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tray, or open the sheet whose scanned or typed text is in the query as ``sheet``."""
    desk = typing_desk(request, slug)
    numbers = list(desk.event.sessions.order_by("number").values_list("number", flat=True))
    requested = number_in(request.GET.get("session", ""))
    session = requested if requested in numbers else current_session(desk.event)
    scanned = request.GET.get("sheet", "").strip()
    fault = ""
    if scanned:
        session_and_table = session_and_table_in(scanned, session)
        if session_and_table and _sheets(desk, *session_and_table).exists():
            return redirect("desk:typing", slug, *session_and_table)
        fault = _("This table does not exist.")
    context = {
        "desk": desk,
        "numbers": numbers,
        "session": session,
        "scanned": scanned,
        "fault": fault,
        "all_typed": session is not None and all_typed(papers(desk.event, session)),
        "papers": live(request, desk.reader, "tray"),
    }
    return render(request, "desk/sheets/tray.html", context, status=400 if fault else 200)


def session_and_table_in(text: str, session: int | None) -> tuple[int, int] | None:
    """Return session and table of a scanned URL or typed text ("3/12", or "12" in ``session``); None if unreadable."""
    match = SCANNED.fullmatch(text)
    if not match:
        return None
    number = number_in(match[1]) if match[1] else session
    table = number_in(match[2])
    return (number, table) if number and table is not None else None


@signed_in
@post_only
def handle_button(request: HttpRequest, slug: str) -> HttpResponse:
    """Run a button of the tray: next paper, paper arrived (or not), paper taken over."""
    desk = typing_desk(request, slug)
    session = desk.session(number_in(request.POST.get("session", "")))
    if "next" in request.POST:
        return open_next_paper(request, desk, session.number)
    for name, service, payload in (
        ("in", paper_arrived, {}),
        ("out", paper_arrived, {"arrived": False}),
        ("over", take_paper, {"over": True}),
    ):
        table = number_in(request.POST.get(name, ""))
        if table is not None:
            run_or_message(request, desk, service, sheet_at(desk, session.number, table), **payload)
            if name == "over":
                return redirect("desk:typing", slug, session.number, table)
            return redirect(f"{request.path}?session={session.number}")
    raise Http404


def open_next_paper(request: HttpRequest, desk: EventAccess, session: int) -> HttpResponse:
    """Redirect to the next paper of the session, or to the tray if none is left."""
    answer = run_or_message(request, desk, next_paper, desk.session(session))
    if answer and answer["table"]:
        return redirect("desk:typing", desk.event.slug, session, answer["table"])
    messages.info(request, _("All sheets of session %(number)d have been typed.") % {"number": session})
    return redirect("desk:tray", desk.event.slug)


@signed_in
@post_only
def leave(request: HttpRequest, slug: str, session: int, table: int) -> HttpResponse:
    """Return the paper to the tray."""
    desk = typing_desk(request, slug)
    run_or_message(request, desk, leave_paper, sheet_at(desk, session, table), of=desk.actor.ref)
    return redirect("desk:tray", slug)


def typing_desk(request: HttpRequest, slug: str) -> EventAccess:
    """Return the event access of an account that may type sheets; raise PermissionDenied for others."""
    desk = event_desk(request, slug)
    desk.require(desk.may_type)
    return desk


def sheet_at(desk: EventAccess, session: int, table: int) -> Sheet:
    """Return the sheet of this table; raise Http404 if there is none."""
    sheet = _sheets(desk, session, table).first()
    if sheet is None:
        raise Http404
    return sheet


def run_or_message(
    request: HttpRequest, desk: EventAccess, service: Service, subject: Any, **payload: Any
) -> dict[str, Any] | None:
    """Return the service's answer; if it refuses, add its reason as a message and return None."""
    try:
        return service(desk.actor, subject, key=key_of(request, service.spec.name), **payload)
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    except Refused as refused:
        messages.error(request, str(refused.message))
        return None


def _sheets(desk: EventAccess, session: int, table: int) -> Any:
    sheets = Sheet.objects.filter(table__session__event=desk.event, table__session__number=session, table__number=table)
    return sheets.select_related("table__session__event__scoring_settings", "table__session__event__ledger")
