"""The home page of an event: what matters now, before, during and after it."""

from collections.abc import Iterable
from datetime import date, datetime
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.timezone import localtime

from ranking.series.selectors.series import series_with_event
from scoring.notifications.selectors.subscriptions import offers_push_in
from scoring.papers.selectors.event_report import is_complete
from scoring.progress.selectors.missing import Waiting
from scoring.progress.selectors.overview import event_overview
from scoring.progress.selectors.podium import podium_of
from scoring.sheets.selectors.checking.findings import MARKS
from tournament.registration.selectors.applications import opening_of, vacancies_of
from web.live.clock import latest_clock
from web.live.fragments import calls, fragment, live
from web.pocket.events import when, where
from web.pocket.own_cards import followed_players, my_next_seat
from web.pocket.phone import me_of
from web.pocket.registration.application import opened_key
from web.pocket.sharing.texts import event_text
from web.shared.requests.methods import get_only
from web.shared.viewer import ViewerContext, viewer_context


@get_only
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the home page of an event."""
    reader = viewer_context(request, slug)
    number = me_of(request, reader)
    opening = opening_of(reader.event)
    context = {
        "reader": reader,
        "event": reader.event,
        "ahead": _own_pages(reader, number) if number else [],
        "where": where(reader.event),
        "when": when(reader.event),
        "mine": my_next_seat(request, reader),
        "followed": followed_players(request, reader, with_me=False) if reader.view.last_session else "",
        "live": live(request, reader, "event"),
        "clock": live(request, reader, "clock"),
        "announcements": live(request, reader, "announcements"),
        "opening": opening,
        "vacancies": vacancies_of(reader.event) if opening.state == "open" else None,
        "registered": opened_key(request, reader) is not None,
        "preview_text": event_text(reader),
        "series": series_with_event(slug),
        "notifies": offers_push_in(reader.event),
    }
    return render(request, "pocket/home.html", context)


def _own_pages(reader: ViewerContext, number: int) -> list[str]:
    """Return the pages that the phone of this player keeps before they are opened (static/js/offline.js)."""
    slug = reader.event.slug
    seats = [reverse("pocket:seat-way", args=[slug, number])] if reader.event.seated else []
    player = reverse("pocket:player", args=[slug, number])
    return [reverse("pocket:event", args=[slug]), reverse("pocket:standings", args=[slug]), player, *seats]


def _calls_and_begun(reader: ViewerContext) -> str:
    """Add whether a clock began, which begins another phase of the page; other changes of clocks are not shown."""
    return f"{calls(reader)}.{int(latest_clock(reader) is not None)}"


def _phase(reader: ViewerContext, released: int) -> str:
    """Return whether the viewer's event is "before" its first clock, "during", or "after" its last release."""
    event = reader.event
    if released == event.planned_sessions or (hasattr(event, "closing") and is_complete(event)):
        return "after"
    return "during" if released or latest_clock(reader) else "before"


@fragment("event", extra_version=_calls_and_begun, shows_status=True)
def event_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    """Render the progress of the event and the leaders."""
    overview = event_overview(reader.standings)
    marks = overview.findings.marks if overview.findings else {}
    released = sum(session.released_at is not None for session in overview.sessions)
    phase = _phase(reader, released)
    context = {
        "reader": reader,
        "event": reader.event,
        "overview": overview,
        "released": released,
        "phase": phase,
        "countries": len({entry.country for entry in reader.standings.names.values() if entry.country}),
        "days": days_of(session for session in overview.timetable if session[0] > released),
        "called": Waiting(reader.event).called,
        "hall": hasattr(reader.event, "hall"),
        "closing": getattr(reader.event, "closing", None),
        "marks": [(marks[mark], label) for mark, label in MARKS.items() if marks.get(mark)],
    }
    if phase == "after":
        context["podium"] = podium_of(reader.standings)
    return render_to_string("pocket/_event.html", context)


def days_of(timetable: Iterable[tuple[int, datetime]]) -> list[tuple[date, list[tuple[int, datetime]]]]:
    """Return the sessions (number, start) of each day."""
    return [(day, list(rows)) for day, rows in groupby(timetable, key=lambda row: localtime(row[1]).date())]
