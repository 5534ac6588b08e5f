"""The class of an event as the public sees it: confirmed, or what the released sessions reach (A9 4.4, 5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ranking.record.models.records import RecordedEvent
from ranking.record.selectors.official_results import official_result
from ranking.record.selectors.sanctions import entry_of, key_of_event
from scoring.standings.selectors.standings import last_released
from tournament.events.models.events import Event


@dataclass(frozen=True)
class EventClass:
    """The class that numbers and kind reach (empty: below C), its conditions, and the departures from the text.

    ``sanctioned``: the register of sanctioned events has the event; without it, it has no class.
    """

    reached: str
    sanctioned: bool
    players: int
    sessions: int
    conditions: Sequence[Mapping[str, Any]]
    departures: Sequence[Mapping[str, Any]]


def class_of_event(event: Event, recorded: RecordedEvent | None) -> EventClass:
    """Return the confirmed class of an event; without one, the class that the released sessions reach."""
    return _confirmed(recorded) if recorded else _reached(event)


def _confirmed(recorded: RecordedEvent) -> EventClass:
    return EventClass(
        recorded.letter,
        recorded.sanctioned,
        recorded.players,
        recorded.sessions,
        recorded.conditions,
        recorded.departures,
    )


def _reached(event: Event) -> EventClass:
    official = official_result(event, last_released(event))
    classification = official.classification(sanctioned=entry_of(key_of_event(event)) is not None)
    return EventClass(
        classification.reached or "",
        classification.sanctioned,
        official.players,
        official.sessions,
        [condition.plain() for condition in classification.conditions],
        official.departures,
    )
