"""Sorting in a file: runs are merged, equal items keep their order, and the items are read as often as asked."""

import random
from tempfile import TemporaryFile

import pytest

from common.sorted_in_file import RUN, SortedInFile


@pytest.mark.parametrize("number", [0, 1, RUN, RUN + 1, 3 * RUN + 17])
def test_items_come_in_order_twice_and_at_once(number):
    items = [(random.Random(at).randrange(50), at) for at in range(number)]
    with TemporaryFile() as file:
        by_first = SortedInFile(file, items, lambda item: item[0])
        assert len(by_first) == number
        assert list(by_first) == sorted(items, key=lambda item: item[0])
        assert [first == second for first, second in zip(by_first, by_first, strict=True)] == [True] * number
