"""Pools by snake and by lot: worked cases, properties of random fields, and the independent check."""

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.draws.rules.pools import (
    POOL_KINDS,
    PoolUnit,
    country_bound,
    dealt_pools,
    pool_sizes,
    pools_document,
    pools_result,
    rows_of,
)
from tournament.draws.rules.verify_pools import faults


def units(*countries: str) -> list[PoolUnit]:
    return [PoolUnit(number, country) for number, country in enumerate(countries, start=1)]


def document(countries: list[str], pools: int, kind: str, step: int = 1) -> dict[str, Any]:
    sizes = pool_sizes(len(countries), pools, step)
    return pools_document(units(*countries), sizes, kind, "players")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("players", "pools", "step", "sizes"),
    [(32, 4, 4, [8, 8, 8, 8]), (40, 4, 4, [12, 12, 8, 8]), (30, 4, 4, [8, 8, 8, 6]), (10, 4, 1, [3, 3, 2, 2])],
)
def test_pools_of_players_are_whole_tables(players: int, pools: int, step: int, sizes: list[int]) -> None:
    assert pool_sizes(players, pools, step) == sizes


def test_a_snake_without_countries_is_the_plain_one() -> None:
    dealt = dealt_pools(units(*[""] * 8), [2, 2, 2, 2], "snake")
    assert (dealt.pools, dealt.country_pairs, dealt.bound) == (((1, 8), (2, 7), (3, 6), (4, 5)), 0, 0)
    assert rows_of([3, 3, 2]) == [[0, 1, 2], [2, 1, 0], [0, 1]]


def test_one_pool_holds_everybody() -> None:
    assert dealt_pools(units("FR", "FR"), [2], "snake").pools == ((1, 2),)


def test_compatriots_in_a_row_of_the_snake_exchange_their_pools() -> None:
    """1 and 8 are of one country and would meet in pool A: 8 goes to the neighbour B, 7 to A."""
    dealt = dealt_pools(units("FR", "CN", "JP", "DE", "DE", "IT", "IT", "FR"), [2, 2, 2, 2], "snake")
    assert dealt.pools == ((1, 7), (2, 8), (3, 5), (4, 6))
    assert (dealt.country_pairs, dealt.bound) == (0, 0)


def test_a_country_larger_than_the_pools_is_spread_evenly() -> None:
    dealt = dealt_pools(units(*["CN"] * 6, *["JP"] * 2), [2, 2, 2, 2], "lot", "seed")
    assert (dealt.country_pairs, dealt.bound, country_bound(units(*["CN"] * 6), 4)) == (2, 2, 2)


def test_the_sizes_must_hold_everybody() -> None:
    with pytest.raises(ValueError, match="sizes"):
        dealt_pools(units("", ""), [1], "lot")


@pytest.mark.parametrize("size", [1, 3, 4, 6])
def test_a_lot_gives_every_pool_to_everybody_equally_often(size: int) -> None:
    """24 players of countries of this size in four pools: 400 lots, chi-square with three degrees of freedom."""
    field = units(*[f"C{number // size}" for number in range(24)])
    found = [dealt_pools(field, [6] * 4, "lot", f"{seed}").pools for seed in range(400)]
    for number in (1, 2, 12, 24):
        counts = [sum(number in pools[at] for pools in found) for at in range(4)]
        assert sum((count - 100) ** 2 / 100 for count in counts) < 21.1, (number, counts)  # 1 in 10,000


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["", "FR", "CN", "JP", "DE", "IT"]), min_size=8, max_size=48),
    st.integers(2, 6), st.sampled_from(POOL_KINDS), st.sampled_from([1, 4]), st.text("ab", max_size=3),
)  # fmt: skip
def test_dealt_pools_pass_the_independent_check(
    countries: list[str], pools: int, kind: str, step: int, seed: str
) -> None:
    if len(countries) < step * pools:
        return
    dealt = document(countries, pools, kind, step)
    result = pools_result(dealt, seed)
    assert faults(dealt, result) == []
    assert result["country_pairs"] >= result["bound"]
    if kind == "lot" and len(set(dealt["sizes"])) == 1:
        assert result["country_pairs"] == result["bound"]


@pytest.mark.parametrize("kind", POOL_KINDS)
def test_every_change_of_a_result_is_found(kind: str) -> None:
    dealt = document(["FR", "CN", "JP", "DE"] * 4, 4, kind)
    result = pools_result(dealt, "seed")
    for key in ("country_pairs", "bound"):
        assert faults(dealt, result | {key: 99})
    twice = deepcopy(result)
    twice["pools"][0][0] = twice["pools"][1][0]
    assert faults(dealt, twice) == ["everybody must be in one pool, and the pools must have their sizes"]
    exchanged = deepcopy(result)
    pools = exchanged["pools"]
    pools[0][0], pools[1][-1] = pools[1][-1], pools[0][0]
    assert faults(dealt, exchanged)


def test_an_exchange_that_parts_a_country_is_demanded_of_a_snake() -> None:
    dealt = document(["FR", "CN", "JP", "DE", "DE", "IT", "IT", "FR"], 4, "snake")
    result = {"pools": [[1, 8], [2, 7], [3, 6], [4, 5]], "seed": "", "country_pairs": 2, "bound": 0}
    assert "an exchange of 5 and 6 has fewer pairs of one country" in faults(dealt, result)
    wrong_row = {"pools": [[1, 2], [7, 8], [3, 6], [4, 5]], "seed": "", "country_pairs": 1, "bound": 0}
    assert "row 1 of the snake is not dealt to its pools" in faults(dealt, wrong_row)
