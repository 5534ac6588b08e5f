"""Curves: ranks over sessions, and running scores over hands.

A picture stretches with the page: x runs from 0 to ``WIDTH`` units whatever its width, y is in pixels. Lines stretch,
letters never do. Each curve ends in its name and value, so it needs no legend.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

#: The units of the picture's width.
WIDTH = 1000
#: Space above and below the curves, in pixels.
MARGIN = 16
#: The least distance between the names at the ends of two curves, in pixels; a name may take two lines.
APART = 34
#: The picture of one curve of ranks: the ranks that it shows at least, the steps between its lines, and the most lines.
LEAST_RANKS, RANK_STEPS, MOST_LINES = 6, (1, 2, 5, 10, 20, 50, 100, 200, 500), 6
#: The ranks that have three quarters of a picture of many ranks.
LISTED = 10
#: The space between the figure of the lowest mark and the labels below, in pixels.
ROOM_BELOW = 8


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve: class of its look, corners and marks as SVG, and what stands at its end."""

    look: str
    points: str
    marks: str
    name: str
    value: str
    label_at: int


@dataclass(frozen=True, slots=True)
class Tick:
    """A label of the axis: its position in per cent (below) or pixels (at the side)."""

    at: str
    label: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A value next to its mark: position in per cent, baseline in pixels."""

    x: str
    y: int
    label: str


@dataclass(frozen=True, slots=True)
class Curves:
    """A picture of curves: ticks below (``below``), lines across (``across``) and values of marks (``figures``)."""

    height: int
    curves: list[Curve]
    below: list[Tick]
    across: list[Tick]
    figures: Sequence[Figure] = ()

    @property
    def foot(self) -> int:
        """Return the baseline of the labels below."""
        return self.height - 4


@dataclass(frozen=True, slots=True)
class Series:
    """The values of one curve in order (None: a gap), with its name, its last value as text, and its look."""

    name: str
    value: str
    values: Sequence[int | None]
    look: str = ""


def rank_curves(series: Sequence[Series], lowest: int, *, height: int) -> Curves | None:
    """Return the curves of ranks after each session, rank 1 on top; None below two sessions.

    Ranks after LISTED share the lowest quarter of the picture, because most curves run near the top.
    """
    sessions = max((len(row.values) for row in series), default=0)
    if sessions < 2:
        return None
    space = height - 2 * MARGIN

    def y_of(rank: int) -> int:
        upper = LISTED if lowest > LISTED else max(lowest, 2)
        if rank <= upper:
            share = 0.75 if lowest > LISTED else 1
            return MARGIN + round(space * share * (rank - 1) / (upper - 1))
        return MARGIN + round(space * (0.75 + 0.25 * (rank - upper) / (lowest - upper)))

    marked = sorted({1, *(rank for rank in (5, LISTED, lowest) if rank <= lowest)})
    across = [Tick(str(y_of(rank)), str(rank)) for rank in marked]
    return _curves(series, [[y_of(rank) if rank else None for rank in row.values] for row in series], height, across)


def one_rank_curve(series: Series, ranked: int, *, height: int) -> Curves | None:
    """Return the curve of one player's or unit's ranks, each with its figure; None below two sessions.

    All ranks down to the worst one are equally far apart, so that a climb is as steep for the last as for the first.
    """
    if len(series.values) < 2:
        return None
    worst = max(rank for rank in series.values if rank)
    lowest = max(worst, min(ranked, LEAST_RANKS), 2)
    space = height - 2 * MARGIN

    def y_of(rank: int) -> int:
        return MARGIN + round(space * (rank - 1) / (lowest - 1))

    step = next((step for step in RANK_STEPS if lowest <= step * MOST_LINES), RANK_STEPS[-1])
    across = [Tick(str(y_of(rank)), str(rank)) for rank in sorted({1, *range(step, lowest + 1, step)})]
    heights = [y_of(rank) if rank else None for rank in series.values]
    plot = _curves([series], [heights], height, across)
    return replace(plot, height=plot.height + ROOM_BELOW, figures=_figures(series.values, heights))


def _figures(values: Sequence[int | None], heights: Sequence[int | None]) -> list[Figure]:
    """Return the values of the marks but the last one, which stands at the end: above the curve's peaks, else below."""
    shown: list[Figure] = []
    last = len(values) - 1
    for index in range(0, last, _every(len(values))):
        y = heights[index]
        if y is not None:
            around = [at for at in (heights[max(index - 1, 0)], heights[index + 1]) if at is not None]
            baseline = y - 9 if y <= fmean(around or [y]) else y + 19
            shown.append(Figure(_percent(index, len(values)), baseline, str(values[index])))
    return shown


def score_curves(series: Sequence[Series], *, height: int = 220) -> Curves | None:
    """Return the curves of running scores, with a line at 0; None below two values."""
    values = [value for row in series for value in row.values if value is not None]
    if len(values) <= len(series):
        return None
    top, bottom = max(0, *values), min(0, *values)
    space = height - 2 * MARGIN

    def y_of(score: int) -> int:
        return MARGIN + round(space * (top - score) / max(top - bottom, 1))

    rows = [[None if value is None else y_of(value) for value in row.values] for row in series]
    return _curves(series, rows, height, [Tick(str(y_of(0)), "0")], first=0)


def _curves(
    series: Sequence[Series], rows: list[list[int | None]], height: int, across: list[Tick], first: int = 1
) -> Curves:
    steps = max(len(row) for row in rows)
    ends = spread([next((y for y in reversed(row) if y is not None), MARGIN) for row in rows], APART)
    curves = [
        Curve(line.look, *_path(row, steps), line.name, line.value, end)
        for line, row, end in zip(series, rows, ends, strict=True)
    ]
    lowest_label = max(ends, default=0) + APART // 2
    numbers = [Tick(_percent(index, steps), str(index + first)) for index in range(steps)]
    return Curves(max(height, lowest_label) + 24, curves, numbers[:: _every(steps)], across)


def _every(steps: int) -> int:
    """Return which steps have room for a label on a phone: each one, or each second, …"""
    return -(-steps // 9)


def _path(row: Sequence[int | None], steps: int) -> tuple[str, str]:
    """Return the corners of a line through the known values, and a point at each of them."""
    corners = [(WIDTH * index // (steps - 1), y) for index, y in enumerate(row) if y is not None]
    return " ".join(f"{x},{y}" for x, y in corners), "".join(f"M{x} {y}h0" for x, y in corners)


def _percent(index: int, steps: int) -> str:
    return f"{100 * index / max(steps - 1, 1):.4g}%"


def spread(positions: Sequence[int], apart: int) -> list[int]:
    """Return the positions, moved down or up as little as keeps them ``apart``, in the given order."""
    order = sorted(range(len(positions)), key=positions.__getitem__)
    moved = list(positions)
    for before, after in zip(order, order[1:], strict=False):
        moved[after] = max(moved[after], moved[before] + apart)
    # Push back what went below the lowest position, from the bottom up.
    lowest = max([*positions, apart * (len(positions) - 1)], default=0)
    for index in reversed(order):
        moved[index] = min(moved[index], lowest)
        lowest = moved[index] - apart
    return moved
