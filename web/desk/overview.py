"""The overview of one event for its officials."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.event_file.selectors.import_report import imported_at
from scoring.progress.selectors.progress import progress_of
from scoring.releases.selectors.status import release_status
from tournament.events.models.entries import Entry
from tournament.events.selectors.events import timetable_of
from web.desk import checklist
from web.desk.event_rows import next_step
from web.desk.papers.address import address_warning
from web.desk.results.sessions import SessionTable
from web.shared.access import event_desk, signed_in


@signed_in
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
    return render(request, "desk/overview.html", context)
