"""Headings of lists of results as people write them."""

import pytest

from scoring.sheets.rules.result_files import file_rows, heading_of, mapping_of, words_above


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        (["#", "Table", "Total"], {"number": 0, "table": 1, "total": 2}),
        # 局 is the hand beside a winner, and the session without one.
        (["局", "桌号", "得分"], {"session": 0, "table": 1, "total": 2}),
        (["局", "桌", "编号", "成绩"], {"session": 0, "table": 1, "number": 2, "total": 3}),
        (["局", "桌号", "和牌者"], {"hand": 0, "table": 1, "winner": 2}),
        # Points are those of a hand beside one, and the total of the session without one.
        (["Table", "Name", "Points"], {"table": 0, "name": 1, "total": 2}),
        (["Table", "Hand", "Winner", "Points"], {"table": 0, "hand": 1, "winner": 2, "points": 3}),
        (["Total", "Totals", "?"], {"total": 0}),
    ],
)
def test_headings_name_fields(headings: list[str], expected: dict[str, int]) -> None:
    assert mapping_of(headings) == expected


def test_headings_of_which_too_few_are_known_name_the_columns_and_are_no_result() -> None:
    rows = [["Puchar 2026"], ["Runda", "桌", "编号", "Wynik"], ["1", "3", "7", "+24"], ["1", "3", "8", "−24"]]
    assert heading_of(rows) is None
    assert words_above(rows) == rows[1]
    assert mapping_of(words_above(rows)) == {"table": 1, "number": 2}
    chosen = {"table": 1, "number": 2, "total": 3}
    read = list(file_rows(rows, chosen))
    assert [(row.number, row.cells["total"]) for row in read] == [(3, "+24"), (4, "−24")]
    assert words_above(rows[2:]) == ()
    assert words_above([["Table", "Number", "Total"], *rows[2:]]) == ["Table", "Number", "Total"]
