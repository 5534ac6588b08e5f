"""Fans as counters of four bits in one integer, in the order of exclusion."""

from collections.abc import Iterable

from scoring.fans.rules.counting.exclusions import ORDERED

BITS = 4
DIGIT = (1 << BITS) - 1
SHIFT = {no: BITS * index for index, no in enumerate(ORDERED)}


def packed(numbers: Iterable[int]) -> int:
    """Return fans as counters in one integer."""
    return sum(1 << SHIFT[no] for no in numbers)


def lowest(total: int) -> int:
    """Return the index in ORDERED of the first fan with a counter above 0."""
    return ((total & -total).bit_length() - 1) // BITS


def numbers_in(total: int) -> list[int]:
    """Return the fans of counters, repeated as often as they count, in the order of ORDERED."""
    numbers: list[int] = []
    while total:
        index = lowest(total)
        digit = total & DIGIT << BITS * index
        numbers += [ORDERED[index]] * (digit >> BITS * index)
        total ^= digit
    return numbers


def without(total: int, numbers: Iterable[int]) -> int:
    """Return the counters without these fans."""
    for no in numbers:
        total &= ~(DIGIT << SHIFT[no])
    return total
