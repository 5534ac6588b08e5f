"""The sheet of one table for pages: sitters, hands, penalties and signed totals."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import cast

from django.db.models import OuterRef, QuerySet, Subquery

from scoring.game.rules.hands import Hand, running_totals, session_scores
from scoring.game.rules.seats import HANDS_PER_SESSION, ROUNDS, Seat, dealer_of, hand_numbers, round_of, seating
from scoring.game.rules.table_points import table_points
from scoring.sheets.models.facts import Adjustment
from scoring.sheets.models.facts import Hand as RecordedHand
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.comparison import TableRecord, result_of
from scoring.sheets.rules.credits import Credit, credits
from scoring.sheets.rules.view import View
from scoring.sheets.selectors.facts.loading import facts_of
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.facts.sheet_lines import HandLine, SeatLine
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting, Table


class TableSheet:
    """The data of a table's page, derived from facts of its sheet."""

    def __init__(self, facts: SheetFacts) -> None:
        self.facts = facts
        self.sheet = facts.sheet
        self.table: Table = facts.sheet.table
        self.settings = self.table.session.event.scoring_settings
        self.record: TableRecord = facts.record(self.settings.ties)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that the chart fills, in the order E S W N."""
        return self.facts.seats

    @property
    def comparison(self) -> Comparison | None:
        """The comparison of hands, totals and table points; None for an empty sheet."""
        return getattr(self.sheet, "comparison", None)

    @property
    def provisional(self) -> bool:
        return self.sheet.state not in Sheet.COUNTED

    @cached_property
    def lines(self) -> list[SeatLine]:
        scores = result_of(self.record) or {}
        points = table_points(scores, self.record.ties, self.record.forfeited) if scores else {}
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
            scores,
            self.facts.sitters,
            forfeited=self.record.forfeited,
            ties=self.record.ties,
            leaver_result=self.settings.leaver_result,
        )

    @cached_property
    def rounds(self) -> list[tuple[int, list[HandLine]]]:
        """Round number (1 to 4) and its hands in order; empty without recorded hands."""
        if not self.record.hands:
            return []
        by_round: dict[int, list[HandLine]] = {number: [] for number in range(1, ROUNDS + 1)}
        for line in self._hand_lines():
            by_round[round_of(line.no)].append(line)
        return list(by_round.items())

    def _hand_lines(self) -> Iterator[HandLine]:
        due = hand_numbers(self.record.seats)
        actual_seating = self.facts.actual_seating
        played = {
            hand.no: (hand, scores, totals)
            for hand, scores, totals in running_totals(self.record.hands, self.record.seats)
        }
        for no in range(1, HANDS_PER_SESSION + 1):
            if no in played:
                yield self._played(*played[no])
            else:
                state = "missing" if no in due else "skipped"
                dealer = dealer_of(no, actual_seating)
                yield HandLine(no, state, dealer, seating(no, actual_seating), adjustments=self._adjustments(no))

    def _played(self, hand: Hand, scores: Mapping[Seat, int], totals: Mapping[Seat, int]) -> HandLine:
        result = RecordedHand.Result.WON if hand.winner else RecordedHand.Result.DRAWN
        return HandLine(
            no=hand.no,
            state=(RecordedHand.Result.ABORTED if hand.aborted else result).value,
            dealer=dealer_of(hand.no, self.facts.actual_seating),
            winds=seating(hand.no, self.facts.actual_seating),
            points=hand.points,
            winner=self.sitter(hand.winner, hand.no) if hand.winner else None,
            discarder=self.sitter(hand.discarder, hand.no) if hand.discarder else None,
            scores=scores,
            totals=totals,
            adjustments=self._adjustments(hand.no),
        )

    def _adjustments(self, hand_no: int) -> tuple[Adjustment, ...]:
        return tuple(row for row in self.facts.adjustments if row.hand_no == hand_no)

    def sitter(self, seat: str, hand_no: int) -> Sitting:
        """Return the sitter of the seat in the hand."""
        return max(
            (sitting for sitting in self._people(seat) if sitting.from_hand <= hand_no),
            key=lambda sitting: sitting.from_hand,
        )

    def _people(self, seat: str) -> list[Sitting]:
        return sorted(
            (sitting for sitting in self.facts.sittings if sitting.seat == seat),
            key=lambda sitting: sitting.from_hand,
        )

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
        """Seat -> sum of hands and penalties; empty without recorded hands."""
        if not self.record.hands:
            return {}
        return session_scores(self.record.hands, self.record.penalties, self.record.seats)

    @property
    def points_by_hands(self) -> dict[Seat, int]:
        """Seat -> table points (twelfths) by the hands instead of the signed totals."""
        return table_points(self.hands_sum, self.record.ties, self.record.forfeited) if self.hands_sum else {}

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


def table_sheet(event: Event, view: View, session: int, table: int) -> TableSheet | None:
    """Return the table of this number and session; None if there is none or ``view`` hides it."""
    if session > view.last_session:
        return None
    wanted = Sheet.objects.filter(table__session__event=event, table__session__number=session, table__number=table)
    wanted = wanted.select_related("comparison", "table__session__event__scoring_settings")
    sheet = _with_neighbours(wanted).first()
    if sheet is None:
        return None
    facts = facts_of(sheet)
    if not view.live and facts.sheet.state not in Sheet.COUNTED:
        # A sheet reopened after its release: its current facts are not public.
        facts = replace(facts, hands=[], totals={}, stated={}, adjustments=[])
    return TableSheet(facts)


def _with_neighbours(sheets: QuerySet[Sheet]) -> QuerySet[Sheet]:
    session_numbers = Table.objects.filter(session=OuterRef("table__session")).values("number")
    before = session_numbers.filter(number__lt=OuterRef("table__number")).order_by("-number")
    after = session_numbers.filter(number__gt=OuterRef("table__number")).order_by("number")
    return sheets.annotate(previous=Subquery(before[:1]), next=Subquery(after[:1]))
