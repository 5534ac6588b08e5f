"""The course of a table under the International Mahjong Rules: periods, rounds, dealers (IMJ 8 to 14, 23.10, 34.7)."""

from collections.abc import Iterable, Mapping

from scoring.game.rules.course import Course, Deal, TableSeating
from scoring.game.rules.hands import Hand
from scoring.game.rules.seats import SEATS, Seat, SeatOrder

ROUNDS = 4
PERIODS = 2


def dealer_retires(hand: Hand, dealer: Seat) -> bool:
    """Whether the deal passes: it was paid and the dealer has not won (IMJ 12); an aborted one is replayed (23.10).

    A false win without a winner ends the deal, and the dealer passes for any offender (34.7).
    """
    return hand.winner != dealer if hand.winner is not None else bool(hand.false_wins)


def course_of(hands: Iterable[Hand], seating: TableSeating, periods: int = PERIODS) -> Course:
    """Return the course of a table with these hands.

    ``seating.rounds``: period -> its seats in turn, the starter first; a period without them is shown in the order of
    the draw until they are entered. Hands after the end, or after a gap, have no deal.
    """
    written = {hand.no: hand for hand in hands}
    deals: dict[int, Deal] = {}
    retired, no = 0, 1
    while retired < periods * ROUNDS * len(SEATS):
        deal = _deal(no, retired, seating.rounds)
        deals[no] = deal
        if no not in written:
            unseated = 0 if deal.period in seating.rounds else deal.period
            return Course(seating.seats, deals, tuple(deals), frozenset(written), unseated)
        retired += dealer_retires(written[no], deal.dealer)
        no += 1
    return Course(seating.seats, deals, tuple(deals), frozenset(written))


def _deal(no: int, retired: int, orders: Mapping[int, SeatOrder]) -> Deal:
    """Return deal ``no`` after so many dealers have retired since the table began."""
    rounds, step = divmod(retired, len(SEATS))
    period, round_index = divmod(rounds, ROUNDS)
    order = orders.get(period + 1, SEATS)
    winds = {order[(step + at) % len(SEATS)]: wind for at, wind in enumerate(SEATS)}
    return Deal(no, period + 1, round_index + 1, order[step], winds, order)


def changed_deals(before: Course, after: Course) -> tuple[int, ...]:
    """Return the written hands whose dealer, round or period a correction changes."""
    return tuple(
        no
        for no in sorted(set(before.deals) & set(after.deals) & set(after.written))
        if _place(before.deals[no]) != _place(after.deals[no])
    )


def _place(deal: Deal) -> tuple[int, int, Seat]:
    return deal.period, deal.round, deal.dealer
