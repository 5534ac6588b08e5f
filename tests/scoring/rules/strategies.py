"""Hypothesis strategies shared by the tests of the scoring rules."""

from hypothesis import strategies as st

from scoring.game.rules.hands import Hand
from scoring.game.rules.seats import SEATS

ADJUSTMENTS = st.sampled_from([{}, {}, {}, {}, {"E": 10, "S": 10, "W": -30, "N": 10}, {"S": -20}, {"N": -40}])


@st.composite
def hand(draw, no):
    adjustments = draw(ADJUSTMENTS)
    winner = draw(st.sampled_from([*SEATS, None]))
    if winner is None:
        return Hand(no, None, aborted=draw(st.booleans()), adjustments=adjustments)
    discarder = draw(st.sampled_from([seat for seat in SEATS if seat != winner] + [None]))
    return Hand(no, winner, discarder, draw(st.integers(8, 120)), adjustments=adjustments)


def hand_lists(least=0, most=16):
    """Generate sheets whose hands 1 to n were played, n between `least` and `most`."""
    return st.integers(least, most).flatmap(lambda n: st.tuples(*(hand(no) for no in range(1, n + 1))))
