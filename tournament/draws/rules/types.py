"""Inputs and results of a draw."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Seats = tuple[int, int, int, int]
Chart = tuple[tuple[Seats, ...], ...]
Positions = NDArray[np.int64]
"""A chart inside the engine: sessions x tables x 4, positions counted from 0."""

FEWEST, MOST, MOST_SESSIONS = 4, 2000, 60


class DrawError(ValueError):
    """A draw that is impossible: ``code`` is the reason, ``figures`` its values."""

    def __init__(self, code: str, **figures: Any) -> None:
        super().__init__(" ".join([code, *(f"{name}={value}" for name, value in figures.items())]))
        self.code = code
        self.figures = figures


@dataclass(frozen=True, slots=True)
class Entrant:
    """A number on the list with the units to keep apart (3.5.1).

    ``team``, ``country`` and ``region`` are any names, empty for none. ``apart`` are numbers that this one must not
    meet (either of the two may list the other). ``table`` is a fixed table in every session.
    """

    number: int
    team: str = ""
    country: str = ""
    region: str = ""
    apart: frozenset[int] = frozenset()
    table: int | None = None


@dataclass(frozen=True, slots=True)
class FixedChart:
    """A chart of positions, before any lot.

    ``groups`` partition the positions into sets within which no two meet (columns or quads), as far as the construction
    has such sets; ``quads`` is a second such partition into fours, if there is one.
    """

    positions: Positions
    groups: tuple[tuple[int, ...], ...]
    method: str
    quads: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Quality:
    """Figures of a chart with their proven lower bounds, as ``interfaces.md`` defines them."""

    repeat_pairs: int
    repeat_pairs_bound: int | None
    max_meetings: int
    team_meetings: int
    team_meetings_bound: int | None
    country_meetings: int
    country_meetings_bound: int | None
    seat_spread: int
    table_repeats: int
    common_opponents_min: int | None


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn chart: ``chart[s][t]`` are the numbers at table t + 1 of session s + 1: East, South, West, North.

    Numbers above ``players`` are fillers.
    """

    players: int
    sessions: int
    fillers: int
    seed: str
    version: str
    method: str
    chart: Chart
    quality: Quality
