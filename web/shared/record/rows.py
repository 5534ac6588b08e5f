"""Rows of records and levels for their tables."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from common.templatetags.pinju import country
from ranking.levels.rules.conditions import Condition
from ranking.levels.rules.evaluation import Evaluation, Level
from ranking.levels.selectors.person_records import Line, Record
from ranking.pins.models.applications import Certificate
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
from web.shared.scores import competition, points


@dataclass(frozen=True)
class RecordRow:
    """One event of a record; ``tone`` and ``letter`` show its class, ``reason`` why it does not count (or empty).

    ``note`` has day, venue, country and size of the event, ``figures`` the result as label and value.
    """

    recorded: RecordedEvent
    result: OfficialResult
    tone: str
    letter: str
    reason: str
    note: str
    figures: list[tuple[str, SafeString | str | int]]


@dataclass(frozen=True)
class ConditionRow:
    """A condition of a level; ``share`` is the reached percentage for a bar."""

    label: str
    article: str
    need: str
    have: str
    met: bool
    missing: str
    share: int
    events: tuple[str, ...]


@dataclass(frozen=True)
class LevelRow:
    """A level with its conditions; ``kind`` and ``level`` are those in the address of its calculation."""

    kind: str
    level: int
    name: str
    met: bool
    conditions: list[ConditionRow]


def record_rows(lines: Iterable[Line]) -> list[RecordRow]:
    """Return the events of a record as rows, the newest first."""
    labels = _("Table points"), _("Competition points"), _("Positive"), _("Rank")
    return [
        RecordRow(
            line.recorded,
            line.result,
            *class_state(line.recorded.letter or None, sanctioned=line.recorded.sanctioned),
            reason=str(REASONS[line.reason]) if line.reason else "",
            note=_note(line.recorded),
            figures=list(zip(labels, _figures(line), strict=True)),
        )
        for line in lines
    ]


def _note(recorded: RecordedEvent) -> str:
    day = date_format(recorded.starts) if recorded.starts else ""
    sizes = {"players": recorded.players, "sessions": recorded.sessions}
    size = _("%(players)s players, %(sessions)s sessions") % sizes
    return " · ".join(filter(None, [day, recorded.venue, country(recorded.country), size]))


def _figures(line: Line) -> tuple[SafeString | str | int, ...]:
    result = line.result
    rank = result.individual_rank or result.get_status_display()
    return points(result.table_points), competition(result.competition_points), line.positive, rank


def level_rows(levels: Iterable[Level]) -> list[LevelRow]:
    """Return the levels as rows."""
    return [
        LevelRow(
            level.kind,
            level.level,
            level_name(level),
            level.met,
            [_condition_row(condition) for condition in level.conditions],
        )
        for level in levels
    ]


def _condition_row(condition: Condition) -> ConditionRow:
    return ConditionRow(
        str(CONDITIONS[condition.what]),
        condition.article,
        need_words(condition),
        have_words(condition),
        condition.met,
        "" if condition.met else missing_words(condition),
        int(condition.share * 100),
        condition.events,
    )


def record_context(record: Record) -> dict[str, object]:
    """Return the template context of a record's tables."""
    evaluation = record.evaluation
    return {
        "record": record,
        "rows": record_rows(record.pin_lines),
        "web_rows": record_rows(record.web_lines),
        "pin": pin_name(evaluation.pin),
        "sites": [_site_context(site) for site in record.sites],
        "by_session": record.interpretation.positive_cp == "session",
        "levels": level_rows(evaluation.pins),
        "next": level_rows(filter(None, [evaluation.next_pin])),
    }


def _site_context(record: Record) -> dict[str, object]:
    """Return the context of one web site's record: its points and ranks alone count for its pins (A9 7.4)."""
    evaluation = record.evaluation
    return {
        "name": record.lines[0].recorded.web_site,
        "pin": pin_name(evaluation.web_pin, web=True),
        "points": record.web_points,
        "levels": level_rows(evaluation.web),
        "next": level_rows(filter(None, [evaluation.next_web])),
    }


@dataclass(frozen=True, slots=True)
class LadderStep:
    """A step of the ladder of pins: its state ("granted", "reached", "next" or "later"), with label, sign and size."""

    level: int
    state: str
    label: str
    sign: str
    height: int

    @property
    def top(self) -> int:
        return LADDER_HEIGHT - self.height


#: The height of the ladder in pixels; pin 9 has the lowest step.
LADDER_HEIGHT = 96


def ladder(evaluation: Evaluation, certificates: Iterable[Certificate]) -> list[LadderStep]:
    """Return the steps of pins 9 to 1: granted, reached by the results, the next one, and the others."""
    granted = {row.level for row in certificates if row.kind == "pin"}
    labels = {"granted": _("granted"), "reached": _("reached"), "next": _("next"), "later": _("not yet")}
    signs = {"granted": "✓", "reached": "○", "next": "→", "later": ""}
    steps = []
    for level in sorted(evaluation.pins, key=lambda pin: -pin.level):
        state = "reached" if level.met else "later"
        if evaluation.next_pin and level.level == evaluation.next_pin.level:
            state = "next"
        if level.level in granted:
            state = "granted"
        height = 24 + 9 * (9 - level.level)
        steps.append(LadderStep(level.level, state, str(labels[state]), signs[state], height))
    return steps
