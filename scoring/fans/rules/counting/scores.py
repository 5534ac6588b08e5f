"""The score of a hand, fan by fan."""

from typing import NamedTuple

from scoring.fans.rules.sets.catalogue import Fan
from scoring.game.rules.mcr.hands import MINIMUM_POINTS


class FanCount(NamedTuple):
    """A fan of a score; `points`: for counting it once; `times`: how often it counts."""

    fan: Fan
    points: int
    times: int


class Score(NamedTuple):
    """The score of a hand; `fans`: by points, highest first, then by number; flowers last."""

    points: int
    flowers: int
    fans: tuple[FanCount, ...]

    @property
    def without_flowers(self) -> int:
        """The points that count towards the minimum."""
        return self.points - self.flowers

    @property
    def minimum_met(self) -> bool:
        """At least 8 points without flowers (3.9.1.1 (2), no. 81: A24)."""
        return self.without_flowers >= MINIMUM_POINTS
