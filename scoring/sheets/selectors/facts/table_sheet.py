"""The sheet of one table for pages: sitters, hands, penalties and signed totals."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import cast

from scoring.game.rules.course import Course, Deal
from scoring.game.rules.game import Game
from scoring.game.rules.hands import Hand
from scoring.game.rules.seats import Seat
from scoring.sheets.models.facts import Adjustment
from scoring.sheets.models.facts import Hand as RecordedHand
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.comparison import TableRecord, result_of
from scoring.sheets.rules.credits import Credit, credits
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.facts.sheet_lines import HandLine, SeatLine
from tournament.events.models.tables import Sitting, Table


class TableSheet:
    """The data of a table's page, derived from facts of its sheet.

    ``correcting``: its released results are being corrected, and these facts are the last released ones.
    """

    def __init__(self, facts: SheetFacts, *, correcting: bool = False) -> None:
        self.facts = facts
        self.correcting = correcting
        self.sheet = facts.sheet
        self.table: Table = facts.sheet.table
        self.settings = self.table.session.event.scoring_settings
        self.record: TableRecord = facts.record(self.settings.ties)

    @property
    def game(self) -> Game:
        return self.record.game

    @cached_property
    def course(self) -> Course:
        """The course of the table with its written hands."""
        return self.record.course

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that the chart fills, in the order E S W N."""
        return self.facts.seats

    @property
    def comparison(self) -> Comparison | None:
        """The comparison of hands, totals and table points; None for an empty sheet, or for released facts."""
        return None if self.correcting else getattr(self.sheet, "comparison", None)

    @property
    def provisional(self) -> bool:
        return self.sheet.state not in Sheet.COUNTED

    @cached_property
    def lines(self) -> list[SeatLine]:
        scores = result_of(self.record) or {}
        points = self.record.points(scores) if scores else {}
        counted = {credit.seat: credit for credit in self._credits(scores)}
        reasons = {forfeit.seat: forfeit.reason for forfeit in self.facts.forfeits}
        return [
            SeatLine(
                seat=seat,
                people=tuple(self._people(seat)),
                score=scores.get(seat),
                points=points.get(seat),
                credit=counted.get(seat),
                forfeited=seat in reasons,
                forfeit_reason=reasons.get(seat, ""),
                left=any(row.from_hand > 1 and not row.exchanged for row in self._people(seat)),
            )
            for seat in self.seats
        ]

    def _credits(self, scores: Mapping[Seat, int]) -> list[Credit]:
        if not scores:
            return []
        return credits(
            self.game,
            scores,
            self.facts.sitters,
            forfeited=self.record.forfeited,
            ties=self.record.ties,
            leaver_result=self.settings.leaver_result,
        )

    @cached_property
    def rounds(self) -> list[tuple[int, list[HandLine]]]:
        """Round number and its hands in order; empty without recorded hands."""
        if not self.record.hands:
            return []
        lines = {line.no: line for line in self._hand_lines()}
        by_round = self.course.rounds().items()
        return [(number, [lines[deal.no] for deal in deals]) for (_period, number), deals in by_round]

    def _hand_lines(self) -> Iterator[HandLine]:
        running = self.game.running_totals(self.record.hands, self.record.seats)
        played = {line[0].no: line for line in running}
        for no, deal in self.course.deals.items():
            if no in played:
                yield self._played(deal, *played[no])
            else:
                state = "missing" if no in self.course.due else "skipped"
                adjustments = self._adjustments(no)
                yield HandLine(
                    no, state, deal.dealer, deal.winds, adjustments=adjustments, period=deal.period, round=deal.round
                )

    def _played(self, deal: Deal, hand: Hand, scores: Mapping[Seat, int], totals: Mapping[Seat, int]) -> HandLine:
        result = RecordedHand.Result.WON if hand.winner else RecordedHand.Result.DRAWN
        return HandLine(
            no=hand.no,
            state=(RecordedHand.Result.ABORTED if hand.aborted else result).value,
            dealer=deal.dealer,
            winds=deal.winds,
            points=self.game.declared(hand.points),
            winner=self.sitter(hand.winner, hand.no) if hand.winner else None,
            discarder=self.sitter(hand.discarder, hand.no) if hand.discarder else None,
            period=deal.period,
            round=deal.round,
            robbed=hand.robbed,
            bound=self.sitter(hand.bound, hand.no) if hand.bound else None,
            false_wins=tuple(self.sitter(seat, hand.no) for seat in hand.false_wins),
            scores=scores,
            totals=totals,
            adjustments=self._adjustments(hand.no),
        )

    def _adjustments(self, hand_no: int) -> tuple[Adjustment, ...]:
        return tuple(row for row in self.facts.adjustments if row.hand_no == hand_no)

    def sitter(self, seat: str, hand_no: int) -> Sitting:
        """Return the sitter of the seat in the hand."""
        return next(sitting for sitting in reversed(self._people(seat)) if sitting.from_hand <= hand_no)

    def _people(self, seat: str) -> list[Sitting]:
        return self._people_by_seat.get(seat, [])

    @cached_property
    def _people_by_seat(self) -> dict[str, list[Sitting]]:
        people: dict[str, list[Sitting]] = {}
        for sitting in sorted(self.facts.sittings, key=lambda sitting: sitting.from_hand):
            people.setdefault(sitting.seat, []).append(sitting)
        return people

    @property
    def table_penalties(self) -> list[Adjustment]:
        """Penalty points at this table between its hands."""
        return self._adjustments_outside(running=False)

    @property
    def running_penalties(self) -> list[Adjustment]:
        """Penalty points of hands without a result: the hand in play, or a void one."""
        return self._adjustments_outside(running=True)

    def _adjustments_outside(self, *, running: bool) -> list[Adjustment]:
        return [row for row in self.facts.outside_hands if bool(row.hand_no) == running]

    @property
    def session_penalties(self) -> list[SessionPenalty]:
        """The session's penalties of sitters of this table."""
        entries = {sitting.entry_id for sitting in self.facts.sittings} - {None}
        return [row for row in self.facts.session_penalties if {row.entry_id, row.paid_to_id} & entries]

    @property
    def penalties(self) -> dict[Seat, int]:
        """Seat -> penalty points outside results of hands; seats without any are absent."""
        return self.facts.penalties()

    @property
    def penalties_of_running(self) -> dict[Seat, int]:
        """Seat -> penalty points of hands without a result."""
        points: dict[Seat, int] = {}
        for adjustment in self.running_penalties:
            seat = cast(Seat, adjustment.seat)
            points[seat] = points.get(seat, 0) + adjustment.points
        return points

    @property
    def penalties_outside(self) -> dict[Seat, int]:
        """Seat -> penalty points that belong to no hand: between hands, and for the session."""
        running = self.penalties_of_running
        outside = {seat: points - running.get(seat, 0) for seat, points in self.penalties.items()}
        return {seat: points for seat, points in outside.items() if points}

    @cached_property
    def hands_sum(self) -> dict[Seat, int]:
        """Seat -> the total that hands and penalties give; empty without recorded hands."""
        if not self.record.hands:
            return {}
        return {seat: self.game.start + score for seat, score in self.record.hands_sum.items()}

    @property
    def adds_up(self) -> bool:
        """Whether hands and penalties give the signed totals, where both are recorded."""
        return not self.totals or all(self.totals.get(seat) == total for seat, total in self.hands_sum.items())

    @property
    def points_by_hands(self) -> dict[Seat, int]:
        """Seat -> table points (twelfths) by the hands instead of the signed totals."""
        return self.record.points(self.record.hands_sum) if self.record.hands else {}

    @property
    def totals(self) -> dict[Seat, int]:
        """Seat -> the signed totals; empty if there are none."""
        return dict(self.record.totals or {})

    @property
    def previous(self) -> int | None:
        """The number of the table before this one in its session."""
        return self.sheet.previous  # type: ignore[attr-defined]

    @property
    def next(self) -> int | None:
        """The number of the table after this one in its session."""
        return self.sheet.next  # type: ignore[attr-defined]
