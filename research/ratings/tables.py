"""What a rating reads and predicts, and the functions that several ratings use."""

import math
from typing import NamedTuple, Protocol


class Table(NamedTuple):
    """Four players and their scores."""

    year: int
    event: int
    session: int
    players: tuple[int, ...]
    scores: tuple[int, ...]


class Rating(Protocol):
    """A rating that learns table by table."""

    def wins(self, one: int, other: int) -> float:
        """Return the probability that ``one`` has more points than ``other``."""

    def learn(self, table: Table) -> None:
        """Take a result."""


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def result_of(own: int, other: int) -> float:
    return 0.5 + 0.5 * ((own > other) - (own < other))
