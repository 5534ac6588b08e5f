"""Typing deals from paper."""

import pytest

from scoring.game.rules.hands import Hand
from scoring.game.rules.imj.keying import WORDS, read_hand, type_hand
from scoring.game.rules.keys import Unreadable
from scoring.game.rules.seats import SEATS
from tests.scoring.game.rules.imj.tables import played

E, S, W, N = SEATS


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("135", Hand(7, E, W, 10)),
        ("1 3 15", Hand(7, E, W, 30)),
        ("105", Hand(7, E, None, 10)),
        ("13h", Hand(7, E, W, 1)),
        ("13½", Hand(7, E, W, 1)),
        ("136½", Hand(7, E, W, 13)),
        ("135k", Hand(7, E, W, 10, robbed=True)),
        ("108b3", Hand(7, E, None, 16, bound=W)),
        ("234f1", Hand(7, S, W, 8, false_wins=(E,))),
        ("f2", Hand(7, None, false_wins=(S,))),
        ("F13", Hand(7, None, false_wins=(E, W))),
        ("东西5", Hand(7, E, W, 10)),
        ("0", Hand(7, None)),
        ("*", Hand(7, None, aborted=True)),
        ("13", Hand(7, E, W)),
        (" ", None),
    ],
)
def test_keys_of_a_deal(text: str, hand: Hand | None) -> None:
    assert read_hand(text, 7, WORDS) == hand


@pytest.mark.parametrize("text", ["5", "1", "139x", "1b3", "13555", "f", "f5", "135b", "13-5k2"])
def test_other_texts_are_no_deal(text: str) -> None:
    with pytest.raises(Unreadable, match="unread"):
        read_hand(text, 7, WORDS)


def test_every_deal_is_typed_and_read_back() -> None:
    hands = [hand for seed in range(4) for hand in played(seed).hands]
    assert [read_hand(type_hand(hand, WORDS, SEATS), hand.no, WORDS) for hand in hands] == hands
