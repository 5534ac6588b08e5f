"""Inputs and results of a draw by standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Method = Literal["fours", "swiss", "snake", "split", "winners", "lots"]
Demand = Literal["forbid", "avoid", "allow"]
Numbering = Literal["top", "fresh"]

VERSION = "pinju-round/5"
METHODS: tuple[Method, ...] = ("fours", "swiss", "snake", "split", "winners", "lots")
DEMANDS: tuple[Demand, ...] = ("forbid", "avoid", "allow")
NUMBERINGS: tuple[Numbering, ...] = ("top", "fresh")
#: The parts of the vector, most important first.
PARTS = (
    "most_meetings", "rematch_pairs", "team_pairs", "country_pairs", "outside_score_group", "rank_spread",
    "apart_pairs", "repeated_floats", "wind_imbalance", "table_repeats",
)  # fmt: skip
MOST = 2000


class RoundError(ValueError):
    """A draw that is impossible, or an input that is wrong: ``code`` is the reason, ``figures`` its values."""

    def __init__(self, code: str, **figures: Any) -> None:
        super().__init__(" ".join([code, *(f"{name}={value}" for name, value in figures.items())]))
        self.code = code
        self.figures = figures


@dataclass(frozen=True, slots=True)
class Entry:
    """A player of the round with the standing before it.

    ``rank`` may be shared. ``place_before`` is the place (1 to 4) at the table of the session before. ``floats``
    counts earlier sessions outside the player's score group.
    """

    number: int
    rank: int
    table_points: Fraction = Fraction(0)
    competition_points: int = 0
    team: str = ""
    country: str = ""
    place_before: int | None = None
    floats: int = 0


@dataclass(frozen=True, slots=True)
class Demands:
    """How each kind of pair is treated; team-mates, compatriots and declared pairs like those who have met."""

    rematch: Demand = "avoid"
    teams: Demand = "avoid"
    countries: Demand = "avoid"
    apart: Demand = "forbid"


@dataclass(frozen=True, slots=True)
class Task:
    """What is drawn: the players, the sessions so far (tables of four numbers, East first), and the rule.

    ``bracket`` is the size of the brackets by rank, None for one bracket. ``numbering``: the best players at table 1
    (top), or nobody at a table again (fresh).
    """

    entries: tuple[Entry, ...]
    method: Method
    seed: str
    demands: Demands = Demands()
    played: tuple[tuple[tuple[int, ...], ...], ...] = ()
    apart: frozenset[tuple[int, int]] = frozenset()
    bracket: int | None = None
    numbering: Numbering = "top"


@dataclass(frozen=True, slots=True)
class Bracket:
    """The players of one bracket in the order of the draw, with their history.

    Arrays have a row for each player. ``met`` counts earlier meetings, ``kin`` marks pairs of one team, one country and
    declared pairs. ``winds`` counts starts on each wind, ``visits`` sessions at each table number. ``home`` is the
    first and last table of the player's score group.
    """

    entries: tuple[Entry, ...]
    ranks: Ints
    met: Ints
    kin: Mapping[str, Bools]
    winds: Ints
    visits: Ints
    home: Ints
    first_table: int

    @property
    def size(self) -> int:
        return len(self.entries)


Tables = list[tuple[int, ...]]
"""Tables of one bracket: positions in the order of the draw, from 0."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A proof of the lower bound of ``rank_spread`` in one bracket (``duals``); all values times ``scale``.

    ``duals`` belong to the players in the order of the draw, ``prices`` to the kinds of unavoidable pairs.
    """

    numbers: tuple[int, ...]
    scale: int
    window: int
    duals: tuple[int, ...]
    prices: Mapping[str, int]
    bound: int


@dataclass(frozen=True, slots=True)
class Solution:
    """The tables of a bracket with proven lower bounds of the parts; ``exact``: every minimised part is optimal."""

    tables: Tables
    bounds: Mapping[str, int] = field(default_factory=dict)
    exact: bool = False
    certificate: Certificate | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the vector with its proven lower bound, given the parts before it; None if none is known."""

    what: str
    value: int
    bound: int | None


@dataclass(frozen=True, slots=True)
class Round:
    """A drawn session: ``tables[t]`` are the numbers at table t + 1: East, South, West, North.

    ``order`` are the numbers by rank, equal ones by lot. ``pattern_distance``: the sum of squared distances from the
    pattern of the method (snake, split, winners), which decides before the spread; 0 for the others.
    """

    method: Method
    version: str
    seed: str
    order: Sequence[int]
    tables: Sequence[tuple[int, ...]]
    vector: Sequence[Part]
    proved: bool
    pattern_distance: int
    certificates: Sequence[Certificate]
