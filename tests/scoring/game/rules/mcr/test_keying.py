"""Hands typed from paper with few keys: both modes read the hand, and errors are named."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game.rules.hands import Hand
from scoring.game.rules.keys import Unreadable, read_scores
from scoring.game.rules.mcr.game import MCR
from scoring.game.rules.mcr.keying import MODES, SCORES, WORDS, read_hand, type_hand
from scoring.game.rules.seats import SEATS
from scoring.sheets.rules.running_rows import written_otherwise
from tests.support.paths import ROOT


@st.composite
def hands(draw) -> Hand:
    """Generate any hand that can be played, up to the highest points that the Desk accepts."""
    winner = draw(st.sampled_from([*SEATS, None]))
    if winner is None:
        return Hand(draw(st.integers(1, 16)), None, aborted=draw(st.booleans()))
    discarder = draw(st.sampled_from([*(seat for seat in SEATS if seat != winner), None]))
    return Hand(draw(st.integers(1, 16)), winner, discarder, draw(st.integers(8, 999)))


@given(hands(), st.sampled_from(MODES))
def test_typing_and_reading_a_hand_gives_the_same_hand(hand: Hand, mode: str) -> None:
    assert read_hand(type_hand(hand, mode), hand.no, mode) == hand


@given(hands())
def test_the_loser_s_score_may_be_left_out(hand: Hand) -> None:
    if hand.discarder:
        winner, loser = SEATS.index(hand.winner) + 1, SEATS.index(hand.discarder) + 1
        assert read_hand(f"{winner}{24 + hand.points}{loser}", hand.no, SCORES) == hand
    elif hand.winner:
        assert read_hand(f"{SEATS.index(hand.winner) + 1}{3 * (8 + hand.points)}0", hand.no, SCORES) == hand


@pytest.mark.parametrize(
    ("typed", "mode", "hand"),
    [
        ("1324", WORDS, Hand(3, "E", "W", 24)),
        ("e w 24", WORDS, Hand(3, "E", "W", 24)),
        ("东西24", WORDS, Hand(3, "E", "W", 24)),
        ("１０１６", WORDS, Hand(3, "E", None, 16)),
        ("13", WORDS, Hand(3, "E", "W", None)),
        ("140324", SCORES, Hand(3, "E", "W", 16)),
        ("1 +40 3 −24", SCORES, Hand(3, "E", "W", 16)),
        ("1 40 3", SCORES, Hand(3, "E", "W", 16)),
        ("148316", SCORES, Hand(3, "E", None, 8)),
        ("148332", SCORES, Hand(3, "E", "W", 24)),
        ("1480", SCORES, Hand(3, "E", None, 8)),
        ("1 102 2 34", SCORES, Hand(3, "E", None, 26)),
        ("0", WORDS, Hand(3, None)),
        ("0", SCORES, Hand(3, None)),
        ("＊", SCORES, Hand(3, None, aborted=True)),
        ("x", WORDS, Hand(3, None, aborted=True)),
        ("  ", WORDS, None),
    ],
)
def test_typed_texts_are_read_as_hands(typed: str, mode: str, hand: Hand | None) -> None:
    assert read_hand(typed, 3, mode) == hand


@pytest.mark.parametrize(
    ("typed", "mode", "code"),
    [
        ("5324", WORDS, "unread"),
        ("24", SCORES, "unread"),
        ("1a", WORDS, "unread"),
        ("140325", SCORES, "scores-do-not-fit"),
        ("1400", SCORES, "scores-do-not-fit"),
        ("1 40 2 8", SCORES, "other-loser"),
        ("140124", SCORES, "winner-discards"),
    ],
)
def test_an_unreadable_text_gives_its_fault_code(typed: str, mode: str, code: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        read_hand(typed, 3, mode)
    assert unreadable.value.code == code


def test_an_impossible_hand_is_read_and_then_refused() -> None:
    assert MCR.hand_faults(read_hand("137", 1, WORDS), SEATS) == ["below-minimum"]
    assert MCR.hand_faults(read_hand("1 31 3", 1, SCORES), SEATS) == ["below-minimum"]
    assert MCR.hand_faults(read_hand("1124", 1, WORDS), SEATS) == ["winner-discards"]


def test_the_first_wrong_running_total_is_found() -> None:
    played = [Hand(1, "E", "W", 16), Hand(2, "S", None, 8), Hand(3, None)]
    written = {1: read_scores("40 -8 -24 -8", SEATS), 2: read_scores("+24, 40, −40, −24", SEATS)}
    assert written_otherwise(MCR, played, written) is None
    written[2]["E"], written[3] = 34, dict(written[2])
    written[3]["E"] = 34
    assert written_otherwise(MCR, played, written) == (2, {"E": 10})
    with pytest.raises(Unreadable):
        read_scores("40 -8 -24", SEATS)


def keys_of(hand: Hand, mode: str) -> int:
    """Return the number of keys of the hand, with Enter where the field does not advance automatically."""
    typed = type_hand(hand, mode)
    goes_on = typed in ("0", "*") or (mode == SCORES and (len(typed) == 6 or typed.endswith("0")))
    return len(typed) + (not goes_on)


def test_real_sheets_take_at_most_six_keys_a_hand() -> None:
    """Every complete sheet of the event of 2018, in both modes: sixteen hands in 16 x 6 keys."""
    event = json.loads((ROOT / "scoring/demo/event_open_2018.json").read_text(encoding="utf-8"))
    sheets = [table["hands"] for session in event["sessions"] for table in session["tables"] if "hands" in table]
    whole = [hands for hands in sheets if len(hands) == 16]
    assert len(whole) > 20
    for hands in whole:
        played = [Hand(hand["no"], hand["winner"], hand.get("discarder"), hand.get("points")) for hand in hands]
        for mode in MODES:
            assert sum(keys_of(hand, mode) for hand in played) <= 16 * 6
            for hand in played:
                read = read_hand(type_hand(hand, mode), hand.no, mode)
                assert read == hand


@given(no=st.integers(1, 16), winner=st.sampled_from("ESWN"), loser=st.sampled_from("ESWN"), points=st.integers(8, 400))
def test_any_hand_takes_at_most_six_keys_and_is_read_again(no: int, winner: str, loser: str, points: int) -> None:
    hand = Hand(no, winner, None if loser == winner else loser, points)
    for mode in MODES:
        assert read_hand(type_hand(hand, mode), no, mode) == hand
        assert keys_of(hand, mode) <= 6
