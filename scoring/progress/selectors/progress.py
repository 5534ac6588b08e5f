"""The progress of events: the states of each session's sheets, and the session to release next."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q

from scoring.sheets.models.sheets import Sheet
from tournament.clocks.selectors.clocks import latest
from tournament.events.models.events import Event
from tournament.events.models.stages import Session


@dataclass(frozen=True)
class SessionProgress:
    """One session: the counts of its tables, of their sheets in each state, and of contradicting sheets."""

    number: int
    starts: datetime | None
    released_at: datetime | None
    tables: int
    states: dict[str, int]
    contradictions: int

    @property
    def unconfirmed(self) -> int:
        """The number of sheets that a release waits for."""
        return sum(self.states.values()) - self.states[Sheet.State.CONFIRMED]

    @property
    def signed(self) -> bool:
        """Whether the session has sheets and all are signed."""
        counted = sum(self.states[state] for state in Sheet.COUNTED)
        return 0 < counted == sum(self.states.values())

    @property
    def complete(self) -> bool:
        """Whether the session has sheets and all are confirmed, as a release needs."""
        return not self.unconfirmed and any(self.states.values())


@dataclass(frozen=True)
class EventProgress:
    """An event's sessions in order."""

    sessions: Sequence[SessionProgress]

    @property
    def next(self) -> SessionProgress | None:
        """The first session that is not released; None if there is none."""
        return next((session for session in self.sessions if session.released_at is None), None)

    @property
    def last_released(self) -> SessionProgress | None:
        """The last released session, whose release can be retracted; None if there is none."""
        released = [session for session in self.sessions if session.released_at]
        return released[-1] if released else None

    @property
    def contradictions(self) -> int:
        """The number of contradicting sheets of the event."""
        return sum(session.contradictions for session in self.sessions)


def session_to_play(event: Event) -> int:
    """Return the number of the session in play, else of the one after the last that is over.

    A session is over if the chief referee ended it, if it is released, or if every sheet is signed, so that events
    without a clock proceed too. At least 1, at most the last planned session; two queries.
    """
    last_clock = latest(event)
    if last_clock and last_clock.clock.ended is None:
        return last_clock.session
    last_over = _last_over(progress_of([event])[event.pk].sessions)
    if last_clock:
        last_over = max(last_over, last_clock.session)
    return max(1, min(last_over + 1, event.planned_sessions))


def session_to_come(event: Event) -> SessionProgress | None:
    """Return the session after the last that is released or fully signed; None after the last session."""
    sessions = progress_of([event])[event.pk].sessions
    over = _last_over(sessions)
    return next((session for session in sessions if session.number > over), None)


def _last_over(sessions: Iterable[SessionProgress]) -> int:
    return max((session.number for session in sessions if session.released_at or session.signed), default=0)


def progress_of(events: Iterable[Event]) -> dict[int, EventProgress]:
    """Return the progress of each of ``events`` by its id, in one query."""
    events = list(events)
    sessions: dict[int, list[SessionProgress]] = defaultdict(list)
    for session in _counted(events):
        sessions[session.event_id].append(
            SessionProgress(
                number=session.number,
                starts=session.starts,
                released_at=session.released_at,
                tables=session.its_tables,
                states={state: getattr(session, f"its_{state}") for state in Sheet.State.values},
                contradictions=session.its_contradictions,
            )
        )
    return {event.pk: EventProgress(sessions[event.pk]) for event in events}


def _counted(events: list[Event]) -> Iterable[Any]:
    """Return the sessions annotated with their counts; aggregation drops the model's order, so it is set again."""
    states = {f"its_{state}": Count("tables__sheet", Q(tables__sheet__state=state)) for state in Sheet.State.values}
    counted = Session.objects.filter(event__in=events).annotate(
        its_tables=Count("tables"),
        its_contradictions=Count("tables__sheet", Q(tables__sheet__comparison__contradicts=True)),
        **states,
    )
    return counted.order_by("number")
