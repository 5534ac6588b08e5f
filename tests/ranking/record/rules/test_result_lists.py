"""Figures and headings of lists of results, as people type them."""

import pytest

from ranking.record.rules.result_lists import check_web, heading_row, mapping_of, points, read_results, twelfths
from tournament.registration.rules.notes import note


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("25", 300), ("25.33", 304), ("25,5", 306), ("25 1/3", 304), ("7/3", 28), ("0", 0), ("1.75", 21),
        ("50.66", 608),         ("25.4", None), ("1/0", None), ("-3", None), ("", None), ("1/7", None), ("٢٥.٣", None),
    ],
)  # fmt: skip
def test_table_points_are_exact_twelfths(text, value) -> None:
    assert twelfths(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1023", 1023),
        ("+1 023", 1023),
        ("−48", -48),
        ("1,023", 1023),
        ("1.023", 1023),
        ("12.0", 12),
        ("1.5", None),
        ("", None),
    ],
)
def test_competition_points_are_whole_numbers(text, value) -> None:
    assert points(text) == value


@pytest.mark.parametrize(
    "headings",
    [
        ["Place", "Name", "EMA number", "Country", "Team", "TP", "CP"],
        ["名次", "姓名", "会员号", "国家", "参赛队", "标准分", "比赛分"],
        ["順位", "氏名", "会員番号", "国名", "チーム", "標準点", "素点"],
        ["Pos", "Player", "EMA", "Nation", "Team name", "Table points", "Score"],
    ],
)
def test_headings_are_recognised_in_three_languages(headings) -> None:
    names = ["place", "name", "federation_number", "country", "team", "table_points", "competition_points"]
    assert mapping_of(headings) == {name: index for index, name in enumerate(names)}
    assert heading_row([["Open 2019"], [], headings, ["1", "X", "", "", "", "4", "1"]]) == 2


@pytest.mark.parametrize(
    ("text", "rank", "status"),
    [("1", 1, "ranked"), ("=3", 3, "ranked"), ("2nd", 2, "ranked"), ("第4名", 4, "ranked"), 
     ("DSQ", None, "disqualified"), ("退赛", None, "withdrawn"), ("rank-lost", None, "rank-lost"),
     ("", None, "unranked"), ("–", None, "unranked")],
)  # fmt: skip
def test_a_place_cell_gives_the_rank_or_the_status(text, rank, status) -> None:
    [row], _skipped = read_results(
        [["Place", "Name", "TP"], [text, "Ann", "4"]], 0, {"place": 0, "name": 1, "table_points": 2}, {}
    )
    assert (row.rank, row.status, row.problems) == (rank, status, [])


def test_a_lower_place_with_more_points_gets_a_note() -> None:
    rows = [["Place", "Name", "TP"], ["1", "Ann", "4"], ["2", "Bob", "5"]]
    results, _skipped = read_results(rows, 0, {"place": 0, "name": 1, "table_points": 2}, {})
    assert [[note.code for note in row.notes if note.code == "more_points_than_above"] for row in results] == [
        [],
        ["more_points_than_above"],
    ]


def test_a_sites_player_name_loses_invisible_characters() -> None:
    rows = [["Place", "Name", "user", "TP"], ["1", "Ann", " u\x00ser\u200b\n1 ", "4"]]
    assert (
        read_results(rows, 0, {"place": 0, "name": 1, "site_player": 2, "table_points": 3}, {})[0][0].site_player
        == "user 1"
    )


@pytest.mark.parametrize(
    ("length", "problems"),
    [
        (100, []),
        (101, [("too_long", {"field": "site_player", "text": "u" * 40, "most": "100"})]),
    ],
)
def test_a_sites_player_name_has_at_most_a_hundred_characters(length, problems) -> None:
    rows = [["Place", "Name", "user", "TP"], ["1", "Ann", "u" * length, "4"]]
    [row], _skipped = read_results(rows, 0, {"place": 0, "name": 1, "site_player": 2, "table_points": 3}, {})
    assert [(problem.code, dict(problem.figures)) for problem in row.problems] == problems


def test_a_name_on_the_site_occurs_once_in_a_list() -> None:
    rows = [["Place", "Name", "user", "Web points"], ["1", "Ann", "u1", "20"], ["2", "Bob", "u1", "10"]]
    rows += [["3", "Eve", "", "5"], ["4", "Joe", "", "4"]]
    results, _skipped = read_results(rows, 0, {"place": 0, "name": 1, "site_player": 2, "web_points": 3}, {})
    check_web(results)
    assert [row.problems for row in results] == [[], [note("site_player_twice", name="u1")], [], []]


@pytest.mark.parametrize(
    ("column", "text", "problems"),
    [
        ("team_place", "1", []),
        ("team_place", "0", [("no_figure", "team_place")]),
        ("group_place", "x", [("no_figure", "group_place")]),
        ("web_points", "0", []),
        ("web_points", "-1", [("no_figure", "web_points")]),
    ],
)
def test_places_begin_at_one_and_web_points_at_zero(column, text, problems) -> None:
    rows = [["Place", "Name", "TP", "Figure"], ["1", "Ann", "4", text]]
    [row], _skipped = read_results(rows, 0, {"place": 0, "name": 1, "table_points": 2, column: 3}, {})
    assert [(problem.code, dict(problem.figures)["field"]) for problem in row.problems] == problems


def test_a_lost_rank_needs_no_web_points() -> None:
    """3.11.5: nothing counts, as after a disqualification."""
    rows = [["Place", "Name", "Web points"], ["1", "Ann", "10"], ["取消名次", "Bob", ""], ["失格", "Eve", ""]]
    rows += [["除名", "Ida", ""], ["2", "Joe", ""]]
    results, _skipped = read_results(rows, 0, {"place": 0, "name": 1, "web_points": 2}, {})
    check_web(results)
    assert [[problem.code for problem in row.problems] for row in results] == [[], [], [], [], ["no_web_points"]]
