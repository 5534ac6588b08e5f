"""What decides the next step of an event, read from the database."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils.timezone import localdate

from scoring.display.selectors.ceremony import ceremony_of
from scoring.progress.selectors.progress import EventProgress, progress_of
from scoring.releases.selectors.closing import closing_of
from scoring.releases.selectors.releases import last_session_kept
from scoring.releases.selectors.waits import appeal_waits
from scoring.sheets.models.sheets import Sheet
from tournament.draws.selectors.draws import current_draw
from tournament.events.models.events import Event
from tournament.presence.selectors.presence import RollCall


@dataclass(frozen=True)
class EventFacts:
    """The state of an event as far as the next step depends on it."""

    players: int
    #: Players who are not checked in.
    missing: int
    #: Sessions without a start.
    untimed: int
    dated: bool
    #: The first day is here or over.
    day_reached: bool
    #: The state of the current draw; empty without one.
    draw: str
    #: Tables exist, and no draw that made them is still being prepared.
    seated: bool
    printed: bool
    progress: EventProgress
    #: Whether the last session is kept for the ceremony.
    kept_for_ceremony: bool
    awards: bool
    closed: bool
    rehearsal: bool
    #: Whether stages say how the later sessions are drawn.
    by_standings: bool = False
    #: When the last appeal time of the released sessions ends, if nothing but time is waited for before closing.
    closable_from: datetime | None = None
    #: Whether those draws use results before their release.
    by_unreleased: bool = False
    #: Whether the award ceremony was begun.
    ceremony_begun: bool = False
    #: The machine to which the event is handed over; empty if the event is here.
    holder: str = ""

    @property
    def at_the_end(self) -> bool:
        """Whether only the last session, or none, is still to be released."""
        sessions = self.progress.sessions
        return bool(sessions) and all(session.released_at for session in sessions[:-1])

    @property
    def begun(self) -> bool:
        """Whether a sheet is checked, signed or confirmed, or a session released."""
        return any(
            session.released_at or sum(session.states.values()) > session.states[Sheet.State.OPEN]
            for session in self.progress.sessions
        )


def event_facts(event: Event) -> EventFacts:
    """Read the facts of ``event``; a constant number of queries."""
    progress = progress_of([event])[event.pk].up_to(event.planned_sessions)
    draw = current_draw(event)
    roll_call = RollCall(event, 1)
    timed = event.sessions.filter(~Q(starts=None)).count()
    staged = event.stages.exists()
    settings = event.standings_settings if staged else None
    return EventFacts(
        players=len(roll_call.players),
        missing=len(roll_call.missing),
        untimed=event.planned_sessions - timed,
        dated=event.starts is not None,
        day_reached=event.starts is not None and event.starts <= localdate(),
        draw=draw.state if draw else "",
        seated=any(session.tables for session in progress.sessions),
        printed=event.printed.exists(),
        progress=progress,
        kept_for_ceremony=last_session_kept(event),
        awards=event.awards.exists(),
        closed=closing_of(event) is not None,
        rehearsal=event.rehearsal,
        by_standings=staged,
        closable_from=_closable_from(event) if progress.next is None else None,
        by_unreleased=settings is not None and settings.draw_results == settings.DrawResults.SIGNED,
        ceremony_begun=ceremony_of(event) is not None,
        holder=event.ledger.holder if event.ledger.held_since else "",
    )


def _closable_from(event: Event) -> datetime | None:
    """Return when the last appeal time ends; None if none runs, or if something waits for a person."""
    ends = [wait.until for wait in appeal_waits(event)]
    times = [end for end in ends if end is not None]
    return max(times) if times and len(times) == len(ends) else None
