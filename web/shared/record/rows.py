"""The rows of records and levels, ready for their tables."""

from collections.abc import Iterable
from dataclasses import dataclass

from ranking.pins.rules.pins import Level
from ranking.pins.selectors.person_records import Line, Record
from ranking.record.models.records import OfficialResult, RecordedEvent
from web.shared.record.labels import (
    CONDITIONS,
    REASONS,
    class_state,
    have_words,
    level_name,
    missing_words,
    need_words,
    pin_name,
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


def record_context(record: Record) -> dict[str, object]:
    """What the tables of a record show."""
    evaluation = record.evaluation
    return {
        "record": record,
        "rows": record_rows(record.pin_lines),
        "web_rows": record_rows(record.web_lines),
        "pin": pin_name(evaluation.pin),
        "sites": [_site(one) for one in record.sites],
        "by_session": record.reading.positive_cp == "session",
        "levels": level_rows(evaluation.pins),
        "next": level_rows(filter(None, [evaluation.next_pin])),
    }


def _site(record: Record) -> dict[str, object]:
    """What a record of one web site shows: its points and ranks alone make its pins (A9 7.4)."""
    evaluation = record.evaluation
    return {
        "name": record.lines[0].recorded.web_site,
        "pin": pin_name(evaluation.web_pin, web=True),
        "points": record.web_points,
        "levels": level_rows(evaluation.web),
        "next": level_rows(filter(None, [evaluation.next_web])),
    }
