"""A seat of a published table, as pages show it."""

from dataclasses import dataclass
from fractions import Fraction

from scoring.publishing.selectors.shape import Seat
from web.pocket.published.reading import HallReport


@dataclass(frozen=True)
class SeatLine:
    """Wind, names in the order in which they sat there, and the released result (None: none)."""

    wind: str
    names: list[str]
    numbers: list[int]
    table_points: Fraction | None
    competition_points: int | None


def seat_line(report: HallReport, seat: Seat) -> SeatLine:
    """Return a seat with the names of its people."""
    return SeatLine(
        wind=seat.wind,
        names=[report.name_of(sitter) for sitter in seat.people],
        numbers=[sitter.number for sitter in seat.people if sitter.number],
        table_points=None if seat.table_points is None else Fraction(seat.table_points),
        competition_points=seat.competition_points,
    )
