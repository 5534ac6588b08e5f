"""Check entries on a sheet: impossible values are refused, unlikely ones are asked back (3.4.8, 3.9.1, 3.11)."""

from collections.abc import Collection, Iterable, Mapping

from scoring.game.rules.hands import LARGEST_FAN, Hand, impossible
from scoring.game.rules.seats import Seat, hand_numbers

#: No hand of any rule set comes near; a typing error on the keypad does.
MOST_POINTS = 999
#: Receivers of penalty points in addition to a seat: none, or each other seat (3.11.2.2).
NOBODY, EACH = "nobody", "each"


def refusals(hand: Hand, seats: Collection[Seat], dead: Collection[Seat] = ()) -> list[str]:
    """Return codes of reasons against entering the hand at a table with these played seats; empty if it is possible.

    ``dead``: seats without the right to win in this hand (3.11.6). The codes are those of `hands.impossible`,
    "skipped-hand" (the deal of an empty seat), "too-many-points" and "dead-hand-wins".
    """
    codes = impossible(hand, seats)
    if "hand-number" not in codes and hand.no not in hand_numbers(seats):
        codes.append("skipped-hand")
    if (hand.points or 0) > MOST_POINTS:
        codes.append("too-many-points")
    if hand.winner in dead:
        codes.append("dead-hand-wins")
    return codes


def questions_of_hand(hand: Hand, recorded: Collection[int], seats: Iterable[Seat]) -> list[str]:
    """Return codes of questions before the hand is entered: "over-88", "gap" (an earlier hand is missing)."""
    codes = []
    if (hand.points or 0) > LARGEST_FAN:
        codes.append("over-88")
    if any(no not in recorded for no in hand_numbers(seats) if no < hand.no):
        codes.append("gap")
    return codes


def with_missing_total(totals: Mapping[Seat, int], seats: Collection[Seat], burnt: int) -> dict[Seat, int]:
    """Return the totals with a missing one filled in so that they add up to minus the ``burnt`` points (A5).

    Raise ValueError if more than one is missing.
    """
    missing = [seat for seat in seats if seat not in totals]
    if len(missing) > 1:
        raise ValueError(f"totals of {', '.join(missing)} are missing")
    complete = dict(totals)
    for seat in missing:
        complete[seat] = -burnt - sum(totals.values())
    return {seat: complete[seat] for seat in seats}


def penalty_rows(seat: Seat, points: int, payee: str, seats: Collection[Seat]) -> dict[Seat, int]:
    """Return seat -> points moved by a penalty of ``points`` (0 or more) of ``seat``.

    ``payee``: NOBODY, EACH (every other seat gets ``points``, 3.11.2.2) or another seat; else raise ValueError.
    """
    other_seats = [other for other in seats if other != seat]
    if payee == NOBODY:
        return {seat: -points}
    if payee == EACH:
        return {seat: -points * len(other_seats), **dict.fromkeys(other_seats, points)}
    receiver = next((other for other in other_seats if other == payee), None)
    if receiver is None:
        raise ValueError(f"{payee} cannot receive a penalty of {seat}")
    return {seat: -points, receiver: points}
