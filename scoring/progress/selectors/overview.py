"""The overview of an event: participants, progress, leaders, and for officials the findings on sheets."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from scoring.progress.selectors.progress import SessionProgress, progress_of
from scoring.sheets.models.results import Comparison
from scoring.standings.selectors.lines import PlayerLine, player_lines
from scoring.standings.selectors.standings import Standings
from tournament.events.models.events import Event
from tournament.events.selectors.event_list import event_size

LEADERS = 10


@dataclass(frozen=True, slots=True)
class Findings:
    """The counts of contradicting sheets and of each mark ("totals-only", "shorter", "gaps")."""

    contradictions: int
    marks: Counter[str]


@dataclass(frozen=True, slots=True)
class EventOverview:
    """The overview: counts of participants, the sessions in view, the timetable, the leaders of the standings.

    ``timetable``: number and planned start of every session with one. ``findings`` is None for the public.
    """

    players: int
    teams: int
    groups: int
    sessions: list[SessionProgress]
    timetable: list[tuple[int, datetime]]
    leaders: list[PlayerLine]
    findings: Findings | None


def event_overview(standings: Standings) -> EventOverview:
    """Return the overview in the view of ``standings``; two more queries than those, three for officials."""
    event, view = standings.event, standings.view
    players, teams, groups = event_size(event)
    sessions = progress_of([event])[event.pk].sessions
    return EventOverview(
        players=players,
        teams=teams,
        groups=groups,
        sessions=[session for session in sessions if session.number <= view.last_session],
        timetable=[(session.number, session.starts) for session in sessions if session.starts],
        leaders=player_lines(standings)[:LEADERS] if standings.last else [],
        findings=_findings(event) if view.live else None,
    )


def _findings(event: Event) -> Findings:
    """Count the findings; marks of contradicting sheets are left out, since each of these sheets is listed."""
    rows = Comparison.objects.filter(sheet__table__session__event=event).values_list("contradicts", "marks")
    marks = Counter(mark for contradicts, marks in rows if not contradicts for mark in marks)
    return Findings(sum(contradicts for contradicts, _ in rows), marks)
