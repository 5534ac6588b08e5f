"""Seats and dealers, hand by hand (3.4.8, A4; rulings: Sessions, time, seats)."""

from collections.abc import Iterable

from scoring.game.rules.seats import AS_PLANNED, SEATS, ActualSeating, Seat, SeatOrder

ROUNDS = 4
HANDS_PER_SESSION = 16

# A4, ABCD / BADC / CDBA / DCAB: per round the starting seats that sit East, South, West, North.
_SITTING: tuple[SeatOrder, ...] = (
    ("E", "S", "W", "N"),
    ("S", "E", "N", "W"),
    ("W", "N", "S", "E"),
    ("N", "W", "E", "S"),
)


def round_of(hand_no: int) -> int:
    """Return the round (1 to 4) of the hand (1 to 16); raise ValueError for other numbers (3.4.8)."""
    if not 1 <= hand_no <= HANDS_PER_SESSION:
        raise ValueError(f"hand number {hand_no} is not 1 to {HANDS_PER_SESSION}")
    return (hand_no - 1) // 4 + 1


def winds_of_hand(hand_no: int) -> tuple[Seat, Seat]:
    """Return the winds that name a hand in the rules of 1998: of its round, and of its place in the round.

    Hand 15 is the third hand of the North round: 北风西局.
    """
    return SEATS[round_of(hand_no) - 1], SEATS[(hand_no - 1) % 4]


def starter_at(wind: Seat, round_no: int) -> Seat:
    """Return the starting seat of the player who by plan sits on `wind` in the round (A4)."""
    return sitting(round_no)[SEATS.index(wind)]


def wind_of(starter: Seat, round_no: int, real: ActualSeating = AS_PLANNED) -> Seat:
    """Return the wind on which the player of starting seat `starter` sits in the round (A4)."""
    return SEATS[sitting(round_no, real).index(starter)]


def dealer_of(hand_no: int, real: ActualSeating = AS_PLANNED) -> Seat:
    """Return the starting seat of the hand's dealer; the deal passes after every hand, won or not (3.4.8, A4)."""
    return sitting(round_of(hand_no), real)[(hand_no - 1) % 4]


def seating(hand_no: int, real: ActualSeating = AS_PLANNED) -> dict[Seat, Seat]:
    """Return starting seat -> seat wind in the hand; the dealer is East (3.4.8, A4).

    The seat wind moves with the deal; `wind_of` gives the wind for the whole round.
    """
    order = sitting(round_of(hand_no), real)
    deal = (hand_no - 1) % 4
    return {order[(deal + step) % 4]: SEATS[step] for step in range(4)}


def hand_numbers(seats: Iterable[Seat] = SEATS) -> tuple[int, ...]:
    """Return the numbers of the hands that a table of these seats plays.

    A three-player table skips the deals of its empty seat: 12 hands (rulings: Sessions, time, seats).
    """
    taken = set(seats)
    return tuple(no for no in range(1, HANDS_PER_SESSION + 1) if dealer_of(no) in taken)


def sitting(round_no: int, real: ActualSeating = AS_PLANNED) -> SeatOrder:
    """Return the starting seats that sit East, South, West, North in the round: the `real` ones, else those of A4."""
    if not 1 <= round_no <= ROUNDS:
        raise ValueError(f"round {round_no} is not 1 to {ROUNDS}")
    return real.get(round_no, _SITTING[round_no - 1])


def seat_order_fault(round_no: int, starters: Iterable[str], seats: Iterable[Seat] = SEATS) -> str:
    """Return the code of a fault in the real seat order of a round; empty if it is possible.

    "not-four": not each starting seat once. "empty-seat": at a table of three the empty seat must stay where A4 puts it
    (rulings: Sessions, time, seats).
    """
    order = tuple(starters)
    if sorted(order) != sorted(SEATS):
        return "not-four"
    empty = set(SEATS) - set(seats)
    planned = sitting(round_no)
    return "empty-seat" if any(order.index(seat) != planned.index(seat) for seat in empty) else ""
