"""Find the likely cause of a difference between the deals and the mados on a signed sheet (rulings: Scores).

The first explanation that explains every mado of the difference is named, in this order:

1. two columns exchanged, or a deal left out or counted twice;
2. a false win noted only in the totals;
3. one wrong word in one deal, the rank as recorded: a robbed kong paid once, a binding not applied or applied to the
   wrong player, another discarder or winner, own draw;
4. the wrong row of the chart for one deal;
5. one column alone: a slip in its running total.
"""

from collections.abc import Iterator
from dataclasses import replace

from scoring.game.rules.contradictions import Cause, Contradiction, located
from scoring.game.rules.game import Finder
from scoring.game.rules.hands import Hand
from scoring.game.rules.imj.chart import CHART
from scoring.game.rules.seats import Seat


def columns_exchanged(case: Contradiction) -> Cause | None:
    if sorted(case.totals[seat] for seat in case.seats) != sorted(case.from_hands.values()):
        return None
    moved = [seat for seat in case.seats if case.difference[seat]]
    return Cause("columns-exchanged", moved[0], moved[1]) if len(moved) == 2 else Cause("columns-exchanged")


def whole_deal(case: Contradiction) -> Cause | None:
    scores = {hand.no: case.scores(hand) for hand in case.hands}
    twice = [no for no, score in scores.items() if score == case.difference]
    lost = [no for no, score in scores.items() if all(-score[s] == case.difference[s] for s in case.seats)]
    return located("hand-not-in-totals", lost) or located("hand-twice-in-totals", twice)


def false_win_missing(case: Contradiction) -> Cause | None:
    for offender in case.seats:
        moved = case.game.payments(Hand(0, None, false_wins=(offender,)))
        if all(moved[seat] == case.difference[seat] for seat in case.seats):
            return Cause("false-win-in-totals", offender, points=moved[offender])
    return None


def _misreadings(hand: Hand, seats: tuple[Seat, ...]) -> Iterator[tuple[str, Seat, Seat | None, Hand]]:
    """Yield (code, seat, other, possible deal) for each wrong word that the record of a win may have."""
    winner, discarder = hand.winner, hand.discarder
    if winner is None:
        return
    others = [seat for seat in seats if seat not in (winner, discarder)]
    if discarder is not None:
        yield (
            ("kong-paid-once" if hand.robbed else "kong-not-recorded"),
            discarder,
            winner,
            replace(hand, robbed=not hand.robbed),
        )
        for seat in others:
            yield "discarder-exchanged", discarder, seat, replace(hand, discarder=seat)
            yield "wrong-winner", winner, seat, replace(hand, winner=seat)
        yield "winner-and-discarder-exchanged", winner, discarder, replace(hand, winner=discarder, discarder=winner)
        yield "recorded-as-discard", winner, discarder, replace(hand, discarder=None, robbed=False)
        return
    if hand.bound is not None:
        yield "binding-not-in-totals", hand.bound, winner, replace(hand, bound=None)
    for seat in others:
        if seat != hand.bound:
            yield "binding-in-totals", seat, winner, replace(hand, bound=seat)
        yield "recorded-as-self-drawn", winner, seat, replace(hand, discarder=seat, bound=None)
        yield "wrong-winner", winner, seat, replace(hand, winner=seat)


def one_word(case: Contradiction) -> Cause | None:
    fits = [
        (code, seat, other, hand)
        for hand in case.hands
        for code, seat, other, played in _misreadings(hand, case.seats)
        if case.explained_by(hand, played)
    ]
    if not fits:
        return None
    code, seat, other, first = fits[0]
    numbers = [hand.no for *same, hand in fits if same == [code, seat, other]]
    return located(code, numbers, seat, other, first.points)


def row_of_chart(case: Contradiction) -> Cause | None:
    fits = [
        (hand, rank)
        for hand in case.hands
        if hand.winner is not None
        for rank in CHART
        if rank != hand.points and case.explained_by(hand, replace(hand, points=rank))
    ]
    if not fits:
        return None
    first, rank = fits[0]
    numbers = [hand.no for hand, fitting in fits if fitting == rank]
    return located("row-of-chart", numbers, first.winner, first.discarder, rank)


def one_column(case: Contradiction) -> Cause | None:
    moved = [seat for seat in case.seats if case.difference[seat]]
    if len(moved) != 1:
        return None
    return Cause("running-total-slip", moved[0], points=case.difference[moved[0]])


FINDERS: tuple[Finder, ...] = (columns_exchanged, whole_deal, false_win_missing, one_word, row_of_chart, one_column)
