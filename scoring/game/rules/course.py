"""The course of a table: which hands it plays, in which period and round, who deals and who sits where."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from scoring.game.rules.seats import SEATS, ActualSeating, Seat, SeatOrder


@dataclass(frozen=True, slots=True)
class TableSeating:
    """The seats that somebody played on, and the seat orders of rounds that were not seated as planned.

    In a game that chooses seats at each period, ``rounds`` has the order of each period instead, its starter first.
    """

    seats: tuple[Seat, ...] = SEATS
    rounds: ActualSeating = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand in the course of its table; seats are starting seats.

    ``period``: from 1. ``round``: from 1 in each period. ``winds``: starting seat -> seat wind in this hand. ``order``:
    the seats as they sit in the round, its first dealer first.
    """

    no: int
    period: int
    round: int
    dealer: Seat
    winds: Mapping[Seat, Seat] = field(hash=False)
    order: SeatOrder


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a table as far as its game knows it from the written hands.

    ``deals``: every hand that has a line on the sheet, by number; ``due``: the numbers of the hands that are played, as
    a table of three skips some; ``written``: the numbers of the written hands. ``unseated``: the period whose seats
    must be chosen before its first hand, or 0.
    """

    seats: tuple[Seat, ...]
    deals: Mapping[int, Deal]
    due: tuple[int, ...]
    written: Collection[int]
    unseated: int = 0

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the hands that are due and not written."""
        return tuple(no for no in self.due if no not in self.written)

    @property
    def gaps(self) -> tuple[int, ...]:
        """The missing hands before the last written one."""
        last = max(self.written, default=0)
        return tuple(no for no in self.missing if no < last)

    @property
    def next(self) -> Deal | None:
        """The first hand to write; None if the table is over."""
        return self.deals[self.missing[0]] if self.missing else None

    @property
    def over(self) -> bool:
        return not self.missing

    @property
    def in_play(self) -> int:
        """The number of the hand in play: the one after the last written hand, the last of the sheet at most."""
        return min(max(self.written, default=0) + 1, max(self.deals))

    def at(self, no: int) -> Deal:
        """Return the hand; the one in play for a number that has no line on the sheet."""
        return self.deals.get(no) or self.deals[self.in_play]

    def order(self, round_no: int, period: int = 1) -> SeatOrder:
        """Return the seats as they sit in the round, its first dealer first."""
        return self.rounds()[period, round_no][0].order

    def rounds(self) -> dict[tuple[int, int], list[Deal]]:
        """Return (period, round) -> its hands with a line on the sheet, in order."""
        by_round: dict[tuple[int, int], list[Deal]] = {}
        for deal in self.deals.values():
            by_round.setdefault((deal.period, deal.round), []).append(deal)
        return by_round
