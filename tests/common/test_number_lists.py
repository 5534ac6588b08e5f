"""Lists of numbers as people type them."""

import pytest

from common.number_lists import NumberListError, numbers_in


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [("", []), ("3", [3]), ("1-3, 5", [1, 2, 3, 5]), ("５、２～３；3", [2, 3, 5]), (" 7 - 8 9,", [7, 8, 9]),
     ("１ー３", [1, 2, 3]), ("1−3", [1, 2, 3]), ("1到3", [1, 2, 3])],
)  # fmt: skip
def test_lists_of_numbers_and_ranges_are_read(typed: str, numbers: list[int]) -> None:
    assert numbers_in(typed) == numbers


@pytest.mark.parametrize("typed", ["x", "3-1", "0", "1-99999", "1--2", "²"])
def test_invalid_part_of_a_list_is_named(typed: str) -> None:
    with pytest.raises(NumberListError) as wrong:
        numbers_in(f"1, {typed}")
    assert wrong.value.part == typed
