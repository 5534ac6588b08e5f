"""The overview of one event for its officials."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from places.desk import checklist
from places.desk.access import desk_page, event_desk
from places.desk.event_rows import next_step
from places.desk.paper_address import address_warning
from places.desk.sessions import SessionTable
from scoring.selectors.import_report import imported_at
from scoring.selectors.progress import progress_of
from scoring.selectors.release_status import release_status
from tournament.models import Entry
from tournament.selectors.events import timetable_of


@desk_page
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how far the event is and what comes next."""
    desk = event_desk(request, slug)
    progress = progress_of([desk.event])[desk.event.pk]
    tone, step = next_step(progress)
    missing, there = checklist.lines(desk) if progress.next or not progress.sessions else ([], [])
    context = {
        "missing": missing,
        "there": there,
        "timetable": timetable_of(desk.event),
        "desk": desk,
        "address_warning": address_warning(request, desk.event),
        "progress": progress,
        "tone": tone,
        "next_step": step,
        "table": SessionTable(desk.event, progress, release_status(desk.event), decide=False),
        "players": desk.event.entries.filter(kind=Entry.Kind.PLAYER).count(),
        "imported_at": imported_at([desk.event]).get(desk.event.pk),
    }
    return render(request, "desk/event.html", context)
