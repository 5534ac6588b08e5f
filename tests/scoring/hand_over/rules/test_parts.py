"""A file is sent in numbered parts."""

from scoring.hand_over.rules.parts import PART, count_of, received_in_order


def test_parts_are_counted_up_to_the_first_gap() -> None:
    assert [count_of(size) for size in (0, 1, PART, PART + 1)] == [0, 1, 1, 2]
    assert [received_in_order(numbers) for numbers in (set(), {1}, {0, 1, 3})] == [0, 0, 2]
