"""Payments of a hand, and what its values may be (3.9.1.3; rulings: Scores)."""

from collections.abc import Iterable

from scoring.game.rules.hands import Hand
from scoring.game.rules.mcr.rotation import HANDS_PER_SESSION
from scoring.game.rules.seats import SEATS, Seat

BASE_POINTS = 8
MINIMUM_POINTS = 8
LARGEST_FAN = 88
#: No hand of any rule set comes near; a typing error on the keypad does.
MOST_POINTS = 999


def payments(hand: Hand) -> dict[Seat, int]:
    """Return seat -> points that the win moves, without penalties; the sum is 0 (3.9.1.3).

    At a three-player table the empty seat pays on paper like a loser (rulings: Sessions, time, seats).
    """
    scores = dict.fromkeys(SEATS, 0)
    if hand.winner is None:
        return scores
    fan = hand.points or 0
    for seat in SEATS:
        if seat != hand.winner:
            pays = BASE_POINTS + (fan if hand.discarder in (None, seat) else 0)
            scores[seat] -= pays
            scores[hand.winner] += pays
    return scores


def impossible(hand: Hand, seats: Iterable[Seat] = SEATS) -> list[str]:
    """Return codes of impossible values in a hand of these seats; empty if it is possible (3.4.8, 3.9.1)."""
    won = hand.winner is not None
    named = {hand.winner, hand.discarder, *hand.adjustments} - {None}
    findings = {
        "hand-number": not 1 <= hand.no <= HANDS_PER_SESSION,
        "empty-seat": not named <= set(seats),
        "winner-discards": won and hand.winner == hand.discarder,
        "winner-without-points": won and hand.points is None,
        "below-minimum": won and hand.points is not None and hand.points < MINIMUM_POINTS,
        "points-without-winner": not won and hand.points is not None,
        "discarder-without-winner": not won and hand.discarder is not None,
        "aborted-with-winner": won and hand.aborted,
    }
    return [code for code, applies in findings.items() if applies]
