"""Climbs: where points came from, event by event, with the heights that the levels need."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import date_format

from ranking.levels.rules.standards import STANDARDS
from ranking.levels.selectors.person_records import Record
from scoring.game.rules.table_points import TWELFTHS, rounded
from web.pocket.plots.curves import spread

#: The height of the picture of a climb in pixels, the space above it, and the space for names below.
HEIGHT, HEAD, FOOT = 180, 20, 24
#: The most steps; the oldest events share the first step if there are more.
MOST = 8
#: The most names below the steps; with more steps only some have one.
NAMES = 3
#: The most steps with exact figures: on a phone more are too narrow for decimals.
EXACT = 6
#: The least distance between the names of two levels, in pixels.
APART = 15
#: The least number of places, so that the step of a single event does not fill the whole width.
PLACES = 4
#: The share of a step's place that it fills, in per cent.
FILLED = 80


@dataclass(frozen=True, slots=True)
class Step:
    """A step: left edge, width and middle in per cent; top, height and baseline of its figure in pixels."""

    left: str
    width: str
    middle: str
    top: int
    height: int
    figure_at: int
    name: str
    figure: str


@dataclass(frozen=True, slots=True)
class LevelLine:
    """The line of a level: its height and that of its name in pixels, its number, and the points that it needs."""

    at: int
    label_at: int
    level: int
    need: int
    reached: bool


@dataclass(frozen=True, slots=True)
class Climb:
    """A picture of steps that stand on each other, with the levels' lines; ``foot``: the baseline of the names."""

    height: int
    foot: int
    ground: int
    steps: list[Step]
    levels: list[LevelLine]


def climb_of(record: Record) -> Climb | None:
    """Return where the table points of a record came from, with the table points that pins need (A9 4.6)."""
    gained = [
        (date_format(line.recorded.starts, "Y-m") if line.recorded.starts else "", line.result.table_points)
        for line in reversed(record.counted)
    ]
    return climb(gained, [(row.level, row.table_points) for row in STANDARDS])


def climb(points: Sequence[tuple[str, int]], levels: Sequence[tuple[int, int]]) -> Climb | None:
    """Return the picture of (name, twelfths of points) from the oldest event on; None without points.

    ``levels`` are (level, whole points that it needs), the lowest need first; shown are those reached and the next one.
    """
    rows = _joined([row for row in points if row[1] > 0])
    total = sum(gained for _name, gained in rows)
    if not total:
        return None
    reached = sum(need * TWELFTHS <= total for _level, need in levels)
    shown = levels[: reached + 1]
    top = max(total, *(need * TWELFTHS for _level, need in shown))
    ground = HEAD + HEIGHT

    def y_of(twelfths: int) -> int:
        return ground - HEIGHT * twelfths // top

    heights = [y_of(need * TWELFTHS) for _level, need in shown]
    lines = [
        LevelLine(at, label_at, level, need, index < reached)
        for index, (at, label_at, (level, need)) in enumerate(zip(heights, spread(heights, APART), shown, strict=True))
    ]
    steps, sofar = [], 0
    for index, (name, gained) in enumerate(rows):
        steps.append(_step(index, len(rows), (y_of(sofar), y_of(sofar + gained)), name, gained))
        sofar += gained
    return Climb(ground + FOOT, ground + FOOT - 6, ground, steps, lines)


def _step(index: int, count: int, edges: tuple[int, int], name: str, gained: int) -> Step:
    """Return a step between two heights (bottom, top)."""
    place, (bottom, top) = 100 / max(count, PLACES), edges
    return Step(
        left=f"{place * index + place * (100 - FILLED) / 200:.4g}%",
        width=f"{place * FILLED / 100:.4g}%",
        middle=f"{place * (index + 0.5):.4g}%",
        top=top,
        height=max(bottom - top, 2),
        figure_at=top - 5,
        name="" if index % -(-count // NAMES) else name,
        figure=f"+{rounded(gained) if count <= EXACT else rounded(gained, places=0)}",
    )


def _joined(rows: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return at most ``MOST`` rows; the oldest ones are added up under the name of the last of them."""
    if len(rows) <= MOST:
        return rows
    older, newer = rows[: 1 - MOST], rows[1 - MOST :]
    return [(f"… {older[-1][0]}", sum(gained for _name, gained in older)), *newer]
