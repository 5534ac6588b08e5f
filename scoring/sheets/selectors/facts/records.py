"""The facts of sheets in the shape of the pure rules: hands, totals, table points, penalties and sitters."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import cast

from django.db import models

from scoring.game.rules.course import Course, TableSeating
from scoring.game.rules.game import Game
from scoring.game.rules.hands import Hand as PlayedHand
from scoring.game.rules.seats import SEATS, Seat, SeatOrder
from scoring.game.rules.table_points import Ties
from scoring.settings.selectors import game_of_event
from scoring.sheets.models.facts import (
    Adjustment,
    Forfeit,
    Hand,
    RoundSeating,
    Settlement,
    Signature,
    SignedTotal,
    StatedTablePoints,
)
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.comparison import TableRecord
from scoring.sheets.rules.credits import Sitter, moved_within, since_exchange
from tournament.events.models.entries import Entry
from tournament.events.models.tables import Sitting

#: Models of all facts of a sheet and of its session.
KINDS: tuple[type[models.Model], ...] = (
    Hand,
    SignedTotal,
    StatedTablePoints,
    Adjustment,
    Forfeit,
    Settlement,
    RoundSeating,
    HandRecord,
    Signature,
    SessionPenalty,
)


@dataclass
class SheetFacts:
    """The facts of one sheet; ``record`` and ``sitters`` have the shape of the rules.

    ``kinds``: the models of KINDS that may have rows for it.
    """

    sheet: Sheet
    hands: list[Hand] = field(default_factory=list)
    totals: dict[Seat, int] = field(default_factory=dict)
    stated: dict[Seat, str] = field(default_factory=dict)
    adjustments: list[Adjustment] = field(default_factory=list)
    forfeits: list[Forfeit] = field(default_factory=list)
    sittings: list[Sitting] = field(default_factory=list)
    session_penalties: list[SessionPenalty] = field(default_factory=list)
    settlement: Settlement | None = None
    rounds: list[RoundSeating] = field(default_factory=list)
    kinds: Collection[type[models.Model]] = KINDS

    @property
    def game(self) -> Game:
        """The game of the event, with its terms."""
        return game_of_event(self.sheet.table.session.event)

    @property
    def seating(self) -> TableSeating:
        """The played seats, and the rounds that were not seated as planned."""
        return TableSeating(self.played_seats, self.actual_seating)

    @property
    def course(self) -> Course:
        """The course of the table with its written hands."""
        return self.game.course(self.played_hands(), self.seating)

    @property
    def actual_seating(self) -> dict[int, SeatOrder]:
        """Round number -> starting seats East to North, for rounds that were not seated as planned."""
        return {row.round_no: tuple(_seat(letter) for letter in row.seats) for row in self.rounds}

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that the chart fills, in the order E S W N."""
        taken = {sitting.seat for sitting in self.sittings}
        return tuple(seat for seat in SEATS if seat in taken)

    @property
    def sitters(self) -> dict[Seat, list[Sitter]]:
        """The sitters of each seat, the holder first."""
        seats: dict[Seat, list[Sitter]] = {seat: [] for seat in self.seats}
        for sitting in sorted(self.sittings, key=lambda sitting: sitting.from_hand):
            filler = sitting.entry is None or sitting.entry.kind == Entry.Kind.FILLER
            sitter = Sitter(sitting.entry_id, not filler, sitting.from_hand, sitting.exchanged)
            seats[_seat(sitting.seat)].append(sitter)
        return seats

    @property
    def next_hand(self) -> int:
        """The number of the hand in play."""
        return self.course.in_play

    @property
    def outside_hands(self) -> list[Adjustment]:
        """The penalties between hands and of hands without a result: they hold for a void hand too (3.11)."""
        recorded = {hand.no for hand in self.hands}
        return [adjustment for adjustment in self.adjustments if adjustment.hand_no not in recorded]

    def dead(self, hand_no: int) -> frozenset[Seat]:
        """Return the seats that may not win in this hand."""
        return frozenset(_seat(row.seat) for row in self.adjustments if row.dead and row.hand_no == hand_no)

    def penalties(self) -> dict[Seat, int]:
        """Return seat -> penalty points outside hands: those of the table, and those of its sitters for the session."""
        points: dict[Seat, int] = defaultdict(int)
        for adjustment in self.outside_hands:
            points[_seat(adjustment.seat)] += adjustment.points
        seat_of: dict[int, Seat] = {}
        for seat, people in self.sitters.items():
            seat_of |= {sitter.entry: seat for sitter in since_exchange(people) if sitter.entry}
        for penalty in self.session_penalties:
            for entry, moved in ((penalty.entry_id, penalty.points), (penalty.paid_to_id, -penalty.points)):
                if entry in seat_of:
                    points[seat_of[entry]] += moved
        return dict(points)

    def played_hands(self) -> tuple[PlayedHand, ...]:
        """Return the hands in the shape of the rules, in order."""
        within: dict[int, dict[Seat, int]] = defaultdict(dict)
        for adjustment in self.adjustments:
            if adjustment.hand_no:
                seats = within[adjustment.hand_no]
                seat = _seat(adjustment.seat)
                seats[seat] = seats.get(seat, 0) + adjustment.points
        return tuple(
            PlayedHand(
                no=hand.no,
                winner=_seat(hand.winner) if hand.winner else None,
                discarder=_seat(hand.discarder) if hand.discarder else None,
                points=hand.points,
                aborted=hand.result == Hand.Result.ABORTED,
                adjustments=within.get(hand.no, {}),
                robbed=hand.robbed,
                bound=_seat(hand.bound) if hand.bound else None,
                false_wins=tuple(_seat(letter) for letter in hand.false_wins),
            )
            for hand in sorted(self.hands, key=lambda hand: hand.no)
        )

    @property
    def forfeited(self) -> frozenset[Seat]:
        """The seats whose holder forfeited the session."""
        return frozenset(_seat(forfeit.seat) for forfeit in self.forfeits)

    @property
    def played_seats(self) -> tuple[Seat, ...]:
        """The seats that were played: a forfeited one only with a substitute."""
        replaced = {sitting.seat for sitting in self.sittings if sitting.from_hand}
        return tuple(seat for seat in self.seats if seat not in self.forfeited or seat in replaced)

    def record(self, ties: Ties) -> TableRecord:
        """Return the data of the table for the comparison and the result."""
        played, hands = self.played_seats, self.played_hands()
        exchanged = any(sitting.exchanged for sitting in self.sittings)
        return TableRecord(
            game=self.game,
            seats=played,
            hands=hands,
            totals={seat: self.totals[seat] for seat in played} if self.totals else None,
            table_points=self.stated or None,
            penalties=self.penalties(),
            ties=ties,
            forfeited=self.forfeited,
            moved=moved_within(self.game, hands, {seat: self.sitters[seat] for seat in played}) if exchanged else {},
            rounds=self.actual_seating,
        )


def _seat(letter: str) -> Seat:
    """Return a stored seat in the type of the rules; the database has no other letters."""
    return cast(Seat, letter)
