"""Payments of a deal under the International Mahjong Rules, and what its values may be (IMJ 7, 29, 30.3, 32 to 34).

A deal is a `Hand` of the sheet: won, a false win, or aborted. `points` is the rank in half fans.
"""

from scoring.game.rules.hands import Hand
from scoring.game.rules.imj.chart import CHART, HALVES, HIGHEST_FANS, mados_of
from scoring.game.rules.seats import SEATS, Seat

FALSE_WIN = 1_000
#: Far above the sum of all elements; a typing error goes beyond it.
MOST_RANK = HALVES * 60
#: The ranks of hands won on flowers, kongs or single tiles, which need no agreed lowest rank (IMJ 7.2(1), 25.2).
OF_SPECIAL_HANDS = tuple(HALVES * fans for fans in (3, 6, 9, 13, 15))


def payments(hand: Hand, highest: int = HIGHEST_FANS) -> dict[Seat, int]:
    """Return seat -> mados that the deal moves, without penalties; the sum is 0. `highest`: the agreed rank in fans."""
    moved = dict.fromkeys(SEATS, 0)
    if hand.winner is not None:
        for seat, shares in _shares(hand).items():
            mados = shares * mados_of(hand.points or 0, highest)
            moved[seat] -= mados
            moved[hand.winner] += mados
    each = false_win_pays(highest)
    for offender in hand.false_wins:
        for seat in SEATS:
            moved[seat] += -each * (len(SEATS) - 1) if seat == offender else each
    return moved


def _shares(hand: Hand) -> dict[Seat, int]:
    """Return who pays the winner, and how many times (IMJ 30.3, 32.3)."""
    others = len(SEATS) - 1
    if hand.bound is not None:
        return {hand.bound: others}
    if hand.discarder is not None:
        return {hand.discarder: others if hand.robbed else 1}
    return {seat: 1 for seat in SEATS if seat != hand.winner}


def false_win_pays(highest: int) -> int:
    """Return what a false win pays to each other player (IMJ 33.4)."""
    return min(FALSE_WIN, CHART[HALVES * highest])


def impossible(hand: Hand, lowest: int = 1, last_hand: int | None = None) -> list[str]:
    """Return codes of impossible values; empty if the deal is possible. `lowest`: the agreed rank in half fans.

    A false win is made on a tile that somebody exposed if another wins in the same deal (IMJ 34.7).
    """
    won = hand.winner is not None
    rank = hand.points
    named = {seat for seat in (hand.winner, hand.discarder) if seat is not None}
    findings = {
        "hand-number": hand.no < 1 or (last_hand is not None and hand.no > last_hand),
        "winner-discards": won and hand.winner == hand.discarder,
        "winner-without-points": won and rank is None,
        "no-rank": won and rank is not None and not 1 <= rank <= MOST_RANK,
        "below-lowest": won and rank is not None and 0 < rank < lowest and rank not in OF_SPECIAL_HANDS,
        "points-without-winner": not won and rank is not None,
        "discarder-without-winner": not won and hand.discarder is not None,
        "aborted-with-winner": won and hand.aborted,
        "robbed-without-discarder": hand.robbed and hand.discarder is None,
        "bound-without-winner": hand.bound is not None and not won,
        "bound-with-discarder": hand.bound is not None and hand.discarder is not None,
        "bound-wins": hand.bound is not None and hand.bound == hand.winner,
        "false-win-named": bool(named & set(hand.false_wins)),
        "false-win-before-draw": won and hand.discarder is None and bool(hand.false_wins),
        "false-win-aborted": hand.aborted and bool(hand.false_wins),
        "false-win-twice": len(set(hand.false_wins)) < len(hand.false_wins),
    }
    return [code for code, applies in findings.items() if applies]
