"""Random tables of the International Mahjong Rules, with a plain replay that does not use the program's course."""

import random
from typing import NamedTuple

from scoring.game.rules.hands import Hand
from scoring.game.rules.seats import SEATS, Seat, SeatOrder

PAYS = {0.5: 2, 1: 2, 2: 4, 3: 8, 4: 16, 5: 32, 6: 64, 7: 128, 8: 256, 9: 512, 10: 1000, 11: 2000, 12: 3000}
PAYS |= {13: 4000, 14: 5000, 15: 6000}


class Played(NamedTuple):
    """A table: the seats of both periods, the starter first, its deals, and what a plain replay says of each.

    `places`: (period, round, dealer) of each deal; `totals`: mados held after the last one.
    """

    orders: dict[int, SeatOrder]
    hands: list[Hand]
    places: list[tuple[int, int, Seat]]
    totals: dict[Seat, int]


def played(seed: int, deals: int | None = None) -> Played:
    """Return a random table, whole or with its first deals."""
    chance = random.Random(seed)
    orders = {period: tuple(chance.sample(SEATS, 4)) for period in (1, 2)}
    hands: list[Hand] = []
    places: list[tuple[int, int, Seat]] = []
    totals = dict.fromkeys(SEATS, 20_000)
    for period in (1, 2):
        for round_no in (1, 2, 3, 4):
            for dealer in orders[period]:
                stays = True
                while stays and (deals is None or len(hands) < deals):
                    hand, paid = _deal(chance, len(hands) + 1)
                    hands.append(hand)
                    places.append((period, round_no, dealer))
                    for seat, mados in paid.items():
                        totals[seat] += mados
                    nobody_paid = hand.winner is None and not hand.false_wins
                    stays = nobody_paid or hand.winner == dealer
    return Played(orders, hands, places, totals)


def _deal(chance: random.Random, no: int) -> tuple[Hand, dict[Seat, int]]:
    """Return a random deal and who gains what."""
    first, second, third, _fourth = chance.sample(SEATS, 4)
    fans = chance.choice([0.5, *range(1, 16), 19])
    worth = PAYS[min(fans, 15)]
    kind = chance.choice(
        ["drawn", "aborted", "own draw", "discard", "robbed", "bound", "false", "two false", "false and win"]
    )
    paid = dict.fromkeys(SEATS, 0)

    def pay(payer: Seat, receiver: Seat, mados: int) -> None:
        paid[payer] -= mados
        paid[receiver] += mados

    rank = int(2 * fans)
    if kind in ("drawn", "aborted"):
        return Hand(no, None, aborted=kind == "aborted"), paid
    if kind == "own draw":
        for seat in SEATS:
            if seat != first:
                pay(seat, first, worth)
        return Hand(no, first, points=rank), paid
    if kind == "discard":
        pay(second, first, worth)
        return Hand(no, first, second, rank), paid
    if kind == "robbed":
        pay(second, first, 3 * worth)
        return Hand(no, first, second, rank, robbed=True), paid
    if kind == "bound":
        pay(second, first, 3 * worth)
        return Hand(no, first, points=rank, bound=second), paid
    offenders = (second, third) if kind == "two false" else (third,)
    for offender in offenders:
        for seat in SEATS:
            if seat != offender:
                pay(offender, seat, 1000)
    if kind == "false and win":
        pay(second, first, worth)
        return Hand(no, first, second, rank, false_wins=offenders), paid
    return Hand(no, None, false_wins=offenders), paid
