"""Presenter of the persons at a table in one hand, by the winds of that hand."""

from dataclasses import dataclass

from scoring.game.rules.seats import SEATS
from scoring.sheets.selectors.facts.records import SheetFacts
from tournament.events.models.tables import Sitting
from web.shared.table_rows import sitter_name


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A person in a hand: the starting seat, the wind of the hand, the number (None: not entered) and the name."""

    seat: str
    wind: str
    number: int | None
    name: str


def seats_now(facts: SheetFacts, hand_no: int | None = None) -> list[SeatNow]:
    """Return who sits at the table in hand ``hand_no`` (None: the hand in play; 0: before the first), East first."""
    course = facts.course
    deal = course.at(course.in_play if hand_no is None else max(hand_no, 1))
    rows = [_seat(seat, deal.winds[seat], _sitter(facts, seat, deal.no)) for seat in facts.seats]
    return sorted(rows, key=lambda row: SEATS.index(row.wind))


def _sitter(facts: SheetFacts, seat: str, no: int) -> Sitting:
    people = [row for row in facts.sittings if row.seat == seat and row.from_hand <= no]
    return max(people, key=lambda row: row.from_hand)


def _seat(seat: str, wind: str, sitting: Sitting) -> SeatNow:
    return SeatNow(seat, wind, sitting.entry.number if sitting.entry else None, sitter_name(sitting))
