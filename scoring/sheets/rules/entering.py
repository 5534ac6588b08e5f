"""What may be entered on a sheet: what cannot be, and what is allowed but seldom meant (3.4.8, 3.9.1, 3.11)."""

from collections.abc import Collection, Iterable, Mapping

from scoring.game.rules.hands import LARGEST_FAN, Hand, impossible
from scoring.game.rules.seats import Seat, hand_numbers

#: No hand of any rule set comes near; a thumb on the keypad does.
MOST_POINTS = 999
#: Whom penalty points go to: nobody, each of the others, or the seat named (3.11.2.2).
NOBODY, EACH = "nobody", "each"


def refusals(hand: Hand, seats: Collection[Seat], dead: Collection[Seat] = ()) -> list[str]:
    """Codes of why the hand cannot be entered at a table where these seats are played; empty if it can.

    ``dead`` are the seats without the right to win in this hand (3.11.6). The codes of `hands.impossible`,
    "skipped-hand" (the deal of an empty seat), "too-many-points" and "dead-hand-wins".
    """
    found = impossible(hand, seats)
    if "hand-number" not in found and hand.no not in hand_numbers(seats):
        found.append("skipped-hand")
    if (hand.points or 0) > MOST_POINTS:
        found.append("too-many-points")
    if hand.winner in dead:
        found.append("dead-hand-wins")
    return found


def questions_of_hand(hand: Hand, recorded: Collection[int], seats: Iterable[Seat]) -> list[str]:
    """Codes of what to ask before the hand is entered: "over-88", "gap" (an earlier hand is not there yet)."""
    found = []
    if (hand.points or 0) > LARGEST_FAN:
        found.append("over-88")
    if any(no not in recorded for no in hand_numbers(seats) if no < hand.no):
        found.append("gap")
    return found


def with_missing_total(totals: Mapping[Seat, int], seats: Collection[Seat], burnt: int) -> dict[Seat, int]:
    """Totals of which one is missing, with the one that makes them add up to minus the ``burnt`` points (A5).

    ValueError if more than one is missing.
    """
    missing = [seat for seat in seats if seat not in totals]
    if len(missing) > 1:
        raise ValueError(f"totals of {', '.join(missing)} are missing")
    found = dict(totals)
    for seat in missing:
        found[seat] = -burnt - sum(totals.values())
    return {seat: found[seat] for seat in seats}


def penalty_rows(seat: Seat, points: int, payee: str, seats: Collection[Seat]) -> dict[Seat, int]:
    """Seat -> points that a penalty of ``points`` (0 or more) moves: from ``seat`` to nobody, each other, or one.

    To each: ``points`` go to every other seat (3.11.2.2). ValueError if the payee is none of them or pays itself.
    """
    others = [other for other in seats if other != seat]
    if payee == NOBODY:
        return {seat: -points}
    if payee == EACH:
        return {seat: -points * len(others), **dict.fromkeys(others, points)}
    receiver = next((other for other in others if other == payee), None)
    if receiver is None:
        raise ValueError(f"{payee} cannot receive a penalty of {seat}")
    return {seat: -points, receiver: points}
