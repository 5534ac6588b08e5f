"""The simulator: hands as in the real event, tables by each method, figures by seed."""

import json
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from scoring.standings.rules.formats.checking import StagePlan
from scoring.standings.rules.formats.qualifying import Who
from scoring.standings.rules.simulation import hands
from scoring.standings.rules.simulation.pairing import charts, places, swiss
from scoring.standings.rules.simulation.qualifying import chosen
from scoring.standings.rules.simulation.runs import Figures, simulated
from tests.support.paths import DATA


def test_hands_are_those_of_the_real_event() -> None:
    event = json.loads((DATA / "event_open_2018.json").read_text("utf-8"))
    tables = [table for session in event["sessions"] for table in session["tables"] if "hands" in table]
    played = [hand for table in tables for hand in table["hands"]]
    points = Counter(hand["points"] for hand in played if hand["winner"])
    assert (len(tables), len(played)) == (hands.TABLES, hands.HANDS)
    assert dict(points) == hands.POINTS
    assert sum(hand["winner"] is None for hand in played) == hands.DRAWN
    assert sum(bool(hand.get("discarder")) for hand in played) == hands.DISCARDED
    assert hands.DRAWN + hands.SELF_DRAWN + hands.DISCARDED == hands.HANDS


def test_scores_sum_to_zero_and_spread_as_in_the_real_event() -> None:
    event = json.loads((DATA / "event_open_2018.json").read_text("utf-8"))
    real = [total for session in event["sessions"] for table in session["tables"] for total in table["totals"].values()]
    chance = np.random.default_rng(1)
    scores = hands.session_scores(chance.normal(0, 0.3, (4000, 4)), chance)
    assert not scores.sum(axis=1).any()
    assert scores.std() == pytest.approx(np.std(real), rel=0.1)


def test_a_stronger_player_scores_more() -> None:
    scores = hands.session_scores(np.tile([0.5, 0.0, 0.0, -0.5], (2000, 1)), np.random.default_rng(2)).mean(axis=0)
    assert scores[0] > 40
    assert scores[3] < -40


def test_table_points_share_ties() -> None:
    scores = np.array([[9, 5, 1, -15], [5, 5, 0, -10], [7, 7, 7, -21], [0, 0, 0, 0], [8, 0, 0, -8], [9, 1, -5, -5]])
    assert hands.table_points(scores).tolist() == [
        [48, 24, 12, 0], [36, 36, 12, 0], [28, 28, 28, 0], [21, 21, 21, 21], [48, 18, 18, 0], [48, 24, 6, 6],
    ]  # fmt: skip


def test_tables_by_rank_are_those_of_the_methods() -> None:
    assert places("fours", 8, 8).tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert places("snake", 8, 8).tolist() == [[0, 3, 4, 7], [1, 2, 5, 6]]
    assert places("split", 16, 8).tolist() == [[0, 2, 4, 6], [1, 3, 5, 7], [8, 10, 12, 14], [9, 11, 13, 15]]


def test_charts_inside_brackets_keep_them_and_repeat_nobody() -> None:
    chart = charts(32, 3, 16)
    assert chart.shape == (3, 8, 4)
    assert all(len({place // 16 for place in four}) == 1 for session in chart.tolist() for four in session)
    met = Counter(pair for session in chart.tolist() for four in session for pair in combinations(sorted(four), 2))
    assert set(met.values()) == {1}


def test_the_quick_swiss_draw_exchanges_neighbours_who_have_met() -> None:
    met = np.zeros((1, 8, 8), dtype=np.int8)
    met[0, :4, :4] = 1
    met[0, 4:, 4:] = 1
    tables = swiss(np.arange(8)[None, :], met, 8)[0].tolist()
    assert sorted(sorted(four) for four in tables) == [[0, 1, 4, 5], [2, 3, 6, 7]]


PLAIN = [StagePlan(1, 6)]


def test_the_same_seed_gives_the_same_figures() -> None:
    assert simulated(PLAIN, 32, 40, "a") == simulated(PLAIN, 32, 40, "a")
    assert simulated(PLAIN, 32, 40, "a") != simulated(PLAIN, 32, 40, "b")


def test_without_a_difference_of_strength_ranks_say_nothing() -> None:
    figures = simulated(PLAIN, 16, 800, "s", spread=0)
    assert figures.rank_correlation == pytest.approx(0, abs=0.03)
    assert figures.best_wins == pytest.approx(1 / 16, abs=0.03)


def test_a_format_of_every_method_is_played() -> None:
    stages = [
        StagePlan(1, 2, method="chart"), StagePlan(3, 3, method="swiss"), StagePlan(4, 4, method="fours", carry="half"),
        StagePlan(5, 5, method="snake", advance=16), StagePlan(6, 6, method="split", frozen=8, carry="none"),
        StagePlan(7, 7, method="winners", frozen=4), StagePlan(8, 8, method="lots", carry="bonus", bonus=(8, 4)),  # type: ignore[arg-type]
    ]  # fmt: skip
    heard: list[int] = []
    figures = simulated(stages, 32, 60, "s", minutes=90, progress=heard.append)
    assert (figures.runs, figures.sessions, figures.hours, heard) == (60, 8, 12.0, [60])
    assert 0.3 < figures.rank_correlation < 1
    assert figures.best_four_in_top_16 > 0.3
    assert isinstance(figures, Figures)


def test_who_plays_next_is_chosen_in_every_run() -> None:
    order = np.array([[0, 1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 3, 2, 1, 0]])
    place = np.array([[0, 1, 2, 3, 0, 1, 2, 3]] * 2)
    pool = np.array([[0, 0, 0, 0, 1, 1, 1, 1]] * 2)

    def numbers(who: Who) -> list[list[int]]:
        mask = chosen(who, order, place, 2, pool)
        return [row[kept].tolist() for row, kept in zip(order, mask, strict=True)]

    assert numbers(Who()) == order.tolist()
    assert numbers(Who("best", 2)) == [[0, 1], [7, 6]]
    assert numbers(Who("best-of-groups", 1)) == [[0, 1], [7, 6]]
    assert numbers(Who("best-of-pools", 1)) == [[0, 4], [7, 3]]
    assert numbers(Who("best-of-countries", 3, most=2)) == [[0, 1, 2], [7, 6, 5]]
    assert numbers(Who("table-winners", 1)) == [[0, 4], [4, 0]]
    assert numbers(Who("named", numbers=frozenset({3, 8}))) == [[2, 7], [7, 2]]


def test_a_chart_has_no_rematches_and_fours_have_many() -> None:
    assert simulated(PLAIN, 32, 10, "s").rematch_pairs == 0
    assert simulated([StagePlan(1, 6, method="fours")], 32, 10, "s").rematch_pairs > 20


def test_more_sessions_find_the_best_more_often() -> None:
    short, long = (simulated([StagePlan(1, sessions)], 48, 300, "s") for sessions in (3, 12))
    assert long.best_wins > short.best_wins
    assert long.rank_correlation > short.rank_correlation + 0.1
