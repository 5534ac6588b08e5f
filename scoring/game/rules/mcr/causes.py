"""Find the likely cause of a difference between hands and signed totals (rulings: Scores; practice of referees).

The explanations are tried in an order that a chief referee can follow. The first that explains every point of the
difference is named:

1. explanations from recorded data only: two columns exchanged, a recorded penalty or a recorded hand missing from
   the totals, or taken twice;
2. a false win noted only in the totals: its payments are round and equal for all others;
3. a win that is not among the hands, with a missing number or a drawn hand in its place;
4. one wrong word in one hand, the points as recorded: discarder, winner and discarder, winner, self-drawn;
5. two false wins, or the 30 to each of 3.11.6.7(2), noted only in the totals;
6. wrong points in one hand; tried late, because some amount always fits two columns;
7. one column alone: a penalty on the tariff of 3.11.2.2, else a slip in its running total.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from scoring.game.rules.contradictions import Cause, Contradiction, located
from scoring.game.rules.hands import Hand
from scoring.game.rules.mcr.hands import BASE_POINTS, MINIMUM_POINTS
from scoring.game.rules.seats import Seat

TARIFF = (5, 10, 20, 30, 40, 50, 60)
FALSE_WINS = (10, 20)
BURNT_FALSE_WINS = (40, 80)
PUSHED_TILES = 30


def cause_of_sum(sum_error: int) -> Cause:
    """Return the likely cause of totals without hands that do not add up: a burnt penalty, if it is on the tariff."""
    on_tariff = -sum_error in (*TARIFF, *BURNT_FALSE_WINS)
    return Cause("penalty-in-totals" if on_tariff else "sum-not-burnt", points=sum_error)


def _columns_exchanged(case: Contradiction) -> Cause | None:
    if sorted(case.totals[seat] for seat in case.seats) != sorted(case.from_hands.values()):
        return None
    moved = [seat for seat in case.seats if case.difference[seat]]
    return Cause("columns-exchanged", moved[0], moved[1]) if len(moved) == 2 else Cause("columns-exchanged")


def _penalty_not_in_totals(case: Contradiction) -> Cause | None:
    for no, recorded in [(None, case.penalties), *((hand.no, hand.adjustments) for hand in case.hands)]:
        if all(case.difference[seat] == -recorded.get(seat, 0) for seat in case.seats):
            offender = min(case.seats, key=lambda seat: recorded.get(seat, 0))
            return Cause("penalty-not-in-totals", offender, hand_no=no, points=recorded.get(offender, 0))
    return None


def _whole_hand(case: Contradiction) -> Cause | None:
    scores = {hand.no: case.scores(hand) for hand in case.hands}
    twice = [no for no, score in scores.items() if score == case.difference]
    lost = [no for no, score in scores.items() if all(-score[s] == case.difference[s] for s in case.seats)]
    written_twice = [no for no in lost if no - 1 in lost]
    return (
        located("hand-twice-recorded", written_twice)
        or located("hand-not-in-totals", lost)
        or located("hand-twice-in-totals", twice)
    )


def _all_against_one(case: Contradiction, offender: Seat, each: int) -> dict[Seat, int]:
    return {seat: -each * (len(case.seats) - 1) if seat == offender else each for seat in case.seats}


def _false_wins(case: Contradiction) -> list[tuple[Seat, dict[Seat, int]]]:
    """Return (offender, points moved) of every possible false win: paid by 3.11.6.6 or burnt."""
    moves = []
    for offender in case.seats:
        moves += [(offender, _all_against_one(case, offender, each)) for each in FALSE_WINS]
        moves += [
            (offender, {seat: -lost if seat == offender else 0 for seat in case.seats}) for lost in BURNT_FALSE_WINS
        ]
    return moves


def _false_win(case: Contradiction) -> Cause | None:
    for offender, moved in _false_wins(case):
        if moved == case.difference:
            return Cause("false-win-in-totals", offender, points=moved[offender])
    return None


def _more_than_one_penalty(case: Contradiction) -> Cause | None:
    for offender in case.seats:
        if case.difference == _all_against_one(case, offender, PUSHED_TILES):
            return Cause("penalty-in-totals", offender, points=case.difference[offender])
    moves = _false_wins(case)
    for first, moved in moves:
        for second, moved_by_second in moves:
            if all(moved[seat] + moved_by_second[seat] == case.difference[seat] for seat in case.seats):
                other = second if second != first else None
                return Cause("two-false-wins-in-totals", first, other, points=moved[first] + moved_by_second[second])
    return None


def _win_not_recorded(case: Contradiction) -> Cause | None:
    for winner in case.seats:
        gained = case.difference[winner]
        discarders: list[Seat | None] = [*(seat for seat in case.seats if seat != winner), None]
        for discarder in discarders:
            points = gained - 3 * BASE_POINTS if discarder else gained // 3 - BASE_POINTS
            win = Hand(0, winner, discarder, points)
            if points >= MINIMUM_POINTS and case.scores(win) == case.difference:
                drawn = [hand.no for hand in case.hands if hand.winner is None and not hand.aborted]
                return located("hand-not-recorded", case.missing, winner, discarder, points) or located(
                    "win-recorded-as-drawn", drawn, winner, discarder, points
                )
    return None


def _misreadings(hand: Hand, seats: tuple[Seat, ...]) -> Iterator[tuple[int, str, Seat, Seat, Hand]]:
    """Yield (order, code, seat, other, possible hand) for each wrong word that the record of a win may have."""
    winner, discarder = hand.winner, hand.discarder
    if winner is None:
        return
    for seat in seats:
        if seat in (winner, discarder):
            continue
        if discarder is None:
            yield 4, "recorded-as-self-drawn", winner, seat, replace(hand, discarder=seat)
        else:
            yield 1, "discarder-exchanged", discarder, seat, replace(hand, discarder=seat)
        yield 3, "wrong-winner", winner, seat, replace(hand, winner=seat)
    if discarder is not None:
        swapped = replace(hand, winner=discarder, discarder=winner)
        yield 2, "winner-and-discarder-exchanged", winner, discarder, swapped
        yield 4, "recorded-as-discard", winner, discarder, replace(hand, discarder=None)


def _one_word(case: Contradiction) -> Cause | None:
    fits = [
        (order, code, seat, other, hand)
        for hand in case.hands
        for order, code, seat, other, played in _misreadings(hand, case.seats)
        if case.explained_by(hand, played)
    ]
    if not fits:
        return None
    _, code, seat, other, first = min(fits, key=lambda fit: (fit[0], fit[4].no))
    numbers = [hand.no for _, *same, hand in fits if same == [code, seat, other]]
    return located(code, numbers, seat, other, first.points)


def _points_of_one_hand(case: Contradiction) -> Cause | None:
    fits = []
    for hand in case.hands:
        if hand.winner is None:
            continue
        gained = case.difference[hand.winner]
        missing_points = gained if hand.discarder else gained // 3
        played = replace(hand, points=(hand.points or 0) + missing_points)
        if (played.points or 0) >= MINIMUM_POINTS and case.explained_by(hand, played):
            fits.append((hand, missing_points))
    if not fits:
        return None
    first, missing_points = fits[0]
    numbers = [hand.no for hand, _ in fits]
    if first.discarder is None:
        return located("points-of-hand", numbers, first.winner, points=missing_points)
    by_gain = sorted(case.seats, key=lambda seat: case.difference[seat])
    return located("points-of-hand", numbers, by_gain[-1], by_gain[0], abs(missing_points))


def _one_column(case: Contradiction) -> Cause | None:
    moved = [seat for seat in case.seats if case.difference[seat]]
    if len(moved) != 1:
        return None
    points = case.difference[moved[0]]
    return Cause("penalty-in-totals" if -points in TARIFF else "running-total-slip", moved[0], points=points)


FINDERS: tuple[Callable[[Contradiction], Cause | None], ...] = (
    _columns_exchanged,
    _penalty_not_in_totals,
    _whole_hand,
    _false_win,
    _win_not_recorded,
    _one_word,
    _more_than_one_penalty,
    _points_of_one_hand,
    _one_column,
)
