"""Compare hands, signed totals and stated table points of one table (rulings: Scores).

All three are stored and the signed totals count. A table has at most one discrepancy, with its likely cause.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.game.rules.contradictions import Cause, Contradiction, likely_cause
from scoring.game.rules.course import Course, TableSeating
from scoring.game.rules.game import Game
from scoring.game.rules.hands import Hand
from scoring.game.rules.seats import SEATS, ActualSeating, Seat
from scoring.game.rules.table_points import TWELFTHS, Ties, agrees, parse_stated

HANDS_TOTALS = "hands-totals"
TOTALS_SUM = "totals-sum"
TABLE_POINTS = "table-points"


@dataclass(frozen=True, slots=True)
class TableRecord:
    """The data of one table in one session; seats are starting seats.

    - `game`: what the hands pay, and what the totals begin with;
    - `seats`: the seats that somebody played on;
    - `hands`: possible hands with different numbers;
    - `totals`: the signed total of every one of the seats;
    - `table_points`: the texts of the source;
    - `penalties`: signed points outside the hands;
    - `forfeited`: as in `table_points.table_points`;
    - `moved`: as in `credits.moved_within`. Hands and totals belong to the column, the result to its last player;
    - `rounds`: as in `TableSeating`.
    """

    game: Game
    seats: tuple[Seat, ...]
    hands: tuple[Hand, ...] = ()
    totals: Mapping[Seat, int] | None = None
    table_points: Mapping[Seat, str] | None = None
    penalties: Mapping[Seat, int] = field(default_factory=dict)
    ties: Ties = "share"
    forfeited: frozenset[Seat] = frozenset()
    moved: Mapping[Seat, int] = field(default_factory=dict)
    rounds: ActualSeating = field(default_factory=dict)

    @property
    def seating(self) -> TableSeating:
        return TableSeating(self.seats, self.rounds)

    @property
    def course(self) -> Course:
        """The course of the table with the recorded hands."""
        return self.game.course(self.hands, self.seating)

    @property
    def hands_sum(self) -> dict[Seat, int]:
        """Seat -> points won or lost by hands and penalties."""
        return self.game.session_scores(self.hands, self.penalties, self.seats)

    def points(self, scores: Mapping[Seat, int]) -> dict[Seat, int]:
        """Return seat -> table points in twelfths of these scores."""
        return self.game.table_points(scores, self.ties, self.forfeited)


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """The contradictions at one table.

    `kinds` out of "hands-totals", "totals-sum", "table-points"; `order_changes`: whether the hands instead of the
    signed totals would change any table points; `difference`: seat -> totals minus hands.
    """

    kinds: tuple[str, ...]
    cause: Cause
    order_changes: bool
    difference: Mapping[Seat, int]


def compare(record: TableRecord) -> list[Discrepancy]:
    """Return the table's discrepancy in a list of one, or an empty list.

    Missing hands and gaps alone are not a discrepancy: see `marks`. Raise ValueError for unreadable table points.
    """
    case = _contradiction(record)
    sum_error = _sum_error(record)
    wrong = _wrong_table_points(record)
    findings = {HANDS_TOTALS: case, TOTALS_SUM: sum_error, TABLE_POINTS: wrong}
    kinds = tuple(kind for kind, finding in findings.items() if finding)
    if not kinds:
        return []
    if case:
        cause = likely_cause(case, sum_error)
        return [Discrepancy(kinds, cause, _order_changes(record, case), case.difference)]
    cause = record.game.cause_of_sum(sum_error) if sum_error else _cause_of_table_points(record, wrong)
    return [Discrepancy(kinds, cause, False, {})]


def marks(record: TableRecord) -> set[str]:
    """Return remarks about the hands of a table that are not a discrepancy.

    "totals-only": no hand is recorded; "shorter": fewer hands than the session has, without totals that contradict
    them; "gaps": a number is missing before the last recorded one.
    """
    if not record.hands:
        return {"totals-only"} if record.totals is not None else set()
    names = set()
    course = record.course
    if len(course.written) < len(course.due) and not _contradiction(record):
        names.add("shorter")
    if course.gaps:
        names.add("gaps")
    return names


def result_of(record: TableRecord) -> dict[Seat, int] | None:
    """Return seat -> points that count: won or lost by the signed totals, else by hands and penalties, else None."""
    scores = _from_hands(record) if record.totals is None else _won_or_lost(record, record.totals)
    return _with_moved(record, scores) if scores else scores


def _with_moved(record: TableRecord, scores: Mapping[Seat, int]) -> dict[Seat, int]:
    return {seat: score + record.moved.get(seat, 0) for seat, score in scores.items()}


def _from_hands(record: TableRecord) -> dict[Seat, int] | None:
    return record.hands_sum if record.hands else None


def _won_or_lost(record: TableRecord, totals: Mapping[Seat, int]) -> dict[Seat, int]:
    return {seat: totals[seat] - record.game.start for seat in record.seats}


def _contradiction(record: TableRecord) -> Contradiction | None:
    if not record.hands or record.totals is None:
        return None
    case = Contradiction(record.game, record.seating, record.hands, record.totals, record.penalties)
    return case if any(case.difference.values()) else None


def _sum_error(record: TableRecord) -> int | None:
    """Return how far the totals are from their expected sum; None if they add up or cannot be checked.

    The paper of a three-player table leaves out what the empty seat pays. Its totals are checked against complete
    hands; without them only for more losses than the table can have.
    """
    if record.totals is None:
        return None
    stated = sum(record.totals[seat] for seat in record.seats)
    penalties = {seat: points for seat, points in record.penalties.items() if seat in record.seats}
    error = stated - record.game.expected_sum(record.hands, penalties, record.seats)
    if len(record.seats) == len(SEATS):
        return error or None
    if len(record.hands) == len(record.course.due):
        error = stated - record.game.start * len(record.seats) - sum((_from_hands(record) or {}).values())
        return error or None
    return error if error < 0 else None


def _order_changes(record: TableRecord, case: Contradiction) -> bool:
    by_hands = _with_moved(record, record.hands_sum)
    signed = _with_moved(record, _won_or_lost(record, case.totals))
    return record.points(by_hands) != record.points(signed)


def _wrong_table_points(record: TableRecord) -> list[Seat]:
    """Return the seats whose stated table points differ from the result."""
    scores = result_of(record)
    if scores is None or record.table_points is None:
        return []
    exact = record.points(scores)
    return [seat for seat, text in record.table_points.items() if not agrees(text, exact.get(seat, 0))]


def _cause_of_table_points(record: TableRecord, wrong: list[Seat]) -> Cause:
    """Return why only the stated table points are wrong: a tie, exchanged places, or one number."""
    scores = result_of(record) or {}
    stated = record.table_points or {}
    exact = record.points(scores)
    seat = wrong[0]
    other = wrong[1] if len(wrong) == 2 else None
    if all(_is_undivided_place(record, wrong_seat, stated[wrong_seat], scores) for wrong_seat in wrong):
        return Cause("tie-not-shared", seat, other)
    if len(wrong) == 1:
        return Cause("table-points-slip", seat)
    by_stated_points = sorted(wrong, key=lambda wrong_seat: parse_stated(stated[wrong_seat]))
    exact_points = sorted(exact.get(wrong_seat, 0) for wrong_seat in wrong)
    pairs = zip(by_stated_points, exact_points, strict=True)
    if all(agrees(stated[wrong_seat], points) for wrong_seat, points in pairs):
        return Cause("table-points-exchanged", seat, other) if other else Cause("table-points-order")
    return Cause("unknown")


def _is_undivided_place(record: TableRecord, seat: Seat, stated: str, scores: Mapping[Seat, int]) -> bool:
    """Whether the stated points are those of one undivided place that a tie of this seat covers."""
    order = sorted(scores.values(), reverse=True)
    if seat not in scores or order.count(scores[seat]) == 1:
        return False
    best = order.index(scores[seat])
    return parse_stated(stated) * TWELFTHS in record.game.terms.places[best : best + order.count(scores[seat])]
