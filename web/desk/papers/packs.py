"""The jobs that make several papers in one press."""

from dataclasses import asdict
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language

from common import jobs
from common.jobs.models import Job
from scoring.papers.exports.packs import TITLES, papers_of_pack
from scoring.papers.exports.papers import Choice, Papers
from scoring.papers.exports.session_pack import CHART, SESSION_PACK, SHEETS
from scoring.sheets.services.codes.cards import issue_table_codes
from web.desk.papers.access import papers_desk
from web.shared.access import EventAccess, signed_in
from web.shared.requests.methods import post_only


@post_only
@signed_in
def make_pack(request: HttpRequest, slug: str, pack: str) -> HttpResponse:
    """Start the job that makes the start papers, or the result papers, as one zip."""
    desk = papers_desk(request, slug)
    if pack not in TITLES:
        raise Http404
    may_issue = desk.may(issue_table_codes, desk.event.ledger)
    names = papers_of_pack(Papers(desk.event), pack, may_issue=may_issue)
    return _begin(desk, "papers.pack", language=get_language(), pack=pack, papers=names)


@post_only
@signed_in
def make_session_papers(request: HttpRequest, slug: str, session: int) -> HttpResponse:
    """Start the job that makes chart and score sheets of a session; cards have codes, so only its form makes them."""
    desk = papers_desk(request, slug)
    if session not in Papers(desk.event).seating.by_session:
        raise Http404
    choice = Choice(SESSION_PACK.name, get_language() or "en", sessions=[session], contents=[CHART, SHEETS])
    return _begin(desk, "papers.make", **asdict(choice))


@post_only
@signed_in
def make_state_papers(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the job that makes the current state of the event as a zip of papers."""
    return _begin(papers_desk(request, slug), "papers.state", language=get_language())


@post_only
@signed_in
def make_public_site(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the job that makes the public pages as files."""
    return _begin(papers_desk(request, slug), "site.make")


def _begin(desk: EventAccess, kind: str, **parameters: Any) -> HttpResponse:
    job: Job = jobs.start(
        desk.actor, kind, ledger=desk.event.ledger, parameters={"event": desk.event.slug, **parameters}
    )
    return redirect("jobs:job", job.pk)
