"""Payments of a hand and scores of a session (3.9.1.3, 3.9.2; rulings: Scores, Penalties)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scoring.game.rules.seats import HANDS_PER_SESSION, SEATS, Seat

BASE_POINTS = 8
MINIMUM_POINTS = 8
LARGEST_FAN = 88


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of a sheet; seats are starting seats.

    A winner without a discarder is a self-drawn win. No winner is a drawn hand, or one that the referee ended if
    `aborted`. `points`: the declared fan points with flowers; `adjustments`: penalty points by seat.
    """

    no: int
    winner: Seat | None
    discarder: Seat | None = None
    points: int | None = None
    aborted: bool = False
    adjustments: Mapping[Seat, int] = field(default_factory=dict, hash=False)


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


def hand_scores(hand: Hand, seats: Iterable[Seat] = SEATS) -> dict[Seat, int]:
    """Return seat -> competition points of the hand with penalties, for the taken ``seats``."""
    paid = payments(hand)
    return {seat: paid[seat] + hand.adjustments.get(seat, 0) for seat in seats}


def session_scores(
    hands: Iterable[Hand], penalties: Mapping[Seat, int] | None = None, seats: Iterable[Seat] = SEATS
) -> dict[Seat, int]:
    """Return seat -> competition points of the session: all hands and the session's penalties (3.9.2).

    `penalties`: signed points by seat that belong to no hand, such as -10 for lateness (3.11.2.1).
    """
    totals = {seat: (penalties or {}).get(seat, 0) for seat in seats}
    for hand in hands:
        for seat, points in hand_scores(hand, totals).items():
            totals[seat] += points
    return totals


def running_totals(
    hands: Iterable[Hand], seats: Iterable[Seat] = SEATS
) -> list[tuple[Hand, dict[Seat, int], dict[Seat, int]]]:
    """Return (hand, its scores, totals after it) for each hand by number, as on the sheet (A5)."""
    lines = []
    totals = dict.fromkeys(seats, 0)
    for hand in sorted(hands, key=lambda hand: hand.no):
        scores = hand_scores(hand, totals)
        totals = {seat: totals[seat] + scores[seat] for seat in totals}
        lines.append((hand, scores, totals))
    return lines


def burnt(hands: Iterable[Hand], penalties: Mapping[Seat, int] | None = None) -> int:
    """Return the penalty points without receiver; the totals of a table of four sum to minus this (3.11.2.2, A5)."""
    moved = sum(sum(hand.adjustments.values()) for hand in hands)
    return -(moved + sum((penalties or {}).values()))


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


def repeated_numbers(hands: Iterable[Hand]) -> tuple[int, ...]:
    """Return the hand numbers that occur more than once, in order."""
    occurrences = Counter(hand.no for hand in hands)
    return tuple(sorted(no for no, times in occurrences.items() if times > 1))


def questionable(hands: Iterable[Hand]) -> list[tuple[str, int]]:
    """Return (code, hand number) of allowed but unlikely values, to ask before saving.

    "over-88": more than the largest single fan (3.8.1); "points-created": adjustments give more than they take;
    "off-tariff": an adjustment that is no multiple of 5, as all penalties of 3.11 are.
    """
    questions = []
    for hand in hands:
        moved = list(hand.adjustments.values())
        if (hand.points or 0) > LARGEST_FAN:
            questions.append(("over-88", hand.no))
        if sum(moved) > 0:
            questions.append(("points-created", hand.no))
        if any(points % 5 for points in moved):
            questions.append(("off-tariff", hand.no))
    return questions
