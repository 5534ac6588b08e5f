"""Curves: ranks over sessions, and running scores over hands.

A picture stretches with the page: x runs from 0 to ``WIDTH`` units whatever its width, y is in pixels. Lines stretch,
letters never do. Each curve ends in its name and value, so it needs no legend.
"""

from collections.abc import Sequence
from dataclasses import dataclass

#: The units of the picture's width.
WIDTH = 1000
#: Space above and below the curves, in pixels.
MARGIN = 16
#: The least distance between the names at the ends of two curves, in pixels; a name may take two lines.
APART = 34


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
class Curves:
    """A picture of curves with its ticks below (``below``) and lines across (``across``)."""

    height: int
    curves: list[Curve]
    below: list[Tick]
    across: list[Tick]

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


def rank_curves(series: Sequence[Series], lowest: int, *, height: int, listed: int = 10) -> Curves | None:
    """Return the curves of ranks after each session, rank 1 on top; None below two sessions.

    Ranks after ``listed`` share the lowest quarter of the picture, because most curves run near the top.
    """
    sessions = max((len(row.values) for row in series), default=0)
    if sessions < 2:
        return None
    space = height - 2 * MARGIN

    def y_of(rank: int) -> int:
        upper = listed if lowest > listed else max(lowest, 2)
        if rank <= upper:
            share = 0.75 if lowest > listed else 1
            return MARGIN + round(space * share * (rank - 1) / (upper - 1))
        return MARGIN + round(space * (0.75 + 0.25 * (rank - upper) / (lowest - upper)))

    marked = sorted({1, *(rank for rank in (5, listed, lowest) if rank <= lowest)})
    across = [Tick(str(y_of(rank)), str(rank)) for rank in marked]
    return _curves(series, [[y_of(rank) if rank else None for rank in row.values] for row in series], height, across)


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
        Curve(one.look, *_path(row, steps), one.name, one.value, end)
        for one, row, end in zip(series, rows, ends, strict=True)
    ]
    lowest_label = max(ends, default=0) + APART // 2
    numbers = [Tick(_percent(index, steps), str(index + first)) for index in range(steps)]
    every = -(-steps // 9)
    return Curves(max(height, lowest_label) + 24, curves, numbers[::every], across)


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
