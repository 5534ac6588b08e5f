"""Headings of lists of results as people write them."""

import pytest

from scoring.sheets.rules.result_files import mapping_of


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        (["#", "Table", "Total"], {"number": 0, "table": 1, "total": 2}),
        # 局 is the hand beside a winner, and the session without one.
        (["局", "桌号", "得分"], {"session": 0, "table": 1, "total": 2}),
        (["局", "桌号", "和牌者"], {"hand": 0, "table": 1, "winner": 2}),
        # Points are those of a hand beside one, and the total of the session without one.
        (["Table", "Name", "Points"], {"table": 0, "name": 1, "total": 2}),
        (["Table", "Hand", "Winner", "Points"], {"table": 0, "hand": 1, "winner": 2, "points": 3}),
        (["Total", "Totals", "?"], {"total": 0}),
    ],
)
def test_headings_name_fields(headings: list[str], expected: dict[str, int]) -> None:
    assert mapping_of(headings) == expected
