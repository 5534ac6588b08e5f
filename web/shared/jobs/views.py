"""The page of a job; for everybody but its owner and administrators there is none (404)."""

from typing import Any
from urllib.parse import urlencode

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from common import jobs
from common.actions.engine import may
from common.jobs.models import Job
from common.jobs.sweeping import FILES_KEPT
from common.states import for_each
from scoring.event_file.services.importing import import_event
from tournament.access.selectors.roles import actor_of
from web.shared.requests.methods import get_only, post_only
from web.shared.requests.operations import Notice, queue_notice

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


@get_only
@never_cache
def job(request: HttpRequest, job_id: int) -> HttpResponse:
    """Show the job; the part that changes asks for itself."""
    return render(request, "shared/jobs/job.html", _context(request, _seen(request, job_id)))


@get_only
@never_cache
def state(request: HttpRequest, job_id: int) -> HttpResponse:
    """Answer a poll: 204 while nothing changed since ``?v=``, else the part of the page that changes."""
    seen = _seen(request, job_id)
    context = _context(request, seen)
    if request.GET.get("v") == context["version"]:
        return HttpResponse(status=204)
    return render(request, "shared/jobs/_state.html", context)


@get_only
@never_cache
def file(request: HttpRequest, job_id: int) -> FileResponse:
    """Hand out the file that came out, as a download under its own name."""
    seen = _seen(request, job_id)
    try:
        return FileResponse(seen.file.open("rb"), as_attachment=True, filename=seen.file_name)
    except (ValueError, FileNotFoundError) as gone:
        raise Http404 from gone


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


def _version(job: Job, notice: Notice | None) -> str:
    waits = f".{notice.words}" if notice else ""
    return f"{job.state}.{job.attempt}.{job.done}.{job.total}.{job.cancel:d}{waits}"


def _context(request: HttpRequest, job: Job) -> dict[str, Any]:
    notice = queue_notice() if job.state == Job.State.QUEUED else None
    version = _version(job, notice)
    return {
        "job": job,
        "notice": notice,
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
