"""Columns and bars: points of sessions, hands by points or by how they ended."""

from collections.abc import Sequence
from dataclasses import dataclass

#: The height of the columns in pixels; space above them for figures and below for names.
HEIGHT, HEAD, FOOT = 120, 20, 22
#: The most names below the columns; with more columns only some have one.
NAMES = 8
#: The share of a column's place that it fills, in per cent.
FILLED = 70


@dataclass(frozen=True, slots=True)
class Column:
    """A column: left edge, width and middle in per cent; top, height and baseline of its figure in pixels."""

    left: str
    width: str
    middle: str
    top: int
    height: int
    figure_at: int
    name: str
    figure: int
    own: bool

    @property
    def below(self) -> bool:
        """Return whether it hangs below the zero line."""
        return self.figure < 0


@dataclass(frozen=True, slots=True)
class Columns:
    """A picture of columns; ``zero`` is the height of the zero line, ``foot`` the baseline of the names."""

    height: int
    zero: int
    foot: int
    columns: list[Column]


def columns(values: Sequence[tuple[str, int]], own: int | None = None) -> Columns | None:
    """Return the picture of (name, figure), figures above and below zero on one scale; None without any.

    ``own`` is the index of the column that is the reader's or the player's.
    """
    if not values:
        return None
    figures = [figure for _name, figure in values]
    top, bottom = max(0, *figures), min(0, *figures)
    zero = HEAD + HEIGHT * top // max(top - bottom, 1)
    made = [_column(index, values, zero, max(top - bottom, 1), own) for index in range(len(values))]
    height = HEAD + HEIGHT + FOOT + (HEAD if bottom else 0)
    return Columns(height, zero, height - 6, made)


def _column(index: int, values: Sequence[tuple[str, int]], zero: int, span: int, own: int | None) -> Column:
    name, figure = values[index]
    place = 100 / len(values)
    height = HEIGHT * abs(figure) // span
    end = zero + height if figure < 0 else zero - height
    return Column(
        left=f"{place * index + place * (100 - FILLED) / 200:.4g}%",
        width=f"{place * FILLED / 100:.4g}%",
        middle=f"{place * (index + 0.5):.4g}%",
        top=min(zero, end),
        height=height,
        figure_at=end + 14 if figure < 0 else end - 5,
        name="" if index % -(-len(values) // NAMES) else name,
        figure=figure,
        own=index == own,
    )


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar with its label: class of its look, width in per cent, and count."""

    label: str
    look: str
    width: str
    count: int


def bars(values: Sequence[tuple[str, str, int]]) -> list[Bar]:
    """Return the bars of (label, look, count), as long as the counts; empty if all are 0."""
    most = max((count for _label, _look, count in values), default=0)
    return [Bar(label, look, f"{100 * count / most:.4g}%", count) for label, look, count in values] if most else []


def distribution(scores: Sequence[int], step: int = 50) -> list[tuple[str, int]]:
    """Return (range, number of scores) for each range of ``step`` points, from the lowest to the highest score."""
    if not scores:
        return []
    low, high = min(scores) // step, max(scores) // step
    counts = dict.fromkeys(range(low, high + 1), 0)
    for score in scores:
        counts[score // step] += 1
    return [(f"{first * step:+d}".replace("-", "−").replace("+0", "0"), count) for first, count in counts.items()]
