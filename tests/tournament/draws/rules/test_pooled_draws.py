"""Draws in pools from the first session on: who is in which pool, the lots, and the checks of the record."""

from collections import Counter
from copy import deepcopy
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.draws.rules.draw_lists import everybody_sits, record_of
from tournament.draws.rules import Chart, DrawError, Entrant, draw, figures, how_made, is_rule, swapped, with_late
from tournament.draws.rules.changes.hand_changes import as_lists
from tournament.draws.rules.how import PoolRule, pool_rule
from tournament.draws.rules.lots.lots import drawn_lots
from tournament.draws.rules.lots.pooled import rule_for
from tournament.draws.rules.pools import PoolUnit, country_bound, dealt_pools
from tournament.draws.rules.records import ListLine, record_faults
from tournament.draws.rules.verify_draw import exchanged, faults


def people(count: int, countries: str = "ABC", *, team: int = 4) -> list[Entrant]:
    return [
        Entrant(number, f"T{(number - 1) // team}", countries[number % len(countries)])
        for number in range(1, count + 1)
    ]


def pools_in(chart: Chart, rule: str) -> list[list[int]]:
    """Return the members of each pool; fail if a pool is not the same in every session."""
    named = pool_rule(rule)
    assert named is not None
    found = []
    for session in chart:
        pools: list[list[int]] = [[] for _pool in named.tables]
        for table, four in enumerate(session, start=1):
            pools[named.pool_of(table)] += four
        found.append([sorted(pool) for pool in pools])
    assert all(pools == found[0] for pools in found)
    return found[0]


def compatriots(pools: list[list[int]], listed: list[Entrant]) -> int:
    country = {entrant.number: entrant.country for entrant in listed}
    counts = Counter((at, country.get(number)) for at, pool in enumerate(pools) for number in pool)
    return sum(comb(count, 2) for (_pool, name), count in counts.items() if name)


def test_a_plain_snake_is_exact_whatever_the_countries() -> None:
    drawn = draw(people(32, "A"), 3, "seed", rule="pools-plain-2-2-2-2")
    assert pools_in(drawn.chart, "pools-plain-2-2-2-2") == [
        [1, 8, 9, 16, 17, 24, 25, 32],
        [2, 7, 10, 15, 18, 23, 26, 31],
        [3, 6, 11, 14, 19, 22, 27, 30],
        [4, 5, 12, 13, 20, 21, 28, 29],
    ]


