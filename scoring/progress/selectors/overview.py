"""An event at a glance: how many take part, how far it is, who leads, and for officials what does not add up."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from scoring.progress.selectors.progress import SessionProgress, progress_of
from scoring.sheets.models.results import Comparison
from scoring.standings.selectors.lines import PlayerLine, player_lines
from scoring.standings.selectors.standings import Standings
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.selectors.event_list import units_of

LEADERS = 10


@dataclass(frozen=True, slots=True)
class Findings:
    """How many sheets contradict themselves, and how many have each mark ("totals-only", "shorter", "gaps")."""

    contradictions: int
    marks: Counter[str]


@dataclass(frozen=True, slots=True)
class EventOverview:
    """The event's home: numbers, the sessions that the view shows, when each starts, the first of the standings.

    ``timetable``: number and start of every session that has a planned one. ``findings`` is None for the public.
    """

    players: int
    teams: int
    groups: int
    sessions: list[SessionProgress]
    timetable: list[tuple[int, datetime]]
    leaders: list[PlayerLine]
    findings: Findings | None


def event_overview(standings: Standings) -> EventOverview:
    """The overview in the view of ``standings``; two queries beside theirs, one more for officials."""
    event, view = standings.event, standings.view
    teams, groups = units_of(event)
    sessions = progress_of([event])[event.pk].sessions
    return EventOverview(
        players=sum(entry.kind == Entry.Kind.PLAYER for entry in standings.names.values()),
        teams=teams,
        groups=groups,
        sessions=[one for one in sessions if one.number <= view.until],
        timetable=[(one.number, one.starts) for one in sessions if one.starts],
        leaders=player_lines(standings)[:LEADERS] if standings.last else [],
        findings=_findings(event) if view.live else None,
    )


def _findings(event: Event) -> Findings:
    """Marks of sheets that contradict themselves are not counted: those are listed one by one."""
    found = Comparison.objects.filter(sheet__table__session__event=event).values_list("contradicts", "marks")
    marks = Counter(mark for contradicts, marks in found if not contradicts for mark in marks)
    return Findings(sum(contradicts for contradicts, _ in found), marks)
