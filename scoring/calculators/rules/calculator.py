"""What a calculator does for its rule set."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

HandType = TypeVar("HandType")
Score_co = TypeVar("Score_co", covariant=True)
Explanation_co = TypeVar("Explanation_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that counts in a hand.

    `no`: as the text prints it; `key`: a permanent id; `name`: by language (``zh``, ``en``, ``ja``); `points`: for
    counting it once.
    """

    no: int | str
    key: str
    name: Mapping[str, str]
    points: int | float
    article: str


class Calculator(Protocol[HandType, Score_co, Explanation_co]):
    """A rule set's calculator; `key`: the rule set; hands that are impossible raise HandError with the wrong field."""

    @property
    def key(self) -> str: ...

    @property
    def entries(self) -> Sequence[Entry]:
        """All that can count, in the order of the text."""

    def hand_from(self, document: object) -> HandType:
        """Return the hand of a document of ``manage.py score_hands``."""

    def score(self, hand: HandType) -> Score_co | None:
        """Return the score of the best reading; None if the hand does not win."""

    def explain(self, hand: HandType) -> Explanation_co | None:
        """Return the score with its reasons; None if the hand does not win."""

    def answer(self, document: object) -> dict[str, Any]:
        """Return the score of a document's hand as a document; ``{"winning": false}`` if it does not win."""
