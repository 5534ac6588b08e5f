"""The game of the Chinese rule sets: wmo-2014, guobiao and gb-1998."""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from scoring.game.rules.contradictions import Cause
from scoring.game.rules.course import Course, Deal, TableSeating
from scoring.game.rules.game import Game, Terms
from scoring.game.rules.hands import Hand
from scoring.game.rules.mcr import causes, hands, keying
from scoring.game.rules.mcr.rotation import (
    HANDS_PER_SESSION,
    ROUNDS,
    dealer_of,
    hand_numbers,
    round_of,
    seat_order_fault,
    seating,
    sitting,
)
from scoring.game.rules.seats import SEATS, ActualSeating, Seat, SeatOrder
from scoring.game.rules.table_points import PLACES, Ties, table_points


class Mcr(Game):
    """A session of 16 hands whose dealers follow from the hand's number (3.4.8, A4), with 4-2-1-0 (3.9.2)."""

    key = "mcr"
    terms = Terms(
        start=0,
        last_hand=HANDS_PER_SESSION,
        rounds=ROUNDS,
        places=PLACES,
        steps=(hands.MINIMUM_POINTS, 12, 16, 24, 32, 48, 64, hands.LARGEST_FAN),
        tariff=causes.TARIFF,
        burnt_false_wins=causes.BURNT_FALSE_WINS,
    )
    finders = causes.FINDERS
    keys = keying.KEYS

    def course(self, hands: Iterable[Hand], seating: TableSeating) -> Course:
        deals = _deals(tuple(sorted(seating.rounds.items())))
        return Course(seating.seats, deals, hand_numbers(seating.seats), frozenset(hand.no for hand in hands))

    def hand_faults(self, hand: Hand, seats: Collection[Seat] = SEATS) -> list[str]:
        return hands.impossible(hand, seats)

    def faults(self, hand: Hand, course: Course, dead: Collection[Seat] = ()) -> list[str]:
        codes = self.hand_faults(hand, course.seats)
        if hand.no in course.deals and hand.no not in course.due:
            codes.append("skipped-hand")
        if (hand.points or 0) > hands.MOST_POINTS:
            codes.append("too-many-points")
        if hand.winner in dead:
            codes.append("dead-hand-wins")
        return codes

    def questions(self, hand: Hand, course: Course) -> list[str]:
        codes = []
        if (hand.points or 0) > hands.LARGEST_FAN:
            codes.append("over-88")
        if any(no < hand.no for no in course.missing):
            codes.append("gap")
        return codes

    def payments(self, hand: Hand) -> dict[Seat, int]:
        return hands.payments(hand)

    def table_points(
        self, scores: Mapping[Seat, int], ties: Ties = "share", forfeited: frozenset[Seat] = frozenset()
    ) -> dict[Seat, int]:
        return table_points(scores, ties, forfeited)

    def seat_order_fault(self, round_no: int, starters: Iterable[str], seats: Collection[Seat] = SEATS) -> str:
        return seat_order_fault(round_no, starters, seats)

    def cause_of_sum(self, sum_error: int) -> Cause:
        return causes.cause_of_sum(sum_error)


MCR = Mcr()


@lru_cache(maxsize=256)
def _deals(rounds: tuple[tuple[int, SeatOrder], ...]) -> dict[int, Deal]:
    """Return number -> deal of all hands; ``rounds``: the seat orders of rounds that did not follow A4."""
    real = dict(rounds)
    return {no: _deal(no, real) for no in range(1, HANDS_PER_SESSION + 1)}


def _deal(no: int, real: ActualSeating) -> Deal:
    number = round_of(no)
    return Deal(no, 1, number, dealer_of(no, real), seating(no, real), sitting(number, real))
