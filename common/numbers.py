"""Read numbers from outside texts and documents, within bounds."""

from fractions import Fraction

#: The largest value of an integer column, and of a key, on every database.
MOST = 2**31 - 1
MOST_KEY = 2**63 - 1
#: The digits of the largest key; `int` raises ValueError for a text of more than 4,300.
DIGITS = len(str(MOST_KEY))


def number_in(text: str, *, least: int = 0, most: int = MOST) -> int | None:
    """Return the whole number that ``text`` spells in decimal digits of any script, without a sign.

    None if it is not a number, or below ``least`` or above ``most``. Superscripts are not decimal digits.
    """
    if len(text) > DIGITS or not text.isdecimal():
        return None
    number = int(text)
    return number if least <= number <= most else None


def fraction_in(value: object) -> Fraction | None:
    """Return the exact number of a JSON number, or of a text such as "4", "2.33" or "7/3"; None if it is none.

    A text with an exponent is none: a few characters could stand for more digits than fit into memory.
    """
    if isinstance(value, bool) or (isinstance(value, str) and "e" in value.lower()):
        return None
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return None
