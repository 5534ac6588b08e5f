"""The list of an event's papers with changes since printing, and the jobs that make several."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language

from common import jobs
from scoring.papers.exports.papers import PAPERS, Papers
from tournament.papers.exports.kinds import Of
from web.desk.papers.access import may_make, papers_desk
from web.desk.papers.address import address_warning
from web.shared.access import signed_in
from web.shared.requests.methods import get_only, post_only


@get_only
@signed_in
def papers(request: HttpRequest, slug: str) -> HttpResponse:
    """List the papers: when each was printed, what changed since, and what is missing for it."""
    desk = papers_desk(request, slug)
    event_papers = Papers(desk.event)
    rows = [
        {
            "kind": kind,
            "missing": event_papers.missing(kind),
            "printed": event_papers.printed.get(kind.name),
            "changed": len(event_papers.changed(kind)),
            "whole": kind.of is Of.WHOLE,
        }
        for kind in PAPERS.values()
        if may_make(desk, kind)
    ]
    warning = address_warning(request, desk.event)
    context = {"desk": desk, "rows": rows, "warning": warning}
    context |= {"address": event_papers.address, "draft": event_papers.seating.draft}
    return render(request, "desk/papers/papers.html", context)


@post_only
@signed_in
def make_state_papers(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the job that makes the current state of the event as a zip of papers."""
    desk = papers_desk(request, slug)
    parameters = {"event": slug, "language": get_language()}
    job = jobs.start(desk.actor, "papers.state", ledger=desk.event.ledger, parameters=parameters)
    return redirect("jobs:job", job.pk)


@post_only
@signed_in
def make_public_site(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the job that makes the public pages as files."""
    desk = papers_desk(request, slug)
    job = jobs.start(desk.actor, "site.make", ledger=desk.event.ledger, parameters={"event": slug})
    return redirect("jobs:job", job.pk)
