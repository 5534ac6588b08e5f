"""How far an event is: what each session's sheets say, and which session is to be released next."""

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
    """One session: its tables, how many of their sheets are in each state, and how many contradict themselves."""

    number: int
    starts: datetime | None
    released_at: datetime | None
    tables: int
    states: dict[str, int]
    contradictions: int

    @property
    def unconfirmed(self) -> int:
        """The sheets that a release waits for."""
        return sum(self.states.values()) - self.states[Sheet.State.CONFIRMED]

    @property
    def signed(self) -> bool:
        """Whether there are sheets and all are signed."""
        counted = sum(self.states[state] for state in Sheet.COUNTED)
        return 0 < counted == sum(self.states.values())

    @property
    def complete(self) -> bool:
        """Whether there are sheets and all are confirmed, as a release needs."""
        return not self.unconfirmed and any(self.states.values())


@dataclass(frozen=True)
class EventProgress:
    """An event's sessions in order, and what comes next."""

    sessions: Sequence[SessionProgress]

    @property
    def next(self) -> SessionProgress | None:
        """The first session that is not released; None if all are (or there is none)."""
        return next((session for session in self.sessions if session.released_at is None), None)

    @property
    def last_released(self) -> SessionProgress | None:
        """The session whose release can be taken back: the last of those released in order."""
        released = [session for session in self.sessions if session.released_at]
        return released[-1] if released else None

    @property
    def contradictions(self) -> int:
        """How many sheets of the event contradict themselves."""
        return sum(session.contradictions for session in self.sessions)


def session_to_play(event: Event) -> int:
    """The session that is being played, else the one after the last that is over, by number.

    Over is what the chief referee ended, what is released, and what has every sheet signed: an event without a clock
    goes on too. At least 1, at most the last one planned; two queries.
    """
    found = latest(event)
    if found and found.clock.ended is None:
        return found.session
    over = _last_over(progress_of([event])[event.pk].sessions)
    return max(1, min(max(over, found.session if found else 0) + 1, event.planned_sessions))


def session_to_come(event: Event) -> SessionProgress | None:
    """The one after the last that is released or has every sheet signed; None after the last one."""
    sessions = progress_of([event])[event.pk].sessions
    over = _last_over(sessions)
    return next((one for one in sessions if one.number > over), None)


def _last_over(sessions: Iterable[SessionProgress]) -> int:
    return max((one.number for one in sessions if one.released_at or one.signed), default=0)


def progress_of(events: Iterable[Event]) -> dict[int, EventProgress]:
    """The progress of each of ``events`` by its id, in one query."""
    events = list(events)
    found: dict[int, list[SessionProgress]] = defaultdict(list)
    for session in _counted(events):
        found[session.event_id].append(
            SessionProgress(
                number=session.number,
                starts=session.starts,
                released_at=session.released_at,
                tables=session.its_tables,
                states={state: getattr(session, f"its_{state}") for state in Sheet.State.values},
                contradictions=session.its_contradictions,
            )
        )
    return {event.pk: EventProgress(found[event.pk]) for event in events}


def _counted(events: list[Event]) -> Iterable[Any]:
    """The sessions with the counts that the query adds to them; counting drops the order that the model has."""
    states = {f"its_{state}": Count("tables__sheet", Q(tables__sheet__state=state)) for state in Sheet.State.values}
    counted = Session.objects.filter(event__in=events).annotate(
        its_tables=Count("tables"),
        its_contradictions=Count("tables__sheet", Q(tables__sheet__comparison__contradicts=True)),
        **states,
    )
    return counted.order_by("number")
