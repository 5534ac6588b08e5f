"""Hands, signed totals and stated table points of one table held against each other (rulings: Scores).

All three are kept and the signed totals stand; what contradicts is named once a table, with its likely cause.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.game.rules.hands import Hand, burnt, session_scores
from scoring.game.rules.seats import SEATS, Seat, hand_numbers
from scoring.game.rules.table_points import PLACES, TWELFTHS, Ties, agrees, parse_stated, table_points
from scoring.sheets.rules.causes import Cause, Contradiction, cause_of_sum, likely_cause

HANDS_TOTALS = "hands-totals"
TOTALS_SUM = "totals-sum"
TABLE_POINTS = "table-points"


@dataclass(frozen=True, slots=True)
class TableRecord:
    """What is known of one table in one session; seats are starting seats.

    `seats` are those somebody played on; `totals` (of every one of them) and `table_points` (as written) what
    the signed sheet and the source say; `penalties` signed points of the session outside its hands;
    `forfeited` as in `table_points.table_points`. Hand numbers are unique and hands possible. `moved` as in
    `credits.moved_within`: hands and totals stand by column, the result is that of who has the seat in the end.
    """

    seats: tuple[Seat, ...]
    hands: tuple[Hand, ...] = ()
    totals: Mapping[Seat, int] | None = None
    table_points: Mapping[Seat, str] | None = None
    penalties: Mapping[Seat, int] = field(default_factory=dict)
    ties: Ties = "share"
    forfeited: frozenset[Seat] = frozenset()
    moved: Mapping[Seat, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """All that contradicts at one table.

    `kinds` out of "hands-totals", "totals-sum", "table-points"; `order_changes` whether taking the hands
    instead of the signed totals changes anybody's table points; `difference` seat -> totals minus hands.
    """

    kinds: tuple[str, ...]
    cause: Cause
    order_changes: bool
    difference: Mapping[Seat, int]


def compare(record: TableRecord) -> list[Discrepancy]:
    """The table's discrepancy, in a list of one, or an empty list; ValueError for unreadable table points.

    Hands that are missing, short or with gaps are no discrepancy by themselves: see `marks`.
    """
    case = _contradiction(record)
    sum_error = _sum_error(record)
    wrong = _wrong_table_points(record)
    findings = {HANDS_TOTALS: case, TOTALS_SUM: sum_error, TABLE_POINTS: wrong}
    kinds = tuple(kind for kind, found in findings.items() if found)
    if not kinds:
        return []
    if case:
        cause = likely_cause(case, sum_error)
        return [Discrepancy(kinds, cause, _order_changes(record, case), case.difference)]
    cause = cause_of_sum(sum_error) if sum_error else _cause_of_table_points(record, wrong)
    return [Discrepancy(kinds, cause, False, {})]


def marks(record: TableRecord) -> set[str]:
    """What to know about the hands of a table, none of it a discrepancy.

    "totals-only": no hand is recorded; "shorter": fewer hands than the session has, and no totals that
    contradict them; "gaps": a number is missing before the last recorded one.
    """
    if not record.hands:
        return {"totals-only"} if record.totals is not None else set()
    found = set()
    due = hand_numbers(record.seats)
    played = {hand.no for hand in record.hands}
    if len(played) < len(due) and not _contradiction(record):
        found.add("shorter")
    if any(no not in played for no in due if no < max(played)):
        found.add("gaps")
    return found


def result_of(record: TableRecord) -> dict[Seat, int] | None:
    """Seat -> competition points that count: the signed totals, else hands with penalties, else None."""
    found = {seat: record.totals[seat] for seat in record.seats} if record.totals is not None else _from_hands(record)
    return _with_moved(record, found) if found else found


def _with_moved(record: TableRecord, scores: Mapping[Seat, int]) -> dict[Seat, int]:
    return {seat: score + record.moved.get(seat, 0) for seat, score in scores.items()}


def _from_hands(record: TableRecord) -> dict[Seat, int] | None:
    return session_scores(record.hands, record.penalties, record.seats) if record.hands else None


def _contradiction(record: TableRecord) -> Contradiction | None:
    if not record.hands or record.totals is None:
        return None
    case = Contradiction(record.seats, record.hands, record.totals, record.penalties)
    return case if any(case.difference.values()) else None


def _sum_error(record: TableRecord) -> int | None:
    """How far the totals are from minus the burnt points; None if they add up or it cannot be said.

    The empty seat of a three-player table keeps on paper what it pays, so its totals are checked against
    complete hands, and without them only for more losses than that table can have.
    """
    if record.totals is None:
        return None
    stated = sum(record.totals[seat] for seat in record.seats)
    penalties = {seat: points for seat, points in record.penalties.items() if seat in record.seats}
    error = stated + burnt(record.hands, penalties)
    if len(record.seats) == len(SEATS):
        return error or None
    if len(record.hands) == len(hand_numbers(record.seats)):
        error = stated - sum((_from_hands(record) or {}).values())
        return error or None
    return error if error < 0 else None


def _order_changes(record: TableRecord, case: Contradiction) -> bool:
    by_hands = table_points(_with_moved(record, case.from_hands), record.ties, record.forfeited)
    signed = _with_moved(record, {seat: case.totals[seat] for seat in record.seats})
    return by_hands != table_points(signed, record.ties, record.forfeited)


def _wrong_table_points(record: TableRecord) -> list[Seat]:
    """The seats whose stated table points differ from those of the result."""
    scores = result_of(record)
    if scores is None or record.table_points is None:
        return []
    exact = table_points(scores, record.ties, record.forfeited)
    return [seat for seat, text in record.table_points.items() if not agrees(text, exact.get(seat, 0))]


def _cause_of_table_points(record: TableRecord, wrong: list[Seat]) -> Cause:
    """Why only the stated table points are wrong: a tie, places exchanged, or one number."""
    scores, stated = result_of(record) or {}, record.table_points or {}
    exact = table_points(scores, record.ties, record.forfeited)
    seat, other = wrong[0], wrong[1] if len(wrong) == 2 else None
    if all(_place_of_a_tie(one, stated[one], scores) for one in wrong):
        return Cause("tie-not-shared", seat, other)
    if len(wrong) == 1:
        return Cause("table-points-slip", seat)
    as_stated = sorted(wrong, key=lambda one: parse_stated(stated[one]))
    in_order = sorted(exact.get(one, 0) for one in wrong)
    if all(agrees(stated[one], points) for one, points in zip(as_stated, in_order, strict=True)):
        return Cause("table-points-exchanged", seat, other) if other else Cause("table-points-order")
    return Cause("unknown")


def _place_of_a_tie(seat: Seat, stated: str, scores: Mapping[Seat, int]) -> bool:
    """Whether the stated points are one of the undivided places that a tie of this seat covers."""
    order = sorted(scores.values(), reverse=True)
    if seat not in scores or order.count(scores[seat]) == 1:
        return False
    best = order.index(scores[seat])
    return parse_stated(stated) * TWELFTHS in PLACES[best : best + order.count(scores[seat])]
