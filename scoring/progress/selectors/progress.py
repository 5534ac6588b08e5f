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
from tournament.events.models.tables import Table


@dataclass(frozen=True)
class SessionProgress:
    """One session: the counts of its tables, of their sheets in each state, and of sheets that do not add up.

    ``unsettled``: those of the latter that are not confirmed.
    """

    number: int
    starts: datetime | None
    released_at: datetime | None
    tables: int
    states: dict[str, int]
    contradictions: int
    unsettled: int

    @property
    def unconfirmed(self) -> int:
        """The number of sheets that a release waits for."""
        return sum(self.states.values()) - self.states[Sheet.State.CONFIRMED]

    @property
    def unsigned(self) -> int:
        """The number of sheets that are not signed yet."""
        return sum(self.states.values()) - sum(self.states[state] for state in Sheet.COUNTED)

    @property
    def signed(self) -> bool:
        """Whether the session has sheets and all are signed."""
        return not self.unsigned and any(self.states.values())

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

    def up_to(self, planned: int) -> "EventProgress":
        """Return this with the planned sessions that have neither a time nor tables yet."""
        none = dict.fromkeys(Sheet.State.values, 0)
        last = self.sessions[-1].number if self.sessions else 0
        to_come = (SessionProgress(number, None, None, 0, none, 0, 0) for number in range(last + 1, planned + 1))
        return EventProgress([*self.sessions, *to_come])


def session_to_play(event: Event, progress: EventProgress | None = None) -> int:
    """Return the number of the session in play, else of the one after the last that is over.

    Every page, wall and phone asks here. A session is over if the chief referee ended it, if it is released, or if
    every sheet is signed before its clock began, so that events without a clock proceed too. At least 1, at most the
    last planned session; two queries, or one if the caller has read the ``progress``.
    """
    number, _sessions = _number_to_play(event, progress)
    return max(1, min(number, event.planned_sessions))


def session_to_come(event: Event) -> SessionProgress | None:
    """Return the session of `session_to_play` with its progress; None after the last session. Two queries."""
    number, sessions = _number_to_play(event)
    return next((session for session in sessions if session.number >= number), None)


def all_played(event: Event) -> bool:
    """Return whether the last planned session is over; two queries."""
    number, _sessions = _number_to_play(event)
    return number > event.planned_sessions


def _number_to_play(event: Event, progress: EventProgress | None = None) -> tuple[int, Sequence[SessionProgress]]:
    """Return the number of the session to play, past the last one if all are over, and all sessions."""
    last_clock = latest(event)
    sessions = (progress or progress_of([event])[event.pk]).sessions
    released = max((session.number for session in sessions if session.released_at), default=0)
    if last_clock and last_clock.clock.ended is None and last_clock.session > released:
        return last_clock.session, sessions
    last_over = _last_over(sessions)
    if last_clock:
        last_over = max(last_over, last_clock.session)
    return last_over + 1, sessions


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
                unsettled=session.its_unsettled,
            )
        )
    return {event.pk: EventProgress(sessions[event.pk]) for event in events}


def table_states(event: Event) -> list[tuple[int, int, str, bool]]:
    """Return session, table, the sheet's state ("" without a sheet) and whether it does not add up, in order."""
    tables = Table.objects.filter(session__event=event).order_by("session__number", "number")
    rows = tables.values_list("session__number", "number", "sheet__state", "sheet__comparison__contradicts")
    return [(session, table, state or "", bool(contradicts)) for session, table, state, contradicts in rows]


def _counted(events: list[Event]) -> Iterable[Any]:
    """Return the sessions annotated with their counts; aggregation drops the model's order, so it is set again."""
    states = {f"its_{state}": Count("tables__sheet", Q(tables__sheet__state=state)) for state in Sheet.State.values}
    contradicts = Q(tables__sheet__comparison__contradicts=True)
    counted = Session.objects.filter(event__in=events).annotate(
        its_tables=Count("tables"),
        its_contradictions=Count("tables__sheet", contradicts),
        its_unsettled=Count("tables__sheet", contradicts & ~Q(tables__sheet__state=Sheet.State.CONFIRMED)),
        **states,
    )
    return counted.order_by("number")
