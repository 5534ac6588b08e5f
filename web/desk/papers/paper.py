"""The page of one paper: choose its parts, and start the job that makes it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext

from common import jobs
from common.actions.errors import Refused
from scoring.papers.exports.making import ended_codes
from scoring.papers.exports.papers import PAPERS, PLAYER_CODES, Choice, Papers
from scoring.sheets.services.codes.cards import issue_table_codes
from tournament.events.models.events import Event
from web.desk.papers.access import may_make, papers_desk
from web.desk.papers.address import address_warning
from web.desk.papers.paper_form import PaperForm
from web.shared.access import signed_in
from web.shared.forms.writing import show

#: The question whether printed codes may end.
ENDED = "ended"


def _questions(event: Event, form: PaperForm) -> dict[str, str]:
    """Return the question whether new codes may end printed ones; empty without such codes, and once it is answered.

    A choice without parts is left to its job, which says so.
    """
    try:
        count = len(ended_codes(event, Choice(**form.choice)))
    except Refused:
        return {}
    if not count or ENDED in form.acknowledged:
        return {}
    if form.kind is PLAYER_CODES:
        words = ngettext(
            "%(count)d player has a printed code. It no longer works when the new one is made.",
            "%(count)d players have a printed code. These no longer work when the new ones are made.",
            count,
        )
    else:
        words = ngettext(
            "%(count)d table has a printed card. It no longer works when the new one is made.",
            "%(count)d tables have a printed card. These no longer work when the new ones are made.",
            count,
        )
    return {ENDED: words % {"count": count}}


@signed_in
def paper(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Choose the parts of a paper, start its job and redirect to the job's page."""
    desk = papers_desk(request, slug)
    kind = PAPERS.get(name)
    if kind is None:
        raise Http404
    desk.require(may_make(desk, kind))
    event_papers = Papers(desk.event)
    may_issue = desk.may(issue_table_codes, desk.event.ledger)
    form = PaperForm(request, event_papers, kind, may_issue=may_issue)
    missing = event_papers.missing(kind)
    if request.method == "POST" and not missing and form.is_valid():
        form.questions = _questions(desk.event, form)
    if request.method == "POST" and not missing and form.is_valid() and not form.questions:
        parameters = {"event": slug, **form.choice}
        job = jobs.start(desk.actor, "papers.make", ledger=desk.event.ledger, parameters=parameters)
        return redirect("jobs:job", job.pk)
    warning = address_warning(request, desk.event) if kind.address else ""
    return show(
        request,
        "desk/papers/paper.html",
        form,
        desk=desk,
        kind=kind,
        missing=missing,
        papers=event_papers,
        warning=warning,
    )
