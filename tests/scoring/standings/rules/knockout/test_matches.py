"""The seats of matches, who goes on, and the ranks of a knock-out."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings.rules.knockout.bracket import bracket
from scoring.standings.rules.knockout.results import PlayedMatch, Score, played_matches, ranks_of
from scoring.standings.rules.knockout.rule import KnockOutRule, MatchTie
from scoring.standings.rules.knockout.seats import match_tables
from tests.scoring.standings.rules.knockout.test_bracket import FORMATS, PAIRS

TEAMS = [[10 * team + at for at in range(4)] for team in range(1, 5)]


def meetings(tables: list[list[int | None]]) -> Counter[tuple[int, int]]:
    return Counter(
        pair for four in tables for pair in combinations(sorted(number for number in four if number is not None), 2)
    )


def test_four_teams_meet_each_player_of_the_others_once_in_four_sessions() -> None:
    sessions = [match_tables(KnockOutRule(), TEAMS, session) for session in range(4)]
    for tables in sessions:
        assert all({number // 10 for number in four if number} == {1, 2, 3, 4} for four in tables)
        for wind in range(4):
            assert {four[wind] // 10 for four in tables if four[wind]} == {1, 2, 3, 4}
    met = sum((meetings(tables) for tables in sessions), Counter[tuple[int, int]]())
    assert len(met) == 96
    assert set(met.values()) == {1}


@pytest.mark.parametrize("size", [1, 3, 5])
def test_one_player_of_each_of_four_teams_at_each_table(size: int) -> None:
    teams = [[10 * team + at for at in range(size)] for team in range(1, 5)]
    for session in range(3):
        tables = match_tables(KnockOutRule(players=size), teams, session)
        assert sorted(number for four in tables for number in four if number) == sorted(sum(teams, []))
        assert all({number // 10 for number in four if number} == {1, 2, 3, 4} for four in tables)


def test_two_teams_sit_in_pairs_that_change() -> None:
    sessions = [match_tables(PAIRS, TEAMS[:2], session) for session in range(3)]
    for tables in sessions:
        assert all([number // 10 for number in four if number] in ([1, 2, 1, 2], [2, 1, 2, 1]) for four in tables)
        assert sorted(number for four in tables for number in four if number) == sorted(sum(TEAMS[:2], []))
    partners = [pair for tables in sessions for four in tables for pair in (four[::2], four[1::2])]
    assert len({tuple(sorted(pair)) for pair in partners if None not in pair}) == 12  # type: ignore[type-var]


def scored(points: dict[tuple[int, int], Score], rule: KnockOutRule, rounds: int, count: int = 4) -> list[PlayedMatch]:
    seeds = list(range(1, count + 1))
    matches = bracket(count, rule)
    return played_matches(matches, seeds, rule, lambda team, round_: points.get((team, round_)), rounds, "seed")


def test_table_points_decide_then_competition_points() -> None:
    final = scored({(1, 1): Score(10, 5), (2, 1): Score(12, -5), (3, 1): Score(10, 6), (4, 1): Score(0, 9)},
                   KnockOutRule(), 1)[0]  # fmt: skip
    assert final.order == (2, 3, 1, 4)
    assert (final.place(2), final.place(4), final.place(None)) == (1, 4, 0)
    assert final.tied == frozenset()


@pytest.mark.parametrize(("tie", "order"), [("member", (2, 1)), ("seed", (1, 2))])
def test_the_format_decides_a_full_tie(tie: MatchTie, order: tuple[int, ...]) -> None:
    points = {(1, 1): Score(10, 0, (5, 0)), (2, 1): Score(10, 0, (7, 0))}
    final = scored(points, KnockOutRule(2, 1, tie=tie), 1, 2)[0]
    assert (final.order, final.tied) == (order, {1, 2})


def test_a_lot_depends_on_the_points() -> None:
    orders = {
        scored({(1, 1): Score(points), (2, 1): Score(points)}, KnockOutRule(2, 1, tie="lot"), 1, 2)[0].order
        for points in range(20)
    }
    assert orders == {(1, 2), (2, 1)}


def test_equal_members_leave_the_better_position_in_front() -> None:
    same = Score(10, 0, (5, 0))
    assert scored({(1, 1): same, (2, 1): same}, KnockOutRule(2, 1), 1, 2)[0].order == (1, 2)


def test_a_match_without_results_is_not_decided() -> None:
    semis = scored({(1, 1): Score(9), (4, 1): Score(1)}, PAIRS, 1)
    assert [one.order for one in semis] == [(1, 4), (), ()]
    assert semis[2].teams == (1, None)
    assert ranks_of(semis, [1, 2, 3, 4]) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_who_goes_on_waits_above_those_who_still_play_their_match() -> None:
    """Twelve teams: four with a bye; match 1 is decided, the teams of match 2 have no result."""
    points = {(team, 1): Score(team) for team in (5, 8, 9, 12)}
    ranked = ranks_of(scored(points, KnockOutRule(), 1, 12), list(range(1, 13)))
    assert [team for team, _rank in ranked] == [1, 2, 3, 4, 9, 12, 6, 7, 10, 11, 8, 5]
    assert [rank for _team, rank in ranked] == list(range(1, 13))


def test_third_place_by_a_match_of_the_losers() -> None:
    rule = KnockOutRule(2, 1, third=True)
    points = {(team, round_): Score(team) for team in range(1, 5) for round_ in (1, 2)}
    semis = scored(points, rule, 1)
    assert [one.teams for one in semis] == [(1, 4), (2, 3), (1, 2), (4, 3)]
    assert ranks_of(semis, [1, 2, 3, 4]) == [(3, 1), (4, 2), (1, 3), (2, 4)]
    assert ranks_of(scored(points, rule, 2), [1, 2, 3, 4]) == [(4, 1), (3, 2), (2, 3), (1, 4)]


def test_losers_of_a_round_with_equal_points_share_a_rank() -> None:
    points = {(1, 1): Score(5), (2, 1): Score(5), (3, 1): Score(2), (4, 1): Score(2), (1, 2): Score(1), (2, 2): Score()}
    assert ranks_of(scored(points, PAIRS, 2), [1, 2, 3, 4]) == [(1, 1), (2, 2), (3, 3), (4, 3)]


def test_a_missing_score_counts_nothing() -> None:
    rule = KnockOutRule(2, 1)
    played = scored({(1, 1): Score(5), (2, 1): Score(5)}, rule, 1)
    assert [one.order for one in played[:2]] == [(1, 4), (2, 3)]
    assert ranks_of(played, [1, 2, 3, 4])[2:] == [(3, 3), (4, 3)]


@given(FORMATS, st.integers(0, 6), st.randoms(use_true_random=False))
def test_ranks_hold_every_team_once_and_the_final_decides_the_first(pair, rounds, random) -> None:  # type: ignore[no-untyped-def]
    count, rule = pair
    points = {(team, at): Score(random.randrange(4)) for team in range(1, count + 1) for at in range(1, 8)}
    played = scored(points, rule, rounds, count)
    ranked = ranks_of(played, list(range(1, count + 1)))
    assert sorted(team for team, _rank in ranked) == list(range(1, count + 1))
    assert [rank for _team, rank in ranked] == sorted(rank for _team, rank in ranked)
    final = played[-1]
    if final.order:
        assert [team for team, _rank in ranked[: rule.teams]] == list(final.order)
    out = {team for one in played if one.order and not one.match.third for team in one.order[rule.go_on :]}
    alive = [team for team in range(1, count + 1) if team not in out]
    assert {team for team, _rank in ranked[: len(alive)]} == set(alive)
