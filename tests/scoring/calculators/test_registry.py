"""The calculators of the rule sets, through the one protocol that all have."""

import pytest

from scoring.calculators.rules.registry import CALCULATORS, CHINESE
from tests.scoring.fans.test_documents import EXAMPLE


@pytest.mark.parametrize("key", CALCULATORS)
def test_a_calculator_has_the_key_of_its_rule_set(key: str) -> None:
    assert CALCULATORS[key].key == key


@pytest.mark.parametrize("key", CHINESE)
def test_the_entries_are_the_fans_in_their_printed_order(key: str) -> None:
    entries = CALCULATORS[key].entries
    assert [entry.no for entry in entries] == sorted([*range(1, 82), 57])
    assert len({entry.key for entry in entries}) == 82
    points = {entry.key: entry.points for entry in entries}
    names = {entry.key: entry.name for entry in entries}
    fans = CALCULATORS[key].answer(EXAMPLE)["fans"]
    assert fans
    assert [(points[fan["id"]], names[fan["id"]]) for fan in fans] == [(fan["points"], fan["name"]) for fan in fans]


def test_the_explanation_has_the_score_of_the_answer() -> None:
    calculator = CALCULATORS["guobiao"]
    hand = calculator.hand_from(EXAMPLE)
    explained = calculator.explain(hand)
    assert explained is not None
    assert explained.score == calculator.score(hand)
    assert explained.score.points == calculator.answer(EXAMPLE)["points"]


def test_a_grade_element_calculator_explains_its_answer() -> None:
    calculator = CALCULATORS["imj-0702"]
    document = {"hand": "234m678p123s99s57m", "win": "6m"}
    hand = calculator.hand_from(document)
    explained = calculator.explain(hand)
    assert explained is not None
    assert explained.score == calculator.score(hand)
    assert explained.score.points == calculator.answer(document)["points"] == 3
