"""Lines in pickled parts: every slice, line and order is that of the list."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.infrastructure.pickled_lines import PickledLines


@given(st.lists(st.integers(), max_size=12), st.integers(1, 5), st.integers(0, 15), st.integers(0, 15))
def test_a_slice_is_that_of_the_list(lines: list[int], part: int, first: int, after: int) -> None:
    pickled = PickledLines(lines, part)
    assert pickled[first:after] == lines[first:after]
    assert pickled[first:] == lines[first:]
    assert (list(pickled), len(pickled)) == (lines, len(lines))


def test_a_line_is_that_of_the_list() -> None:
    pickled = PickledLines("abcde", 2)
    assert [pickled[at] for at in (0, 3, -1)] == ["a", "d", "e"]
    with pytest.raises(IndexError):
        pickled[5]
