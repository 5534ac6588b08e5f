"""The rows of records and levels, ready for their tables."""

from collections.abc import Iterable
from dataclasses import dataclass

from ranking.pins.rules.pins import Level
from ranking.pins.selectors.person_records import Line
from ranking.record.models.records import OfficialResult, RecordedEvent
from web.pocket.record.words import (
    CONDITIONS,
    REASONS,
    class_state,
    have_words,
    level_name,
    missing_words,
    need_words,
)


@dataclass(frozen=True)
class RecordRow:
    """One event of a record: ``tone`` and ``letter`` its class, ``reason`` why it does not count (empty: it does)."""

    recorded: RecordedEvent
    result: OfficialResult
    tone: str
    letter: str
    positive: int
    reason: str


@dataclass(frozen=True)
class ConditionRow:
    """A condition of a level; ``share`` of a hundred for a bar."""

    what: str
    article: str
    need: str
    have: str
    met: bool
    missing: str
    share: int
    events: tuple[str, ...]


@dataclass(frozen=True)
class LevelRow:
    """A level with its conditions; ``kind`` and ``level`` as its calculation is asked for."""

    kind: str
    level: int
    name: str
    met: bool
    conditions: list[ConditionRow]


def record_rows(lines: Iterable[Line]) -> list[RecordRow]:
    """The events of a record, the newest first."""
    return [
        RecordRow(
            line.recorded,
            line.result,
            *class_state(line.recorded.letter or None, sanctioned=line.recorded.sanctioned),
            positive=line.positive,
            reason=str(REASONS[line.reason]) if line.reason else "",
        )
        for line in lines
    ]


def level_rows(levels: Iterable[Level]) -> list[LevelRow]:
    """Levels in words."""
    return [
        LevelRow(
            level.kind,
            level.level,
            level_name(level),
            level.met,
            [
                ConditionRow(
                    str(CONDITIONS[one.what]),
                    one.article,
                    need_words(one),
                    have_words(one),
                    one.met,
                    "" if one.met else missing_words(one),
                    int(one.share * 100),
                    one.events,
                )
                for one in level.conditions
            ],
        )
        for level in levels
    ]
