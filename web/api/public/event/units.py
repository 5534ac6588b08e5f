"""``/api/v1/events/EVENT/teams/NUMBER`` and ``groups/NUMBER``: a team or group session by session."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Schema, Status

from scoring.game.rules.table_points import as_text
from scoring.standings.selectors.document import whole_or_text
from scoring.standings.selectors.rank_history import rank_history
from scoring.standings.selectors.unit_record import MemberRecord, SessionSum, UnitRecord, group_record, team_record
from web.api.public.event.players import SessionScoreOut, score_out
from web.api.public.event.statistics import EntryOut
from web.api.public.reading import Answers, Text, absent, public_router
from web.shared.viewer import ViewerContext, public_viewer_context


class MemberFiguresOut(EntryOut):
    """A member of a team or group with the results; `why_not`: "disqualified" or "not-best" if they do not count."""

    counts: bool
    why_not: str
    table_points: str
    competition_points: int
    results: list[SessionScoreOut]


class SideSessionOut(SessionScoreOut):
    """The points of the counting members in a session, the sums so far, and the rank after it."""

    counts: bool
    table_points_so_far: str
    competition_points_so_far: int
    rank: int | None


class SideFiguresOut(Schema):
    """A team or group: rank among `ranked`, points, missing members, members (the best first) and sessions."""

    event: str
    number: int
    name: str
    rank: int | None
    ranked: int
    table_points: str
    competition_points: int | str
    missing: int
    members: list[MemberFiguresOut]
    sessions: list[SideSessionOut]


router = public_router("events")


@router.get(
    "/events/{event}/teams/{number}",
    response={200: SideFiguresOut, **Answers},
    summary=gettext_noop("Team of an event"),
    description=gettext_noop("Return the members of a team by number, and its points and rank after each session."),
)
def team(request: HttpRequest, event: Text, number: int) -> Any:
    """Answer with the figures of a team; 404 for an unknown number."""
    reader = public_viewer_context(event)
    if reader is None:
        return absent("event")
    standings = reader.standings
    ranks = reader.cached("team ranks", lambda: rank_history(standings.teams, standings.last))
    return _side(reader, team_record(standings, number, ranks))


@router.get(
    "/events/{event}/groups/{number}",
    response={200: SideFiguresOut, **Answers},
    summary=gettext_noop("Group of an event"),
    description=gettext_noop(
        "Return the members of a group by number, which of them count, and its points and rank after each session."
    ),
)
def group(request: HttpRequest, event: Text, number: int) -> Any:
    """Answer with the figures of a group; 404 for an unknown number."""
    reader = public_viewer_context(event)
    if reader is None:
        return absent("event")
    standings = reader.standings
    ranks = reader.cached("group ranks", lambda: rank_history(standings.groups, standings.last))
    return _side(reader, group_record(standings, number, ranks))


def _side(reader: ViewerContext, record: UnitRecord | None) -> Status[Any]:
    if record is None:
        return absent("number")
    standing = record.standing
    figures = {
        "event": reader.event.slug,
        "number": standing.number,
        "name": record.name,
        "rank": standing.rank,
        "ranked": record.ranked,
        "table_points": as_text(standing.table_points),
        "competition_points": whole_or_text(standing.competition_points),
        "missing": standing.missing,
        "members": [_member(member) for member in record.members],
        "sessions": [_sum(session) for session in record.sessions],
    }
    return Status(200, figures)


def _member(member: MemberRecord) -> dict[str, Any]:
    share = member.share
    return member.entry._asdict() | {
        "counts": share.counts,
        "why_not": member.why_not,
        "table_points": as_text(share.table_points),
        "competition_points": share.competition_points,
        "results": [score_out(row) for row in share.results],
    }


def _sum(session: SessionSum) -> dict[str, Any]:
    return {
        "session": session.number,
        "counts": session.counts,
        "table_points": as_text(session.table_points),
        "competition_points": session.competition_points,
        "table_points_so_far": as_text(session.table_points_so_far),
        "competition_points_so_far": session.competition_points_so_far,
        "rank": session.rank,
    }
