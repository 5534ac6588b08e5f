"""The order of a ceremony: the last place first, shared places together, places skipped after a shared rank."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.display.rules.ceremony import Step, awarded, steps


def test_two_third_places_are_shown_together() -> None:
    ranked = [(1, "王伟"), (2, "李娜"), (3, "Ana"), (3, "佐藤"), (5, "Eva")]
    assert awarded(ranked, 3) == [(1, "王伟"), (2, "李娜"), (3, "Ana"), (3, "佐藤")]


def test_a_shared_second_rank_leaves_no_third() -> None:
    assert awarded([(1, "a"), (2, "b"), (2, "c"), (4, "d")], 3) == [(1, "a"), (2, "b"), (2, "c")]
    assert steps([[1, 2, 2]]) == [Step(0, 2), Step(0, 1)]


def test_a_shared_victory_leaves_no_second() -> None:
    assert awarded([(1, "a"), (1, "b"), (3, "c"), (4, "d")], 3) == [(1, "a"), (1, "b"), (3, "c")]
    assert steps([[1, 1, 3]]) == [Step(0, 3), Step(0, 1)]


def test_an_unranked_player_gets_no_award() -> None:
    assert awarded([(1, "a"), (None, "withdrawn"), (None, "disqualified")], 3) == [(1, "a")]


def test_steps_follow_the_order_of_awards_and_skip_awards_without_winner() -> None:
    assert steps([[1], [], [3, 2, 1]]) == [Step(0, 1), Step(2, 3), Step(2, 2), Step(2, 1)]


@settings(max_examples=50)
@given(st.lists(st.lists(st.integers(1, 16), max_size=8), max_size=5))
def test_each_place_with_a_winner_is_one_step_and_the_first_place_comes_last(awards: list) -> None:
    ceremony_steps = steps(awards)
    assert sorted(ceremony_steps) == sorted({Step(at, place) for at, places in enumerate(awards) for place in places})
    assert [step.award for step in ceremony_steps] == sorted(step.award for step in ceremony_steps)
    for at in {step.award for step in ceremony_steps}:
        places = [step.place for step in ceremony_steps if step.award == at]
        assert places == sorted(places, reverse=True)
