"""The files that were made for an event and are still kept, and their download."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import get_language_info, ngettext
from django.utils.translation import gettext as _

from common import jobs
from common.i18n.wording import listed
from common.jobs.models import Job
from common.jobs.sweeping import FILES_KEPT
from scoring.papers.exports.packs import TITLES
from scoring.papers.exports.papers import PAPERS
from scoring.papers.exports.score_sheets.labels import BILINGUAL
from scoring.papers.exports.session_pack import CARDS
from web.desk.papers.access import papers_desk
from web.shared.access import EventAccess, signed_in
from web.shared.requests.methods import get_only
from web.shared.stored.files import stored_file

#: The kinds of jobs that make papers.
KINDS = ("papers.make", "papers.pack", "papers.state", "site.make")
#: How many files are listed; the newest are the ones that people look for.
MOST = 30


@dataclass(frozen=True)
class MadeFile:
    """A line of the list: what the file has in it, and until when it is kept. ``done``: it can be downloaded."""

    job: Job
    title: str
    details: str
    done: bool
    kept_until: datetime | None


def made_files(desk: EventAccess) -> list[MadeFile]:
    """Return the files of the event's papers, newest first, that the account may download, and its running jobs."""
    kept = timezone.now() - FILES_KEPT
    rows = Job.objects.filter(ledger=desk.event.ledger, kind__in=KINDS, made_at__gte=kept - timedelta(days=1))
    rows = rows.exclude(state__in=[Job.State.FAILED, Job.State.CANCELLED]).order_by("-pk")
    listed_jobs = [job for job in rows[: 3 * MOST] if _may_download(desk, job) and (job.file or not job.ended)]
    return [_line(job) for job in listed_jobs[:MOST]]


@get_only
@signed_in
def paper_file(request: HttpRequest, slug: str, job_id: int) -> HttpResponseBase:
    """Hand out a file that was made for the event, as a download under its own name."""
    desk = papers_desk(request, slug)
    job = Job.objects.filter(pk=job_id, ledger=desk.event.ledger, kind__in=KINDS).first()
    if job is None or not _may_download(desk, job):
        raise Http404
    return stored_file(job.file.name, job.file_name)


def _may_download(desk: EventAccess, job: Job) -> bool:
    """Whether the account may have the file: everybody who prints may, but codes are for who made them."""
    if jobs.may_see(desk.actor, job):
        return True
    return job.state == Job.State.DONE and not _has_codes(job.parameters)


def _has_codes(parameters: dict[str, Any]) -> bool:
    names = [*parameters.get("papers", []), parameters.get("paper", "")]
    return CARDS in parameters.get("contents", []) or any(PAPERS[name].codes for name in names if name in PAPERS)


def _line(job: Job) -> MadeFile:
    kept_until = job.ended_at + FILES_KEPT if job.ended_at else None
    return MadeFile(job, _title(job), _details(job.parameters), bool(job.file), kept_until)


def _title(job: Job) -> str:
    parameters = job.parameters
    if job.kind == "papers.pack":
        return str(TITLES[parameters["pack"]])
    kind = PAPERS.get(parameters.get("paper", ""))
    return str(kind.title) if kind else str(jobs.summary(job))


def _details(parameters: dict[str, Any]) -> str:
    """Return sessions, chosen numbers, language and size of a file."""
    sessions = sorted(parameters.get("sessions", []))
    parts = []
    if sessions:
        words = ngettext("session %(numbers)s", "sessions %(numbers)s", len(sessions))
        parts.append(words % {"numbers": listed(map(str, sessions))})
    if parameters.get("numbers"):
        parts.append(_("no. %(numbers)s") % {"numbers": listed(map(str, parameters["numbers"]))})
    language = parameters.get("language", "")
    if language == BILINGUAL:
        parts.append(_("Chinese and English"))
    elif language:
        parts.append(get_language_info(language)["name_local"])
    return " · ".join([*parts, *([parameters["size"]] if parameters.get("ending") == "pdf" else [])])
