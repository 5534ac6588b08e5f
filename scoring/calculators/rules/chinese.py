"""The calculators of the three Chinese rule sets: the fan engine."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scoring.calculators.rules.calculator import Entry
from scoring.fans.rules import FANS, Explanation, Hand, RuleSet, Score, explain, score
from scoring.fans.rules.documents import answer, hand_from


@dataclass(frozen=True)
class ChineseCalculator:
    """The fans of one rule set."""

    rules: RuleSet

    @property
    def key(self) -> str:
        return self.rules.key

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        values = self.rules.values
        fans = sorted(FANS.items(), key=lambda item: (item[1].no, item[0]))
        return tuple(
            Entry(fan.no, fan.key, {"zh": fan.zh, "en": fan.en, "ja": fan.ja}, values[no], fan.article)
            for no, fan in fans
        )

    def hand_from(self, document: object) -> Hand:
        return hand_from(document)

    def score(self, hand: Hand) -> Score | None:
        return score(hand, self.rules)

    def explain(self, hand: Hand) -> Explanation | None:
        return explain(hand, self.rules)

    def answer(self, document: object) -> dict[str, Any]:
        return answer(self.score(self.hand_from(document)))
