"""The calculator of the International Mahjong Rules: grade elements."""

from typing import Any

from scoring.calculators.rules.calculator import Entry
from scoring.elements.rules import ELEMENTS, RULE_SET, Element, Explanation, Hand, Score, explain, score
from scoring.elements.rules.documents import answer, hand_from


def _entry(element: Element) -> Entry:
    name = {"zh": element.zh, "en": element.en, "ja": element.ja}
    return Entry(element.article, element.key, name, element.fans, f"IMJ {element.article}")


class ElementCalculator:
    """The grade elements of IMJ v0702."""

    key = RULE_SET
    entries = tuple(map(_entry, ELEMENTS.values()))

    def hand_from(self, document: object) -> Hand:
        return hand_from(document)

    def score(self, hand: Hand) -> Score | None:
        return score(hand)

    def explain(self, hand: Hand) -> Explanation | None:
        return explain(hand)

    def answer(self, document: object) -> dict[str, Any]:
        return answer(self.score(self.hand_from(document)))
