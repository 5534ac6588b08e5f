"""The papers of an event: what to print next, all papers by when they are needed, and the files that were made."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring.papers.exports.packs import RESULTS, START, papers_of_pack
from scoring.papers.exports.papers import PAPERS, RELEASED, Papers
from scoring.papers.exports.session_pack import SESSION_PACK
from scoring.papers.rules import Next, Standing, next_papers
from scoring.sheets.services.codes.cards import issue_table_codes
from tournament.events.models.stages import Session
from tournament.papers.exports.kinds import Kind, Of, When, session_and_table
from tournament.papers.models import Printed
from web.desk.papers.access import may_make, papers_desk
from web.desk.papers.address import address_warning
from web.desk.papers.made import made_files
from web.shared.access import EventAccess, signed_in
from web.shared.requests.methods import get_only

GROUPS: Mapping[When, str | Promise] = {
    When.PLANNING: gettext_lazy("Months ahead"),
    When.BEFORE: gettext_lazy("Before play"),
    When.SESSION: gettext_lazy("For each session"),
    When.RESULTS: gettext_lazy("Results"),
    When.AFTER: gettext_lazy("After the event"),
}
#: The papers that show whether the start papers, or the result papers, were made.
STARTED, RESULTS_MADE = ("chart", "by-name"), "standings"
#: What to do next -> the group of papers that is open; before the draw and the address some can be printed already.
DUE: Mapping[Next, When | None] = {
    **dict.fromkeys((Next.DRAW, Next.RELEASE_DRAW, Next.ADDRESS, Next.START), When.BEFORE),
    Next.SESSION: When.SESSION,
    Next.RESULTS: When.RESULTS,
    Next.NOTHING: None,
}


class PaperRow(NamedTuple):
    """A paper with its status: why it cannot be made, when it was made, and how many of its parts changed since."""

    kind: Kind
    missing: str
    printed: Printed | None
    changed: int

    @property
    def whole(self) -> bool:
        return self.kind.of is Of.WHOLE


class PaperGroup(NamedTuple):
    """The papers that are needed at one time; ``ready``: those that can be made now come first."""

    when: When
    title: str | Promise
    rows: list[PaperRow]

    @property
    def changed(self) -> int:
        return sum(1 for row in self.rows if row.changed)


@get_only
@signed_in
def papers(request: HttpRequest, slug: str) -> HttpResponse:
    """List the papers: when each was printed, what changed since, and what is missing for it."""
    desk = papers_desk(request, slug)
    event_papers = Papers(desk.event)
    sessions = list(desk.event.sessions.order_by("number"))
    standing = _standing(event_papers, sessions)
    may_issue = desk.may(issue_table_codes, desk.event.ledger)
    groups = _groups(desk, event_papers)
    next_thing = next_papers(standing)
    context: dict[str, Any] = {
        "desk": desk,
        "groups": groups,
        "next": next_thing.value,
        "due": DUE[next_thing],
        "coming": standing.coming,
        "changed": [row for group in groups for row in group.rows if row.changed],
        "session_numbers": _session_numbers(event_papers, standing),
        "start_count": len(papers_of_pack(event_papers, START, may_issue=may_issue)),
        "result_count": len(papers_of_pack(event_papers, RESULTS, may_issue=False)),
        "released": RELEASED in event_papers.views,
        "made": made_files(desk),
        "warning": address_warning(request, desk.event),
        "address": event_papers.address,
        "draft": event_papers.seating.draft,
    }
    return render(request, "desk/papers/papers.html", context)


def _groups(desk: EventAccess, event_papers: Papers) -> list[PaperGroup]:
    kinds = [kind for kind in PAPERS.values() if may_make(desk, kind)]
    return [
        PaperGroup(when, title, [_row(event_papers, kind) for kind in kinds if kind.when is when])
        for when, title in GROUPS.items()
    ]


def _row(event_papers: Papers, kind: Kind) -> PaperRow:
    printed = event_papers.printed.get(kind.name)
    return PaperRow(kind, event_papers.missing(kind), printed, len(event_papers.changed(kind)))


def _standing(event_papers: Papers, sessions: list[Session]) -> Standing:
    """Return how far the event and its papers are."""
    seated = sorted(event_papers.seating.by_session)
    released = {session.number for session in sessions if session.released_at}
    pack = event_papers.printed.get(SESSION_PACK.name)
    packed = {session_and_table(int(part))[0] for part in pack.parts} if pack else set()
    results = PAPERS[RESULTS_MADE]
    results_made = results.name in event_papers.printed and not event_papers.changed(results)
    return Standing(
        seated=event_papers.seated is not None,
        draft=event_papers.seating.draft,
        address=bool(event_papers.address),
        started=any(name in event_papers.printed for name in STARTED),
        coming=next((number for number in seated if number not in released), 0),
        packed=frozenset(packed),
        results_made=results_made,
    )


def _session_numbers(event_papers: Papers, standing: Standing) -> list[int]:
    """Return the sessions whose papers can be made in one press: those to come; all once there is none to come."""
    numbers = sorted(event_papers.seating.by_session)
    return [number for number in numbers if not standing.coming or number >= standing.coming]
