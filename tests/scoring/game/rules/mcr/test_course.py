"""The course of a table of 16 hands (3.4.8, A4)."""

from scoring.game.rules.course import TableSeating
from scoring.game.rules.hands import Hand
from scoring.game.rules.mcr.game import MCR


def test_the_hand_in_play_follows_the_last_written_one() -> None:
    course = MCR.course([Hand(1, "E", None, 8), Hand(3, None)], TableSeating())
    assert (course.in_play, course.next, course.gaps) == (4, course.deals[2], (2,))
    assert MCR.course([], TableSeating()).in_play == 1
    assert MCR.course([Hand(16, None)], TableSeating()).in_play == 16


def test_a_number_without_a_line_is_the_hand_in_play() -> None:
    course = MCR.course([Hand(1, None)], TableSeating())
    assert course.at(5) == course.deals[5]
    assert course.at(17) == course.deals[2]


def test_a_sheet_has_a_line_for_each_hand_that_is_due() -> None:
    assert MCR.lines(MCR.course([], TableSeating())) == tuple(range(1, 17))
    three = MCR.course([], TableSeating(("E", "S", "W")))
    assert MCR.lines(three) == three.due == (1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 16)


def test_points_are_declared_as_they_are_written() -> None:
    assert (MCR.declared(24), MCR.declared(None)) == (24, None)
