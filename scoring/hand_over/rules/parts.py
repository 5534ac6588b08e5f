"""A file that is sent in numbered parts, so that an interrupted transfer is resumed."""

#: Bytes of a part; the last one may be shorter.
PART = 1_000_000
#: The most parts of a file.
MOST_PARTS = 1_000


def count_of(size: int) -> int:
    """Return the number of parts of a file of ``size`` bytes."""
    return -(-size // PART)


def received_in_order(numbers: set[int]) -> int:
    """Return how many parts, from number 0 on, are there without a gap."""
    count = 0
    while count in numbers:
        count += 1
    return count