def test_a_snake_parts_compatriots_of_a_row() -> None:
    """The pools are those that a later stage would deal; the plain snake has four pairs of one country."""
    countries = ["FR", "CN", "JP", "DE", "DE", "IT", "IT", "FR"]
    listed = [Entrant(number, "", countries[(number - 1) % 8]) for number in range(1, 17)]
    pools = pools_in(draw(listed, 1, "seed", rule="pools-snake-1-1-1-1").chart, "pools-snake-1-1-1-1")
    units = [PoolUnit(one.number, one.country) for one in listed]
    assert [tuple(pool) for pool in pools] == list(dealt_pools(units, [4, 4, 4, 4], "snake").pools)
    plain = pools_in(draw(listed, 1, "seed", rule="pools-plain-1-1-1-1").chart, "pools-plain-1-1-1-1")
    assert compatriots(plain, listed) > compatriots(pools, listed) == country_bound(units, 4)
    assert all(len({(number - 1) // 4 for number in pool}) == 4 for pool in pools)


def test_the_seed_changes_who_is_in_which_pool_by_lot_only() -> None:
    listed = people(32, "ABCDEFGH")
    by_lot = {str(pools_in(draw(listed, 2, seed, rule="pools-lot-4-4").chart, "pools-lot-4-4")) for seed in "abcdef"}
    by_snake = {
        str(pools_in(draw(listed, 2, seed, rule="pools-snake-4-4").chart, "pools-snake-4-4")) for seed in "abcdef"
    }
    assert (len(by_lot), len(by_snake)) == (6, 1)


@pytest.mark.parametrize("rule", ["teams-lot-4-4-4", "teams-snake-4-4-4", "teams-plain-4-4-4"])
def test_whole_teams_are_in_one_pool_and_never_meet(rule: str) -> None:
    drawn = draw(people(48), 4, "seed", rule=rule)
    pools = pools_in(drawn.chart, rule)
    assert all(len({(number - 1) // 4 for number in pool}) == 4 for pool in pools)
    assert (drawn.quality.team_meetings, drawn.quality.repeat_pairs, drawn.quality.seat_spread) == (0, 0, 0)


@settings(max_examples=25, deadline=None)
@given(
    countries=st.lists(st.sampled_from(["", "A", "B", "C"]), min_size=8, max_size=33),
    seed=st.text(max_size=3),
    kind=st.sampled_from(["pools-lot", "pools-snake", "pools-plain"]),
)
def test_pools_never_mix_and_both_programs_repeat_the_draw(countries: list[str], seed: str, kind: str) -> None:
    lines = [ListLine(at, f"P{at}", f"t{at // 4}", name, "") for at, name in enumerate(countries, start=1)]
    tables = -(-len(countries) // 4)
    rule = f"{kind}-{tables - tables // 2}-{tables // 2}"
    record = record_of(lines, 2, rule=rule, secret=seed)
    assert everybody_sits(record["chart"], len(countries))
    pools = pools_in(record["chart"], rule)
    assert faults(record) == []
    assert record_faults(record) == []
    if kind == "pools-lot" and tables % 2 == 0:
        listed = [Entrant(line.number, "", line.country) for line in lines]
        assert compatriots(pools, listed) == country_bound([PoolUnit(one.number, one.country) for one in listed], 2)


@pytest.mark.parametrize("rule", ["pools-lot-2-2-2", "teams-lot-2-2-2", "pools-snake-2-2-2", "pools-plain-2-2-2"])
def test_two_exchanged_players_of_different_pools_are_found(rule: str) -> None:
    lines = [ListLine(at, f"P{at}", f"t{(at - 1) // 4}", "ABC"[at % 3], "") for at in range(1, 25)]
    record = record_of(lines, 2, rule=rule, candidate=1)
    assert faults(record) == record_faults(record) == []
    other = deepcopy(record)
    for session in other["chart"]:
        session[0][0], session[5][3] = session[5][3], session[0][0]
    assert "chart" in faults(other)
    assert "chart" in record_faults(other)


def test_a_rule_is_a_text_and_back() -> None:
    assert str(PoolRule("lot", (6, 6, 4))) == "pools-lot-6-6-4"
    assert pool_rule("teams-snake-4-4") == PoolRule("snake", (4, 4), teams=True)
    assert [is_rule(text) for text in ("apart", "pools-lot-6", "pools-lot-0-4", "pools-plain-4-4")] == [
        True, False, False, True,
    ]  # fmt: skip
    assert how_made(draw(people(16), 1, "s", rule="pools-lot-2-2", variant=1).method) == {
        "rule": "pools-lot-2-2", "variant": 1,
    }  # fmt: skip
    assert [PoolRule("lot", (2, 1, 3)).pool_of(table) for table in range(1, 7)] == [0, 0, 1, 2, 2, 2]


@pytest.mark.parametrize(
    ("count", "pools", "teams", "rule"),
    [
        (64, 4, False, "pools-lot-4-4-4-4"),
        (38, 4, False, "pools-lot-3-3-2-2"),
        (64, 3, True, "teams-lot-6-5-5"),
    ],
)
def test_the_pools_of_a_list_differ_by_one(count: int, pools: int, teams: bool, rule: str) -> None:
    assert str(rule_for(people(count), pools, "lot", teams=teams)) == rule


@pytest.mark.parametrize(
    ("listed", "rule", "code"),
    [
        (people(16), "pools-lot-2-3", "pools"),
        (people(18), "teams-lot-3-2", "pool_teams"),
        ([Entrant(number) for number in range(1, 17)], "teams-lot-2-2", "pool_teams"),
        (people(24, team=6), "teams-lot-3-3", ""),
        (people(24, team=6), "teams-lot-4-2", "pool_teams"),
    ],
)
def test_a_list_that_does_not_fit_the_pools_is_refused(listed: list[Entrant], rule: str, code: str) -> None:
    if not code:
        assert len(pools_in(draw(listed, 1, "s", rule=rule).chart, rule)[0]) == 12
        return
    with pytest.raises(DrawError) as error:
        draw(listed, 1, "s", rule=rule)
    assert error.value.code == code


def test_pools_without_a_table_or_with_teams_that_fill_none_have_no_rule() -> None:
    for listed, pools, teams, code in (
        (people(8), 3, False, "pools_few"),
        (people(8), 3, True, "pools_few"),
        (people(12, team=2), 4, True, "pool_teams"),
    ):
        with pytest.raises(DrawError) as error:
            rule_for(listed, pools, "lot", teams=teams)
        assert error.value.code == code


def test_a_fixed_table_brings_its_player_into_the_pool_by_lot_only() -> None:
    listed = [Entrant(number, "", "AB"[number % 2], table=4 if number == 1 else None) for number in range(1, 17)]
    for seed in "abc":
        chart = draw(listed, 3, seed, rule="pools-lot-2-2").chart
        assert all(1 in session[3] for session in chart)
        pools_in(chart, "pools-lot-2-2")
    with pytest.raises(DrawError) as error:
        draw(listed, 3, "a", rule="pools-snake-2-2")
    assert error.value.code == "table_pool"


def test_pairs_apart_of_one_pool_do_not_meet() -> None:
    listed = [Entrant(number, apart=frozenset({9}) if number == 1 else frozenset()) for number in range(1, 33)]
    drawn = draw(listed, 2, "seed", rule="pools-plain-4-4")
    assert not any({1, 9} <= set(four) for session in drawn.chart for four in session)
    assert next(figure for figure in figures(drawn, listed) if figure.name == "apart").value == 0


def test_the_bounds_of_small_pools_are_those_of_their_tables() -> None:
    listed = people(32, "ABCDEFGH", team=1)
    named = {figure.name: figure for figure in figures(draw(listed, 3, "s", rule="pools-lot-2-2-2-2"), listed)}
    assert (named["repeats"].value, named["repeats"].bound, named["repeats"].because.code) == (32, 32, "pools")
    assert (named["tables"].bound, named["tables"].because.code) == (32, "pool_tables")
    assert (named["tables"].value or 0) >= 32


def test_changes_by_hand_keep_the_pools() -> None:
    listed = people(15)
    drawn = draw(listed, 2, "seed", rule="pools-lot-2-2")
    pools = pools_in(drawn.chart, "pools-lot-2-2")
    with pytest.raises(DrawError) as error:
        swapped(drawn, listed, 1, pools[0][0], pools[1][0])
    assert error.value.code == "pools_mixed"
    pools_in(swapped(drawn, listed, 1, pools[0][0], pools[0][5]).chart, "pools-lot-2-2")
    full, everybody = with_late(drawn, listed, Entrant(16, "new", "A"))
    assert pools_in(full.chart, "pools-lot-2-2") == pools
    with pytest.raises(DrawError) as error:
        with_late(full, everybody, Entrant(17))
    assert error.value.code == "pools_full"


def test_an_exchange_that_parts_compatriots_is_made_although_team_mates_meet() -> None:
    """From a start by hand in which a pool is of one country; both programs make the same exchanges."""
    listed = [Entrant(number, "ab"[number % 2], "A" if number > 8 else "BCDE"[number % 4]) for number in range(1, 17)]
    rule, chart = (
        "pools-lot-2-2",
        tuple(
            (tuple(range(at, at + 4)) for at in range(1, 17, 4)),
        ),
    )
    start_chart: Chart = (tuple(chart),)  # type: ignore[assignment]
    drawn = drawn_lots(start_chart, listed, "seed", rule=rule)
    before, after = (compatriots(pools_in(one, rule), listed) for one in (start_chart, drawn))
    assert (before, after) == (32, 14)
    rows = [f"{one.number},,{one.team},{one.country},,," for one in listed]
    text = "\n".join(["number,name,team,country,region,apart,table", *rows, ""])
    record = {"start": as_lists(start_chart), "terms": '{"players": 16}', "list": text, "rule": rule}
    assert exchanged(record | {"seed": "seed", "candidate": 0}) == as_lists(drawn)


@pytest.mark.parametrize("variant", [0, 1, 2])
def test_players_with_fixed_tables_exchange_their_pools_with_others(variant: int) -> None:
    own = {1: 8, 2: 7, 3: 2, 4: 1}
    listed = [Entrant(number, "", "AB"[number % 2], table=own.get(number)) for number in range(1, 33)]
    chart = draw(listed, 3, "seed", rule="pools-lot-4-4", variant=variant).chart
    assert all(number in session[table - 1] for session in chart for number, table in own.items())
    pools_in(chart, "pools-lot-4-4")


def test_a_table_fixed_in_a_pool_of_fixed_tables_only_is_refused() -> None:
    tables = {1: 1, 2: 2, 3: 3, 4: 4, 5: 4, 6: 4, 7: 4}
    listed = [Entrant(number, table=tables.get(number)) for number in range(1, 9)]
    with pytest.raises(DrawError):
        draw(listed, 1, "s", rule="pools-lot-1-1")
