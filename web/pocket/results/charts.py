"""Charts as numbers that a template puts into SVG: heights, positions, shares."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.game.rules.table_points import rounded
from scoring.standings.selectors.hand_statistics import EventHands, HandFigures
from scoring.standings.selectors.player_record import SessionRecord

#: In units of the SVG: height of the columns, distance between their left edges, width of a column.
HEIGHT, STEP, WIDTH = 120, 40, 28
#: Space above the columns for figures and below for names.
HEAD, FOOT = 20, 22


@dataclass(frozen=True, slots=True)
class Column:
    """A column: left edge, top, height, middle for labels, baseline of its figure; below zero it hangs."""

    left: int
    top: int
    height: int
    middle: int
    figure_at: int
    name: str
    figure: int

    @property
    def below(self) -> bool:
        """Return whether it hangs below the zero line."""
        return self.figure < 0


@dataclass(frozen=True, slots=True)
class Columns:
    """A chart of columns; ``zero`` is the height of the zero line."""

    width: int
    height: int
    zero: int
    foot: int
    columns: list[Column]


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a band of 1000 units: kind, start, length, count, and its share as text."""

    kind: str
    left: int
    width: int
    count: int
    percent: str


def columns(values: Sequence[tuple[str, int]]) -> Columns | None:
    """Return the chart of (name, figure), figures above and below zero on one scale; None without any."""
    if not values:
        return None
    figures = [value for _name, value in values]
    top = max(0, *figures)
    bottom = min(0, *figures)
    span = max(top - bottom, 1)
    zero = HEAD + HEIGHT * top // span
    chart_columns = []
    for index, (name, value) in enumerate(values):
        height = HEIGHT * abs(value) // span
        left = index * STEP + (STEP - WIDTH) // 2
        middle = index * STEP + STEP // 2
        end = zero + height if value < 0 else zero - height
        figure_at = end + 14 if value < 0 else end - 5
        chart_columns.append(Column(left, min(zero, end), height, middle, figure_at, name, value))
    height = HEAD + HEIGHT + FOOT + (HEAD if bottom else 0)
    return Columns(len(values) * STEP, height, zero, height - 6, chart_columns)


def session_scores(sessions: Sequence[SessionRecord]) -> Columns | None:
    """Return a player's competition points session by session; None below two sessions."""
    played = [(str(row.number), row.result.competition_points) for row in sessions if row.result]
    return columns(played) if len(played) > 1 else None


def points_of_hands(hands: EventHands) -> Columns | None:
    """Return the number of hands in each range of points."""
    return columns([(f"{first}–{last}" if last else f"{first}+", count) for first, last, count in hands.steps])


def shares(figures: HandFigures) -> list[Share]:
    """Return how the hands ended, as parts of a band."""
    parts = [("discard", figures.by_discard), ("self", figures.self_drawn), ("drawn", figures.drawn)]
    parts += [("aborted", figures.aborted)] if figures.aborted else []
    band = []
    before = 0
    for kind, count in parts:
        left = 1000 * before // figures.hands
        right = 1000 * (before + count) // figures.hands
        band.append(Share(kind, left, right - left, count, rounded(Fraction(100 * count, figures.hands), 1)))
        before += count
    return band
