"""The cross-over from pools: tables and brackets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings.rules.formats.crossing import (
    PoolPlace,
    as_ranks,
    crossed,
    crossed_bracket,
    pool_places,
    same_pool,
)
from scoring.standings.rules.knockout.bracket import bracket
from scoring.standings.rules.knockout.rule import KnockOutRule

TWO = KnockOutRule(2, 1)


def texts(tables: list[list[PoolPlace]]) -> list[str]:
    return ["-".join(map(str, table)) for table in tables]


def matches_of(pools: int, count: int, rule: KnockOutRule) -> list[str]:
    matches = bracket(pools * count, rule)
    order = crossed_bracket(pool_places(pools, count), matches)
    named = [[str(order[source.seed - 1]) for source in match.sources if source.seed] for match in matches]
    return ["-".join(names) for names in named if names]


def test_who_goes_on_is_listed_winners_first() -> None:
    assert texts([pool_places(3, 2)]) == ["A1-B1-C1-A2-B2-C2"]


@pytest.mark.parametrize(
    ("pools", "count", "size", "tables"),
    [
        (4, 2, 4, ["A1-C1-B2-D2", "B1-D1-A2-C2"]),
        (4, 1, 4, ["A1-B1-C1-D1"]),
        (2, 4, 4, ["A1-B2-A3-B4", "B1-A2-B3-A4"]),
        (4, 4, 4, ["A1-B2-C3-D4", "D1-A2-B3-C4", "C1-D2-A3-B4", "B1-C2-D3-A4"]),
        (2, 2, 2, ["A1-B2", "B1-A2"]),
    ],
)
def test_tables_after_pools(pools: int, count: int, size: int, tables: list[str]) -> None:
    assert texts(crossed(pool_places(pools, count), size)) == tables


def test_matches_of_two_teams_after_four_pools() -> None:
    assert matches_of(4, 2, TWO) == ["A1-B2", "C1-D2", "B1-A2", "D1-C2"]
    # The winners of the first and the fourth match meet next, so A1 and A2 can meet in the final only.
    assert as_ranks(crossed_bracket(pool_places(4, 2), bracket(8, TWO)), pool_places(4, 2)) == (1, 3, 2, 4, 7, 5, 8, 6)


def test_matches_of_four_teams_mix_winners_and_seconds() -> None:
    assert matches_of(4, 2, KnockOutRule()) == ["A1-C1-B2-D2", "B1-D1-A2-C2"]


def test_the_best_have_byes_and_the_others_are_crossed() -> None:
    assert matches_of(3, 2, TWO) == ["C1-A2", "C2-B2", "A1", "B1"]


@given(st.integers(2, 12), st.integers(1, 4), st.sampled_from([2, 4]))
def test_no_two_of_one_pool_meet_where_pools_are_enough(pools: int, count: int, size: int) -> None:
    places = pool_places(pools, count)
    if len(places) % size:
        return
    tables = crossed(places, size)
    assert sorted(one for table in tables for one in table) == sorted(places)
    if pools >= size and pools % size == 0:
        assert sum(map(same_pool, tables)) == 0
