"""The page of a job; for everybody but its owner and administrators there is none (404).

Officials of the job's event see it within the Desk of the event.
"""

from math import ceil
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.cache import never_cache

from common import jobs
from common.actions.engine import may
from common.jobs.models import Job
from common.jobs.sweeping import FILES_KEPT
from common.states import for_each
from scoring.event_file.services.importing import import_event
from tournament.access.selectors.roles import actor_of
from tournament.events.models.events import Event
from web.shared.access import EventAccess
from web.shared.requests.methods import get_only, post_only
from web.shared.requests.operations import Notice, queue_notice
from web.shared.stored.files import stored_file
from web.shared.viewer import viewer_context

TONES = for_each(
    Job.State,
    {
        Job.State.QUEUED: "wait",
        Job.State.RUNNING: "live",
        Job.State.DONE: "ok",
        Job.State.FAILED: "stop",
        Job.State.CANCELLED: "idle",
    },
)

#: Kind of job -> the page of the Desk it was started on, and its name.
PAGES: dict[str, tuple[str, str | Promise]] = {
    "audit.paper": ("desk:audit", gettext_lazy("Audit")),
    "formats.simulate": ("desk:format-compare", gettext_lazy("Comparison of formats")),
    "hand_over.send_back": ("desk:hand-over", pgettext_lazy("menu", "Hand over")),
    "event.export": ("desk:file", gettext_lazy("Event data")),
}
PAPERS_PAGE = ("desk:papers", gettext_lazy("Papers"))
MINUTE = 60


@get_only
@never_cache
def job(request: HttpRequest, job_id: int) -> HttpResponse:
    """Show the job; the part that changes asks for itself."""
    seen = _seen(request, job_id)
    context = _context(request, seen)
    desk = _desk(request, seen)
    if desk is None:
        return render(request, "shared/jobs/job.html", context)
    page, label = PAGES.get(seen.kind, PAPERS_PAGE)
    back = reverse(page, args=[desk.event.slug])
    return render(
        request, "desk/job.html", {**context, "desk": desk, "back": back, "page_path": back, "from_page": label}
    )


@get_only
@never_cache
def state(request: HttpRequest, job_id: int) -> HttpResponse:
    """Answer a poll: 204 while nothing changed since ``?v=``, else the part of the page that changes."""
    seen = _seen(request, job_id)
    context = _context(request, seen)
    if request.GET.get("v") == context["version"]:
        return HttpResponse(status=204)
    return render(request, "shared/jobs/_state.html", {**context, "desk": _desk(request, seen)})


@get_only
@never_cache
def file(request: HttpRequest, job_id: int) -> HttpResponseBase:
    """Hand out the file that came out, as a download under its own name."""
    seen = _seen(request, job_id)
    return stored_file(seen.file.name, seen.file_name)


@post_only
def cancel(request: HttpRequest, job_id: int) -> HttpResponse:
    """Cancel the job and show it."""
    jobs.cancel(actor_of(request.user), _seen(request, job_id))
    return redirect("jobs:job", job_id)


def _seen(request: HttpRequest, job_id: int) -> Job:
    job: Job = get_object_or_404(Job.objects.select_related("ledger"), pk=job_id)
    if not jobs.may_see(actor_of(request.user), job):
        raise Http404
    return job


def _desk(request: HttpRequest, job: Job) -> EventAccess | None:
    """Return the Desk of the job's event; None for a job of no event, and for accounts that have no Desk there."""
    event = Event.objects.filter(ledger=job.ledger_id).only("slug").first() if job.ledger_id else None
    if event is None:
        return None
    reader = viewer_context(request, event.slug)
    return EventAccess(reader) if reader.official else None


def _time_left(job: Job) -> str:
    """Return an estimate of the time left, rounded up; empty if it is not known."""
    seconds = job.seconds_left(timezone.now())
    if seconds is None:
        return ""
    if seconds > MINUTE:
        minutes = ceil(seconds / MINUTE)
        return ngettext("About %(count)d minute left", "About %(count)d minutes left", minutes) % {"count": minutes}
    tens = 10 * max(1, ceil(seconds / 10))
    return ngettext("About %(count)d second left", "About %(count)d seconds left", tens) % {"count": tens}


def _version(job: Job, notice: Notice | None) -> str:
    waits = f".{notice.words}" if notice else ""
    return f"{job.state}.{job.attempt}.{job.done}.{job.total}.{job.cancel:d}{waits}"


def _context(request: HttpRequest, job: Job) -> dict[str, Any]:
    notice = queue_notice() if job.state == Job.State.QUEUED else None
    version = _version(job, notice)
    return {
        "job": job,
        "notice": notice,
        "time_left": _time_left(job),
        "version": version,
        "summary": jobs.summary(job),
        "tone": TONES[Job.State(job.state)],
        "poll": f"{reverse('jobs:state', args=[job.pk])}?{urlencode({'v': version})}",
        "again": reverse("desk:import") if _another_file_may_come(request, job) else "",
        "kept_until": job.ended_at + FILES_KEPT if job.ended_at and job.file else None,
    }


def _another_file_may_come(request: HttpRequest, job: Job) -> bool:
    """Whether an import failed whose file can be mended and brought again."""
    failed = job.kind == "event.import" and job.state == Job.State.FAILED
    return failed and may(actor_of(request.user), import_event, None)
