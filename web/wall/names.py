"""How many columns of names fit beside each other without cutting one."""

from collections.abc import Iterable

from common.paper.faces import printable, width

#: Widths in halves of a letter's height that a name may have beside table and wind, by how many columns there are.
FITS = {3: 25, 2: 42}
#: And beside the points, where two blocks of standings stand, and where the team stands there too.
FITS_RANKS, FITS_TEAM = 27, 34
#: And in one block that leaves the edge of the screen free; what is longer takes all of it.
FITS_BLOCK = 62


def columns_for(names: Iterable[str]) -> int:
    """Three columns, or two or one where a name is too long for its place on a screen of 16 : 9."""
    longest = widest(names)
    return next((columns for columns, most in FITS.items() if longest <= most), 1)


def widest(names: Iterable[str]) -> float:
    """The width of the longest name in halves of a letter's height, as the faces of papers and pages have it."""
    return max((2 * width(printable(name), "zh-hans") for name in names), default=0)
