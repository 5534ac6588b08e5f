"""Fixed charts: the goals without any list (draws.md, the table of goals)."""

from itertools import combinations

import numpy as np
import pytest

from tests.tournament.draws.rules.draw_lists import everybody_sits, meetings, table_twice, wind_twice_in_a_block
from tournament.draws.rules import Draw, plain_chart
from tournament.draws.rules.bounds import keeping_apart_bound, repeat_bound
from tournament.draws.rules.charts.beyond import covering_session, extended, fewest_repeats
from tournament.draws.rules.charts.exchanges import exchanged
from tournament.draws.rules.charts.fields import ORDERS, addition, multiplication
from tournament.draws.rules.charts.fixed import first_chart
from tournament.draws.rules.charts.starters import starter_chart
from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.quality import meetings as met_in
from tournament.draws.rules.quality import repeats as repeats_in
from tournament.draws.rules.types import Positions

# The largest known numbers of sessions without repeats (draws.md).
TIGHT = {16: 5, 20: 5, 24: 7, 28: 9, 32: 10, 36: 11, 40: 13, 44: 14, 48: 15, 52: 17, 56: 18, 60: 19, 64: 21, 76: 25}
QUICK = [*TIGHT.items(), (68, 16), (72, 16), (80, 16), (84, 16), (88, 16), (104, 16), (136, 16), (400, 12), (1000, 16)]


def right(drawn: Draw) -> bool:
    """Return whether everyone sits once in each session and starts once on each wind in every four."""
    return everybody_sits(drawn.chart, drawn.players) and not wind_twice_in_a_block(drawn.chart)


@pytest.mark.parametrize(("players", "sessions"), QUICK)
def test_no_pair_meets_twice_up_to_the_known_limit(players: int, sessions: int) -> None:
    drawn = plain_chart(players, sessions, "")
    assert right(drawn)
    assert set(meetings(drawn.chart).values()) == {1}
    assert drawn.quality.repeat_pairs == drawn.quality.repeat_pairs_bound == 0


@pytest.mark.parametrize("sessions", range(1, 10))
@pytest.mark.parametrize("players", [16, 20, 24, 28, 40, 56, 92])
def test_fewer_sessions_have_no_repeats_either(players: int, sessions: int) -> None:
    drawn = plain_chart(players, sessions, "")
    assert right(drawn)
    if sessions <= TIGHT.get(players, 16):
        assert set(meetings(drawn.chart).values()) == {1}


@pytest.mark.parametrize(("players", "sessions"), [(20, 5), (40, 8), (48, 8), (56, 10), (60, 11), (96, 16), (200, 16)])
def test_no_player_visits_a_table_twice(players: int, sessions: int) -> None:
    drawn = plain_chart(players, sessions, "")
    assert table_twice(drawn.chart) == []
    assert drawn.quality.table_repeats == 0


@pytest.mark.parametrize(
    ("players", "sessions", "repeats"),
    [(16, 6, 24), (16, 8, 72), (16, 10, 120), (28, 10, 42), (4, 3, 12), (40, 14, 60)],
)
def test_charts_beyond_the_limit_have_the_fewest_repeats(players: int, sessions: int, repeats: int) -> None:
    drawn = plain_chart(players, sessions, "")
    assert right(drawn)
    assert sum(times - 1 for times in meetings(drawn.chart).values()) == repeats
    assert drawn.quality.repeat_pairs == drawn.quality.repeat_pairs_bound == repeats


@pytest.mark.parametrize(("players", "sessions"), [(8, 4), (12, 5), (20, 6), (24, 8)])
def test_search_beyond_the_constructions_respects_the_bound(players: int, sessions: int) -> None:
    drawn = plain_chart(players, sessions, "")
    assert right(drawn)
    bound = drawn.quality.repeat_pairs_bound
    assert bound is not None
    assert 0 < bound <= drawn.quality.repeat_pairs <= 5 * bound + 20


