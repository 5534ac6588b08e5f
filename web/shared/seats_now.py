"""Presenter of the persons at a table in one hand, by the winds of that hand."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scoring.game.rules.seats import SEATS, Seat
from scoring.sheets.selectors.checking.findings import SeatNamer
from scoring.sheets.selectors.facts.records import SheetFacts
from tournament.events.models.tables import Sitting
from web.shared.table_rows import sitter_name, sitters_text


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A person in a hand: the starting seat, the wind of the hand, the number (None: not entered) and the name."""

    seat: Seat
    wind: Seat
    number: int | None
    name: str


def seats_now(facts: SheetFacts, hand_no: int | None = None) -> list[SeatNow]:
    """Return who sits at the table in hand ``hand_no`` (None: the hand in play; 0: before the first), East first."""
    course = facts.course
    deal = course.at(course.in_play if hand_no is None else max(hand_no, 1))
    rows = [_seat(seat, deal.winds[seat], _sitter(facts.sittings, seat, deal.no)) for seat in facts.seats]
    return sorted(rows, key=lambda row: SEATS.index(row.wind))


def seat_namer(sittings: Collection[Sitting]) -> SeatNamer:
    """Return a function that names everybody who sat at a starting seat in the hands given, or in any if none is."""

    def text(seat: str, hands: Iterable[int]) -> str:
        in_hands = {_sitter(sittings, seat, no).pk for no in hands}
        return sitters_text(row for row in sitters(sittings, seat) if not in_hands or row.pk in in_hands)

    return text


def sitters(sittings: Iterable[Sitting], seat: str) -> list[Sitting]:
    """Return the sittings of a starting seat, the holder first."""
    return sorted((row for row in sittings if row.seat == seat), key=lambda row: row.from_hand)


def _sitter(sittings: Iterable[Sitting], seat: str, no: int) -> Sitting:
    return [row for row in sitters(sittings, seat) if row.from_hand <= no][-1]


def _seat(seat: Seat, wind: Seat, sitting: Sitting) -> SeatNow:
    return SeatNow(seat, wind, sitting.entry.number if sitting.entry else None, sitter_name(sitting))
