"""Names on a screen: their widths, how many columns fit without cutting one, and the lines of the seats by name."""

from collections.abc import Iterable

from common.paper.faces import printable, width
from tournament.seating.selectors.name_lists import headed
from tournament.seating.selectors.seats import PublicSeat, by_name

#: Number of columns -> greatest width of a name (in halves of a letter's height) with table and wind.
FITS = {3: 25, 2: 42}
#: The same in standings: in two blocks, in one block with the team, and in one block with the sessions as bars.
FITS_RANKS, FITS_TEAM, FITS_BARS = 23, 28, 54
#: The same in one block of larger letters, with the team alone, and with the sessions alone.
FITS_LARGE_TEAM, FITS_LARGE_BARS = 18, 26
#: The same of a team or group, in the largest letters.
FITS_LARGEST = 30
#: The lines of a column (static/css/wall.css).
ROWS = 16
#: A heading, or a seat. Both empty: a line that keeps a heading from the end of a column.
Line = tuple[str, PublicSeat | None]


def columns_for(names: Iterable[str]) -> int:
    """Return the number of columns (3, 2 or 1) that the longest name allows on a 16 : 9 screen."""
    longest = widest(names)
    return next((columns for columns, most in FITS.items() if longest <= most), 1)


def widest(names: Iterable[str]) -> float:
    """Return the width of the longest name in halves of a letter's height, by the fonts of papers and pages."""
    return max((2 * width(printable(name), "zh-hans") for name in names), default=0)


def lines_by_name(seats: Iterable[PublicSeat]) -> list[Line]:
    """Return the lines; a heading is never the last one of a column."""
    lines: list[Line] = []
    for heading, listed in headed(by_name(seats)):
        if heading:
            lines += [("", None)] * (len(lines) % ROWS == ROWS - 1)
            lines.append((heading, None))
        lines += [("", seat) for seat in listed]
    return lines
