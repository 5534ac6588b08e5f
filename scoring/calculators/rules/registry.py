"""The calculator of each rule set."""

from collections.abc import Mapping
from typing import Any

from scoring.calculators.rules.calculator import Calculator
from scoring.calculators.rules.chinese import ChineseCalculator
from scoring.calculators.rules.imj import ElementCalculator
from scoring.fans.rules import RULE_SETS
from scoring.tiles.rules.errors import HandError

CHINESE: Mapping[str, ChineseCalculator] = {key: ChineseCalculator(rules) for key, rules in RULE_SETS.items()}
ELEMENTS = ElementCalculator()
CALCULATORS: Mapping[str, Calculator[Any, Any, Any]] = {**CHINESE, ELEMENTS.key: ELEMENTS}


def scored_document(document: object, calculator: Calculator[Any, Any, Any]) -> dict[str, Any]:
    """Return the answer to the document of a hand; ``{"error": "hand: 5 copies of 1m"}`` for a wrong one."""
    try:
        return calculator.answer(document)
    except HandError as error:
        return {"error": str(error)}
