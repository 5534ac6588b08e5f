"""The value of a hand, element by element."""

from typing import NamedTuple

from scoring.elements.rules.catalogue import Element
from scoring.game.rules.imj.chart import CHART, fans_of, rank_of

# A hand without flowers has one element of this group too, so it is not a count of flowers.
OF_FLOWERS = ("28.5(2)", "28.5(3)")


class ElementCount(NamedTuple):
    """An element of a score, and how often it counts."""

    element: Element
    times: int


class Score(NamedTuple):
    """The score of a hand; `halves`: the sum of its elements in half fans; `limit`: the agreed highest rank in fans.

    `elements`: by value, highest first, then in the order of the text.
    """

    elements: tuple[ElementCount, ...]
    halves: int
    limit: int

    @property
    def rank(self) -> int:
        """The rank in half fans (IMJ 7.2, 30.2)."""
        return rank_of(self.halves, self.limit)

    @property
    def points(self) -> int | float:
        """The rank in fans."""
        return fans_of(self.rank)

    @property
    def without_flowers(self) -> int | float:
        """The rank in fans if the hand's flowers did not count."""
        flowers = sum(line.element.halves * line.times for line in self.elements if line.element.article in OF_FLOWERS)
        return fans_of(rank_of(self.halves - flowers, self.limit))

    @property
    def mados(self) -> int:
        """What one player pays (IMJ 30.1)."""
        return CHART[self.rank]
