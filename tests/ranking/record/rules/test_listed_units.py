"""Places of teams and groups, for a list of results that does not state them."""

from ranking.record.rules.listed_units import place_units, unit_places
from ranking.record.rules.result_lists import Row


def row(team, tp, cp=0, *, unit="team", **columns):
    return Row(1, {unit: team}, table_points=tp * 12, competition_points=cp, **columns)


def test_a_team_adds_its_members_by_table_points_then_competition_points():
    rows = [row("a", 10, 5), row("a", 9, 5), row("b", 12, -40), row("b", 7, 60), row("c", 30)]
    assert unit_places(rows, "team") == {"c": 1, "b": 2, "a": 3}


def test_the_best_member_breaks_a_tie_and_full_ties_share_the_place():
    rows = [row("a", 10), row("a", 9), row("b", 11), row("b", 8), row("c", 11), row("c", 8), row("d", 1)]
    assert unit_places(rows, "team") == {"b": 1, "c": 1, "a": 3, "d": 4}


def test_a_group_adds_its_best_four_and_needs_four():
    strong = [row("x", tp, unit="group") for tp in (9, 9, 9, 9, 1)]
    few = [row("y", 30, unit="group") for _ in range(3)]
    weak = [row("z", 8, unit="group") for _ in range(8)]
    assert unit_places(strong + few + weak, "group") == {"x": 1, "z": 2}


def test_a_player_with_a_taken_result_adds_nothing_and_has_no_place():
    rows = [row("a", 30, status="disqualified"), row("a", 5), row("b", 20, status="rank-lost"), row("b", 9), row("", 9)]
    place_units(rows, ["team"])
    assert [placed.team_rank for placed in rows] == [None, 2, None, 1, None]


def test_a_stated_place_is_kept():
    rows = [row("a", 30, team_rank=2), row("b", 20), row("g", 1, unit="group")]
    place_units(rows, ["team"])
    assert [(placed.team_rank, placed.group_rank) for placed in rows] == [(2, None), (2, None), (None, None)]