def starter(players: int, sessions: int) -> Positions:
    """Return a chart without repeats from a stored starter."""
    chart = starter_chart(players // 4, sessions)
    assert chart is not None
    return chart.positions


def tables_of(session: Positions) -> set[frozenset[int]]:
    return {frozenset(four) for four in session.tolist()}


def test_session_for_missing_meetings_completes_a_chart_without_repeats() -> None:
    whole = starter(16, 5)
    added = covering_session(whole[:4], Numbers("x"))
    assert added.shape == (1, 4, 4)
    assert tables_of(added[0]) == tables_of(whole[4])


@pytest.mark.parametrize(
    ("players", "sessions", "first_meetings"),
    [
        (56, 18, 28),  # The 28 pairs that have not met, two to each of the 14 tables.
        (60, 19, 45),  # Of 20 triangles that have not met, 15 have a table; five give each table its fourth player.
    ],
)
def test_session_after_a_full_chart_has_the_most_first_meetings(
    players: int, sessions: int, first_meetings: int
) -> None:
    full = starter(players, sessions)
    chart = extended(full, sessions + 1, Numbers("x"))
    assert (chart[:sessions] == full).all()
    assert sorted(chart[sessions].ravel().tolist()) == list(range(players))
    assert 6 * players // 4 - repeats_in(met_in(chart)) == first_meetings


def test_exchanges_reduce_the_repeats_of_a_chart_beyond_the_limit() -> None:
    chart = first_chart(17, 17).positions
    longer = extended(chart, 18, Numbers("beyond", "17", "18"))
    fewer = fewest_repeats(longer, Numbers("x"), steps=5)
    assert (repeats_in(met_in(longer)), repeats_in(met_in(fewer))) == (10, 8)
    assert [sorted(session.ravel().tolist()) for session in fewer] == [list(range(68))] * 18


def test_exchanges_with_more_repeats_are_not_taken() -> None:
    # Fewer third meetings at the price of one more repeat: 22 instead of 21.
    chart = np.array(
        [
            [[3, 7, 6, 4], [0, 5, 2, 1]],
            [[4, 7, 6, 0], [1, 3, 2, 5]],
            [[2, 7, 5, 4], [6, 0, 3, 1]],
            [[5, 4, 1, 7], [6, 3, 2, 0]],
        ]
    )
    free = np.zeros((8, 8), dtype=np.int64)
    improved, _cost = exchanged(chart, free, 1, Numbers("109"), bound=repeat_bound(2, 4), steps=1)
    assert (repeats_in(met_in(chart)), repeats_in(met_in(improved))) == (21, 22)
    assert fewest_repeats(chart, Numbers("109"), steps=1).tolist() == chart.tolist()


def test_player_with_a_unique_label_keeps_the_seat() -> None:
    chart = np.array([[[0, 1, 2, 3], [4, 5, 6, 7]]])
    price = np.zeros((8, 8), dtype=np.int64)
    price[4, 5] = price[5, 4] = 7
    everybody_stays, one_stays = np.arange(8), np.array([-1, -1, -1, -1, 4, -1, -1, -1])
    same, cost = exchanged(chart, price, 1, Numbers("x"), bound=0, steps=20, within=everybody_stays)
    assert (same.tolist(), cost) == (chart.tolist(), 7)
    parted, cost = exchanged(chart, price, 1, Numbers("x"), bound=0, steps=20, within=one_stays)
    assert (parted[0, 1, 0], 5 in parted[0, 0], cost) == (4, True, 0)


@pytest.mark.parametrize("players", [5, 17, 18, 19, 61, 134])
def test_fillers_have_numbers_above_the_players_and_never_meet(players: int) -> None:
    drawn = plain_chart(players, 4 if players > 8 else 1, "")
    assert right(drawn)
    assert drawn.fillers == -players % 4
    fillers = range(players + 1, players + drawn.fillers + 1)
    met = meetings(drawn.chart)
    assert players == 5 or not any(met[first, other] for first in fillers for other in fillers)


def test_chart_in_lot_numbers_is_independent_of_the_seed() -> None:
    assert plain_chart(64, 8, "one").chart == plain_chart(64, 8, "other").chart


@pytest.mark.parametrize("order", sorted(ORDERS))
def test_tables_of_addition_and_multiplication_form_a_field(order: int) -> None:
    add, times = addition(order), multiplication(order)
    everything = list(range(order))
    assert (np.sort(add, axis=1) == everything).all()
    assert (np.sort(times[1:, 1:], axis=1) == everything[1:]).all()
    for factor in everything:
        assert (times[factor][add] == add[np.ix_(times[factor], times[factor])]).all()


@pytest.mark.parametrize(
    ("tables", "sessions", "bound"), [(4, 5, 0), (4, 6, 24), (5, 6, 1), (5, 7, 20), (6, 9, 48), (2, 2, 4), (1, 3, 12)]
)
def test_bound_on_repeats(tables: int, sessions: int, bound: int) -> None:
    assert repeat_bound(tables, sessions) == bound


def test_bound_on_countries() -> None:
    # A country of 18 on 16 tables: two tables with two of it, each session.
    assert keeping_apart_bound(16, 8, [18], 0) == 16
    # 16 players, teams of four, five sessions: all pairs meet.
    assert keeping_apart_bound(4, 5, [4, 4, 4, 4], 0) == 24
    assert keeping_apart_bound(34, 10, [24, 20, 20], 0) == 0


# The least number of common opponents of two players who never meet, in the published charts (docs/benchmarks.md); the
# constructions alone have fewer.
COMMON = {
    (24, 3): 3, (24, 4): 5, (24, 5): 10, (32, 9): 25, (40, 9): 19, (52, 12): 25, (52, 15): 43, (64, 7): 6,
    (128, 14): 10, (128, 15): 14,
}  # fmt: skip


@pytest.mark.parametrize(("players", "sessions"), COMMON)
def test_charts_chosen_for_their_common_opponents(players: int, sessions: int) -> None:
    drawn = plain_chart(players, sessions, "")
    assert right(drawn)
    met = meetings(drawn.chart)
    assert set(met.values()) == {1}
    opponents: dict[int, set[int]] = {number: set() for number in range(1, players + 1)}
    for first, second in met:
        opponents[first].add(second)
        opponents[second].add(first)
    strangers = [(first, other) for first, other in combinations(opponents, 2) if (first, other) not in met]
    common = min(len(opponents[first] & opponents[other]) for first, other in strangers)
    assert common == drawn.quality.common_opponents_min >= COMMON[players, sessions]
