"""What teams need: worked cases, and the bounds compared with every result of two tables."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.standings.rules.formats.needs import results_of
from scoring.standings.rules.formats.team_needs import Seats, TeamContender, TeamNeed, team_needs

POINT = 12


def four(*points: int) -> list[TeamContender]:
    return [TeamContender(number, POINT * had) for number, had in enumerate(points, start=1)]


def test_a_match_of_four_teams_by_hand() -> None:
    """Teams have 30, 28, 20 and 12 and meet at four tables, which give 28 points; the best two go on.

    Team 3 gets 16 at most: 36. Then 12 points are left; teams 1 and 2 need 6 and 8 for 36, together 14: one at most
    reaches team 3, which is sure with 16 only. With 8 it has 28, and team 1 stays above; team 2 too, unless it gets
    nothing, which leaves 20 for teams 1 and 4: possible. With 7 it has 27, and 1 and 2 are above for certain. Team 4
    gets 28 at most with 16; teams 1 and 2 have as much already, so competition points may decide: possible, not sure.
    """
    found = team_needs(four(30, 28, 20, 12), [(1, 2, 3, 4)] * 4, 2)
    assert (found[3].sure_from, found[3].possible_from) == (16 * POINT, 8 * POINT)
    assert (found[4].verdict, found[4].sure_from, found[4].possible_from) == ("possible", None, 16 * POINT)
    assert found[1].possible_from == found[2].possible_from == 0
    assert found[1].most == 16 * POINT


def test_the_final_is_out_of_reach_for_the_last_and_sure_for_a_leader() -> None:
    found = team_needs(four(40, 20, 10, 0), [(1, 2, 3, 4)] * 4, 1)
    assert [found[number].verdict for number in (1, 2, 3, 4)] == ["sure", "impossible", "impossible", "impossible"]
    assert found[4] == TeamNeed("impossible", None, None, 16 * POINT)


def test_two_teams_with_two_players_at_each_table() -> None:
    """The tables give 14 points. With equal points before, more than 7 is more than the other has."""
    found = team_needs(four(10, 10), [(1, 2, 1, 2), (2, 1, 2, 1)], 1)
    assert [(need.sure_from, need.possible_from) for need in found.values()] == [(86, 84), (86, 84)]


def test_pools_are_decided_by_themselves() -> None:
    teams = [TeamContender(number, POINT * had, pool) for number, had, pool in ((1, 9, "A"), (2, 0, "A"), (3, 9, "B"))]
    found = team_needs(teams, [(1, 2, 0, 0), (3, 0, 0, 0)], 1)
    assert [found[number].verdict for number in (1, 2, 3)] == ["sure", "impossible", "sure"]


def test_a_team_without_a_seat_waits_for_the_others() -> None:
    found = team_needs(four(5, 4, 4), [(2, 3, 0, 0)], 1)
    assert (found[1].verdict, found[1].most) == ("possible", 0)
    assert (found[2].sure_from, found[2].possible_from) == (48, 12)


SEATINGS: list[list[Seats]] = [
    [(1, 2, 3, 4), (1, 2, 3, 4)],
    [(1, 1, 2, 2), (3, 4, 3, 4)],
    [(1, 2, 1, 2), (1, 2, 1, 2)],
    [(1, 2, 3, 0), (4, 1, 0, 2)],
    [(1, 2, 3), (1, 2, 3, 4)],
]


@settings(max_examples=30, deadline=None)
@given(
    points=st.lists(st.integers(0, 9), min_size=4, max_size=4),
    seating=st.sampled_from(SEATINGS),
    places=st.integers(1, 3),
)
def test_a_verdict_holds_in_every_result(points: list[int], seating: list[Seats], places: int) -> None:
    teams = four(*points)
    found = team_needs(teams, seating, places)
    for results in product(*(results_of(len(table)) for table in seating)):
        got = dict.fromkeys(range(5), 0)
        for table, row in zip(seating, results, strict=True):
            for team, gained in zip(table, row, strict=True):
                got[team] += gained
        total = {team.number: team.points + got[team.number] for team in teams}
        for team in teams:
            need, mine = found[team.number], total[team.number]
            level = sum(other >= mine for number, other in total.items() if number != team.number)
            above = sum(other > mine for number, other in total.items() if number != team.number)
            assert got[team.number] <= need.most
            if need.sure_from is not None and got[team.number] >= need.sure_from:
                assert level < places
            if need.possible_from is None or got[team.number] < need.possible_from:
                assert above >= places


@pytest.mark.parametrize("places", [1, 2, 3])
def test_the_bounds_are_exact_where_one_table_decides(places: int) -> None:
    """Four teams with one player each at one table: the figures are those of the 75 results."""
    teams = four(3, 2, 2, 0)
    found = team_needs(teams, [(1, 2, 3, 4)], places)
    for at, team in enumerate(teams):
        fine: dict[int, bool] = {}
        for row in results_of(4):
            mine = team.points + row[at]
            level = sum(
                other.points + gained >= mine for other, gained in zip(teams, row, strict=True) if other is not team
            )
            fine[row[at]] = fine.get(row[at], True) and level < places
        need = found[team.number]
        assert need.sure_from is None or all(fine[got] for got in fine if got >= need.sure_from)
