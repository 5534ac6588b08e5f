"""Figures of hands and sessions, and lists with shared ranks and a minimum, by worked cases."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from ranking.lists.rules import STATISTICS, Figures, PlayedHand, add_hands, ranked, run_length
from ranking.opponents.rules import Score, Sitter


def values(one: Figures) -> dict[str, Fraction | int | None]:
    return {key: statistic.value(one) for key, statistic in STATISTICS.items()}


def test_nothing_played_has_no_value() -> None:
    assert set(values(Figures()).values()) == {None}


def test_the_figures_of_a_worked_person() -> None:
    scores = [Score(48, 90), Score(48, 40), Score(12, -30), Score(48, 7)]
    one = Figures(
        events=2, wins=1, sessions=8, table_points=240, points=-20, longest_run=run_length(scores),
        hands=40, won=10, dealt_in=5, best=88, hand_points=100,
    )  # fmt: skip
    assert values(one) == {
        "events": 2,
        "wins": 1,
        "table-points": Fraction(5, 2),
        "points": Fraction(-5, 2),
        "longest-run": 2,
        "best-hand": 88,
        "hand-points": Fraction(5, 2),
        "won": Fraction(1, 4),
        "dealt-in": Fraction(1, 8),
    }


def test_hands_are_of_those_who_sat_there_then() -> None:
    figures = {1: Figures(), 2: Figures(best=30), 3: Figures()}
    # Person 9 replaces person 1 on East from hand 3 on and has no result; 4 forfeited the table.
    seats = {"E": [Sitter(3, 9), Sitter(1, 1)], "S": [Sitter(1, 2)], "W": [Sitter(1, 3)], "N": [Sitter(1, 4)]}
    hands = [
        PlayedHand(1, "E", "S", 8),
        PlayedHand(2, "S", "", 24),
        PlayedHand(3, "E", "W", 64),
        PlayedHand(4, "", "", 0),
    ]
    assert add_hands(figures, hands, seats) == {1, 2, 3}
    found = [(one.hands, one.won, one.dealt_in, one.best) for one in figures.values()]
    assert found == [(2, 1, 0, 8), (4, 1, 1, 30), (4, 0, 1, 0)]


def test_hands_of_another_event_are_added() -> None:
    one = Figures(hands=3, best=12)
    one.add_hands_of(Figures(hands=4, won=1, dealt_in=2, best=8, hand_points=5))
    assert (one.hands, one.won, one.dealt_in, one.best, one.hand_points) == (7, 1, 2, 12, 5)


def test_a_run_needs_a_first_place() -> None:
    assert run_length([Score(36, 9), Score(48, 1), Score(48, 2), Score(24, 0)]) == 2
    assert run_length([Score(36, 9)]) == 0


def test_equal_values_share_a_rank_and_too_few_hands_are_not_listed() -> None:
    people = {
        1: Figures(hands=100, dealt_in=10),
        2: Figures(hands=200, dealt_in=20),
        3: Figures(hands=99, dealt_in=0),
        4: Figures(hands=100, dealt_in=5),
        5: Figures(hands=100, dealt_in=30),
    }
    dealt_in = STATISTICS["dealt-in"]
    assert dealt_in.least == 100
    lines = ranked(people, dealt_in, dealt_in.least)
    assert [(line.rank, line.person) for line in lines] == [(1, 4), (2, 1), (2, 2), (4, 5)]
    assert [line.person for line in ranked(people, dealt_in, 1)] == [3, 4, 1, 2, 5]


@given(st.dictionaries(st.integers(1, 50), st.integers(0, 4)))
def test_a_rank_is_one_more_than_those_who_are_better(wins: dict[int, int]) -> None:
    lines = ranked({person: Figures(wins=number) for person, number in wins.items()}, STATISTICS["wins"], 0)
    assert {line.person for line in lines} == {person for person, number in wins.items() if number}
    assert all(line.rank == 1 + sum(number > wins[line.person] for number in wins.values()) for line in lines)
