"""How many columns of names fit beside each other without cutting one."""

import unicodedata
from collections.abc import Iterable

#: Widths in halves of a letter's height that a name may have beside table and wind, by how many columns there are.
FITS = {3: 25, 2: 42}
#: And beside the points, where two blocks of standings stand, and where the team stands there too.
FITS_RANKS, FITS_TEAM = 27, 34


def columns_for(names: Iterable[str]) -> int:
    """Three columns, or two or one where a name is too long for its place on a screen of 16 : 9."""
    longest = widest(names)
    return next((columns for columns, most in FITS.items() if longest <= most), 1)


def widest(names: Iterable[str]) -> int:
    """The width of the longest name in halves of a letter's height."""
    return max(map(_width, names), default=0)


def _width(name: str) -> int:
    """The width in halves of a letter's height: Chinese and Japanese signs are two wide."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in name)
