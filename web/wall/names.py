"""Names on a screen: their widths, how many columns fit without cutting one, and the lines of the seats by name."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from common.paper.faces import printable, width
from tournament.seating.selectors.name_lists import headed
from tournament.seating.selectors.seats import PublicSeat, by_name

#: Number of columns -> greatest width of a name (in halves of a letter's height) with table and wind.
FITS = {3: 25, 2: 42}
#: The same in standings: in two blocks, in one block with the team, and in one block with the sessions as bars.
FITS_RANKS, FITS_TEAM, FITS_BARS = 23, 28, 59
#: The same in one block of larger letters: with the team alone, with the sessions alone, and with neither.
FITS_LARGE_TEAM, FITS_LARGE_BARS, FITS_LARGE = 18, 26, 38
#: The same of the team in its column.
FITS_TEAM_NAME, FITS_TEAM_NAME_LARGE = 27, 19
#: The same of a team or group, in the largest letters. Longer names take two lines of smaller letters.
FITS_LARGEST = 30
#: The lines of a column (static/css/wall.css).
ROWS = 16
#: How much of two lines a name fills at most, as lines end at a word.
TWO_LINES = 1.7


@dataclass(frozen=True, slots=True)
class Line:
    """A heading, or a seat. Neither: an empty line, or the second line of the long name before (``taken``).

    ``same``: another player has this name, so that the number tells them apart.
    """

    heading: str = ""
    seat: PublicSeat | None = None
    long: bool = False
    taken: bool = False
    same: bool = False


def seat_lines(seats: Sequence[PublicSeat]) -> tuple[int, list[Line]]:
    """Return the number of columns (3, 2 or 1) that the names allow on a 16 : 9 screen, and the lines by name.

    In two columns a long name takes two lines. Neither its first line nor a heading is the last of a column.
    """
    names = Counter(seat.sitter.name for seat in seats)
    same = {name for name, count in names.items() if count > 1}
    longest = max((_width(seat, same) for seat in seats), default=0)
    columns = 3 if longest <= FITS[3] else 2 if longest <= FITS[2] * TWO_LINES else 1
    lines: list[Line] = []
    for heading, listed in headed(by_name(seats)):
        if heading:
            lines += _unless_last(lines)
            lines.append(Line(heading))
        for seat in listed:
            is_same = seat.sitter.name in same
            if columns == 2 and _width(seat, same) > FITS[2]:
                lines += [*_unless_last(lines), Line(seat=seat, long=True, same=is_same), Line(taken=True)]
            else:
                lines.append(Line(seat=seat, same=is_same))
    return columns, lines


def _width(seat: PublicSeat, same: Collection[str]) -> float:
    number = f"({seat.sitter.number})" if seat.sitter.name in same else ""
    return widest([f"{seat.sitter.name} {number} {seat.room}".strip()])


def _unless_last(lines: Sequence[Line]) -> list[Line]:
    """Return an empty line if the next one would be the last of a column."""
    return [Line()] if len(lines) % ROWS == ROWS - 1 else []


def widest(names: Iterable[str]) -> float:
    """Return the width of the longest name in halves of a letter's height, by the fonts of papers and pages."""
    return max((2 * width(printable(name), "zh-hans") for name in names), default=0)


def fitting(widths: Sequence[float], line: float, lines: int) -> int:
    """Return how many of the parts fit into so many lines of this width; a part is never broken."""
    used, left = 0.0, lines
    for count, part in enumerate(widths):
        if used and used + part > line:
            used, left = 0.0, left - 1
        used += part
        if left == 0 or used > line:
            return count
    return len(widths)


def lines_of(width: float, line: float) -> int:
    """Return into how many lines of a width something is broken."""
    return max(1, ceil(width / line))
