"""How many columns of names fit beside each other without cutting one."""

import unicodedata
from collections.abc import Iterable

#: Widths in halves of a letter's height that a name may have beside table and wind, by how many columns there are.
FITS = {3: 25, 2: 42}


def columns_for(names: Iterable[str]) -> int:
    """Three columns, or two or one where a name is too long for its place on a screen of 16 : 9."""
    longest = max(map(_width, names), default=0)
    return next((columns for columns, most in FITS.items() if longest <= most), 1)


def _width(name: str) -> int:
    """The width in halves of a letter's height: Chinese and Japanese signs are two wide."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in name)
