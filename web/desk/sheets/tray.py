"""The tray: every paper of a session with how far it is; one is opened by scanning, typing or asking for the next."""

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
from scoring.sheets.selectors.paper.tray import counts, current_session, in_hand, papers
from scoring.sheets.services.facts.whole import type_sheet
from scoring.sheets.services.paper.tray import leave_paper, next_paper, paper_arrived, take_paper
from web.desk.sheets.labels import STEPS, WHY
from web.live.fragments import fragment, live
from web.live.reading import Reading
from web.shared.access import EventDesk, event_desk, signed_in
from web.shared.forms.writing import key_of
from web.shared.requests.methods import get_only, post_only

#: The address in a sheet's QR, or what somebody types: session and table, or the table alone.
SCANNED = re.compile(r"(?:.*/tables/)?\s*(?:(\d{1,3})\s*[/\s,.-]\s*)?(\d{1,4})\s*/?\s*")


def may_type(reader: Reading) -> bool:
    """Whether the reader types sheets."""
    return may(reader.actor, type_sheet, reader.event.head)


def leases(reader: Reading) -> str:
    """What changes by time alone: how many papers somebody has in hand."""
    return str(in_hand(reader.event))


@fragment("tray", reads=("session",), guard=may_type, extra=leases)
def papers_of(request: HttpRequest, reader: Reading) -> str:
    """The counters and the papers of a session."""
    session = number_in(request.GET.get("session", "")) or current_session(reader.event)
    found = papers(reader.event, session) if session else []
    lines = [{"paper": one, "step": STEPS[one.step], "why": WHY.get(one.why, "")} for one in found]
    counters = [(STEPS[step][1], number) for step, number in counts(found).items()]
    context = {"event": reader.event, "session": session, "lines": lines, "counters": counters}
    return render_to_string("desk/sheets/_tray.html", context)


@get_only
@signed_in
def tray(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tray; ``sheet`` is what was scanned or typed and opens that sheet."""
    desk = typing_desk(request, slug)
    numbers = list(desk.event.sessions.order_by("number").values_list("number", flat=True))
    asked = number_in(request.GET.get("session", ""))
    session = asked if asked in numbers else current_session(desk.event)
    scanned, fault = request.GET.get("sheet", "").strip(), ""
    if scanned:
        place = read_place(scanned, session)
        if place and _sheets(desk, *place).exists():
            return redirect("desk:typing", slug, *place)
        fault = _("There is no such table.")
    context = {
        "desk": desk,
        "numbers": numbers,
        "session": session,
        "scanned": scanned,
        "fault": fault,
        "papers": live(request, desk.reader, "tray"),
    }
    return render(request, "desk/sheets/tray.html", context, status=400 if fault else 200)


def read_place(text: str, session: int | None) -> tuple[int, int] | None:
    """Session and table of a scanned address or typed words ("3/12", or "12" in ``session``); None if they are none."""
    found = SCANNED.fullmatch(text)
    if not found:
        return None
    number, table = number_in(found[1]) if found[1] else session, number_in(found[2])
    return (number, table) if number and table is not None else None


@signed_in
@post_only
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Do what one button of the tray says: the next paper, one that came in (or not), one taken over."""
    desk = typing_desk(request, slug)
    session = desk.session(number_in(request.POST.get("session", "")))
    if "next" in request.POST:
        return to_next(request, desk, session.number)
    for name, service, facts in (
        ("in", paper_arrived, {}),
        ("out", paper_arrived, {"arrived": False}),
        ("over", take_paper, {"over": True}),
    ):
        table = number_in(request.POST.get(name, ""))
        if table is not None:
            call(request, desk, service, sheet_at(desk, session.number, table), **facts)
            if name == "over":
                return redirect("desk:typing", slug, session.number, table)
            return redirect(f"{request.path}?session={session.number}")
    raise Http404


def to_next(request: HttpRequest, desk: EventDesk, session: int) -> HttpResponse:
    """Open the next paper of the session, or say that none is left."""
    answer = call(request, desk, next_paper, desk.session(session))
    if answer and answer["table"]:
        return redirect("desk:typing", desk.event.slug, session, answer["table"])
    messages.info(request, _("No paper of session %(number)d is left to type.") % {"number": session})
    return redirect("desk:tray", desk.event.slug)


@signed_in
@post_only
def leave(request: HttpRequest, slug: str, session: int, table: int) -> HttpResponse:
    """Put the paper back and show the tray."""
    desk = typing_desk(request, slug)
    call(request, desk, leave_paper, sheet_at(desk, session, table), of=desk.actor.ref)
    return redirect("desk:tray", slug)


def typing_desk(request: HttpRequest, slug: str) -> EventDesk:
    """The Desk of who may type sheets; 403 for others."""
    desk = event_desk(request, slug)
    desk.require(desk.may_type)
    return desk


def sheet_at(desk: EventDesk, session: int, table: int) -> Sheet:
    """The sheet of this table; 404 if there is none."""
    found = _sheets(desk, session, table).first()
    if found is None:
        raise Http404
    return found


def call(request: HttpRequest, desk: EventDesk, service: Service, subject: Any, **facts: Any) -> dict[str, Any] | None:
    """The service's answer; None, and a message, where it refused."""
    try:
        return service(desk.actor, subject, key=key_of(request, service.spec.name), **facts)
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    except Refused as refused:
        messages.error(request, str(refused.message))
        return None


def _sheets(desk: EventDesk, session: int, table: int) -> Any:
    wanted = Sheet.objects.filter(table__session__event=desk.event, table__session__number=session, table__number=table)
    return wanted.select_related("table__session__event__scoring_settings", "table__session__event__head")
