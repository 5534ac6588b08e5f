"""Every problem that the rules find in an event file has a sentence."""

import pytest

from scoring.event_file.rules import problems
from scoring.event_file.selectors.messages import sentence
from tests.scoring.event_file.rules.event_file.test_problems import WRONG, wrong_file


@pytest.mark.parametrize(("written", "value", "paths", "codes"), WRONG)
def test_every_problem_has_a_sentence_with_all_its_parameters(written, value, paths, codes):
    for problem in problems(wrong_file(written, value)):
        message = sentence(problem.code, problem.params)
        assert message
        assert "None" not in message
        assert "%(" not in message


def test_the_sentences_name_numbers_and_places():
    message = sentence("player-twice", {"value": 7, "first": ("sessions", 0, "tables", 2, "seats", "E")})
    assert message == "player 7 sits twice in this session; first at sessions[0].tables[2].seats.E"
    assert sentence("winner-discards", {"value": "W"}) == "winner and discarder are the same"
    assert sentence("totals-incomplete", {"seats": "W, N"}) == "the totals of W, N are missing"
