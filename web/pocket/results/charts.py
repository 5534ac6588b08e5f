"""Pictures of figures for pages, as numbers that a template puts into SVG: heights, places, shares."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.game.rules.table_points import rounded
from scoring.standings.selectors.hand_statistics import EventHands, HandFigures
from scoring.standings.selectors.player_record import SessionRecord

#: The height of a chart of columns, the distance of its columns, and their width, in its own units.
HEIGHT, STEP, WIDTH = 120, 40, 28
#: Room above and below the columns for their figures and names.
HEAD, FOOT = 20, 22


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its left edge, top, height, the middle for its words, where its figure stands; below 0 it hangs."""

    left: int
    top: int
    height: int
    middle: int
    figure_at: int
    name: str
    figure: int

    @property
    def below(self) -> bool:
        """Whether it hangs below the line of zero."""
        return self.figure < 0


@dataclass(frozen=True, slots=True)
class Columns:
    """A chart of columns; ``zero`` is the height of its line."""

    width: int
    height: int
    zero: int
    foot: int
    columns: list[Column]


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a band of 1000: its beginning, its length, what it is, how many, per mille as text."""

    kind: str
    left: int
    width: int
    count: int
    percent: str


def columns(values: Sequence[tuple[str, int]]) -> Columns | None:
    """The columns of (name, figure), figures above and below zero on one scale; None without any."""
    if not values:
        return None
    top, bottom = max(0, *(value for _name, value in values)), min(0, *(value for _name, value in values))
    span = max(top - bottom, 1)
    zero = HEAD + HEIGHT * top // span
    made = []
    for place, (name, value) in enumerate(values):
        height = HEIGHT * abs(value) // span
        left, end = place * STEP + (STEP - WIDTH) // 2, zero + height if value < 0 else zero - height
        made.append(
            Column(
                left, min(zero, end), height, place * STEP + STEP // 2, end + 14 if value < 0 else end - 5, name, value
            )
        )
    height = HEAD + HEIGHT + FOOT + (HEAD if bottom else 0)
    return Columns(len(values) * STEP, height, zero, height - 6, made)


def session_scores(sessions: Sequence[SessionRecord]) -> Columns | None:
    """A player's competition points session by session; None below two sessions."""
    played = [(str(one.number), one.result.competition_points) for one in sessions if one.result]
    return columns(played) if len(played) > 1 else None


def points_of_hands(hands: EventHands) -> Columns | None:
    """How many hands were worth how much."""
    return columns([(f"{first}–{last}" if last else f"{first}+", count) for first, last, count in hands.steps])


def shares(figures: HandFigures) -> list[Share]:
    """How the hands ended, as parts of a band."""
    parts = [("discard", figures.by_discard), ("self", figures.self_drawn), ("drawn", figures.drawn)]
    parts += [("aborted", figures.aborted)] if figures.aborted else []
    found, before = [], 0
    for kind, count in parts:
        left, right = (1000 * part // figures.hands for part in (before, before + count))
        found.append(Share(kind, left, right - left, count, rounded(Fraction(100 * count, figures.hands), 1)))
        before += count
    return found
