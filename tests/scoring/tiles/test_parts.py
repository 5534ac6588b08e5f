"""The tables of the engine hold a limited number of values."""

from scoring.tiles.rules.parts import LIMIT, Table


def test_a_full_table_is_cleared_before_the_next_value() -> None:
    doubled: Table[int, int] = Table(lambda number: 2 * number)
    assert [doubled[number] for number in range(LIMIT)] == list(range(0, 2 * LIMIT, 2))
    assert len(doubled) == LIMIT == 50_000
    assert doubled[LIMIT] == 100_000
    assert doubled == {LIMIT: 100_000}
