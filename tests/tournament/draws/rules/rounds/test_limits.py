"""Limits of the searches: what happens when steps, sweeps or tables run out."""

from fractions import Fraction

import numpy as np
import pytest

from tests.tournament.draws.rules.rounds.histories import random_history, ranked
from tournament.draws.rules.rounds import (
    Demands,
    Entry,
    Round,
    RoundError,
    Task,
    draw_round,
    duals,
    exact,
    neighbours,
    patterns,
    refuting,
    solving,
)
from tournament.draws.rules.rounds.brackets import brackets
from tournament.draws.rules.rounds.prices import FORBID, is_outside, pair_prices, table_prices
from tournament.draws.rules.rounds.refuting import fewest_pairs

TWICE = (((1, 2, 3, 4), (5, 6, 7, 8)),) * 2


def part(drawn: Round, what: str) -> tuple[int, int]:
    return next((one.value, one.bound) for one in drawn.vector if one.what == what)


def everybody(drawn: Round) -> list[int]:
    return sorted(number for four in drawn.tables for number in four)


@pytest.mark.parametrize("method", ["fours", "snake"])
def test_pairs_that_met_twice_may_meet_a_third_time_if_they_must(method: str) -> None:
    drawn = draw_round(Task(ranked(8), method, "s", Demands(), TWICE))  # type: ignore[arg-type]
    assert part(drawn, "most_meetings")[0] == 3
    assert part(drawn, "rematch_pairs")[0] == 4


def test_four_players_have_one_table() -> None:
    drawn = draw_round(Task(ranked(4), "swiss", "s", Demands(), (((1, 2, 3, 4),),)))
    assert everybody(drawn) == [1, 2, 3, 4]
    assert part(drawn, "most_meetings") == (2, 2)


def test_a_field_of_one_country_is_drawn_and_counted() -> None:
    entries = tuple(Entry(number, number, country="JP") for number in range(1, 25))
    drawn = draw_round(Task(entries, "swiss", "s", Demands(), random_history(24, 2, 1)))
    assert part(drawn, "country_pairs") == (36, 36)
    assert part(drawn, "rematch_pairs") == (0, 0)


def test_searches_that_run_out_of_steps_still_seat_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in ((solving, "STEPS"), (exact, "ROW_STEPS"), (refuting, "STEPS"), (neighbours, "SWEEPS"),
                         (neighbours, "REPAIRS"), (patterns, "STEPS")):  # fmt: skip
        monkeypatch.setattr(module, name, 1)
    for method in ("swiss", "snake"):
        for numbering in ("top", "fresh"):
            task = Task(ranked(40), method, "s", Demands(), random_history(40, 6, 2), numbering=numbering)  # type: ignore[arg-type]
            drawn = draw_round(task)
            assert everybody(drawn) == list(range(1, 41))
            assert not drawn.proved


def test_a_search_without_steps_proves_nothing() -> None:
    bad = np.ones((8, 8), dtype=bool)
    bad[:4, 4:] = bad[4:, :4] = False
    np.fill_diagonal(bad, False)
    never = np.zeros_like(bad)
    assert fewest_pairs(bad, never, 6, steps=1) == (0, None)
    least, tables = fewest_pairs(bad, never, 6)
    assert (least, sorted(map(sorted, tables or []))[0][:2]) == (4, [0, 1])


def test_large_brackets_are_searched_in_rows_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "WHOLE", 0)
    drawn = draw_round(Task(ranked(48), "fours", "s", Demands(), random_history(48, 4, 2)))
    assert part(drawn, "rematch_pairs") == (0, 0)
    assert len(drawn.certificates) == 1


def test_a_narrow_window_proves_less_and_keeps_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of consecutive players alone: the partition holds wider ones, which the search leaves as they are."""
    task = Task(ranked(24), "fours", "s", Demands(), random_history(24, 1, 1))
    wide = draw_round(task)
    monkeypatch.setattr(duals, "WINDOWS", (3,))
    monkeypatch.setattr(solving, "WHOLE", 0)
    narrow = draw_round(task)
    assert (part(wide, "rank_spread"), part(narrow, "rank_spread")) == ((420, 420), (420, 120))
    assert narrow.certificates[0].window == 3


def test_a_window_with_too_few_tables_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duals, "WINDOWS", (3,))
    drawn = draw_round(Task(ranked(24), "fours", "s", Demands(), random_history(24, 3, 1)))
    assert everybody(drawn) == list(range(1, 25))
    assert not drawn.certificates
    assert part(drawn, "rematch_pairs") == (0, 0)
    assert not drawn.proved


def test_the_gap_is_searched_for_tables_without_the_conflicts_that_exchanges_leave(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    task = Task(ranked(28), "fours", "s", Demands(), random_history(28, 3, 1))
    whole = draw_round(task)
    monkeypatch.setattr(neighbours, "SWEEPS", 0)
    drawn = draw_round(task)
    assert drawn.proved
    assert part(drawn, "rematch_pairs") == (0, 0)
    assert (drawn.tables, drawn.vector) == (whole.tables, whole.vector)


@pytest.mark.parametrize(
    ("count", "sessions", "steps", "spread"), [(28, 5, 6000, (3604, 3428)), (48, 6, 2000, (1674, 1637))]
)
def test_a_search_cut_short_proves_what_it_has_searched(
    monkeypatch: pytest.MonkeyPatch, count: int, sessions: int, steps: int, spread: tuple[int, int]
) -> None:
    """The searches before the one that is cut short found no partition of so small a spread; the last found none of 28
    players, and tables that are better than before of 48."""
    monkeypatch.setattr(solving, "STEPS", steps)
    drawn = draw_round(Task(ranked(count), "fours", "s", Demands(), random_history(count, sessions, 2)))
    assert part(drawn, "rematch_pairs") == (0, 0)
    assert part(drawn, "rank_spread") == spread
    assert drawn.certificates[0].bound < spread[1]
    assert not drawn.proved


def test_too_many_tables_near_the_bound_leave_those_of_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wider tables are then not searched, so that nothing is proved."""
    monkeypatch.setattr(duals, "MOST_BEGUN", 0)
    monkeypatch.setattr(duals, "WINDOWS", (5,))
    drawn = draw_round(Task(ranked(20), "fours", "s", Demands(), random_history(20, 1, 1)))
    assert everybody(drawn) == list(range(1, 21))
    assert part(drawn, "rematch_pairs") == (0, 0)
    assert not drawn.proved


def test_one_round_of_exchanges_with_far_tables_spreads_a_country(monkeypatch: pytest.MonkeyPatch) -> None:
    """The upper half of the field is of one country; two at each table are the fewest pairs."""
    monkeypatch.setattr(neighbours, "SWEEPS", 1)
    monkeypatch.setattr(neighbours, "REPAIRS", 1)
    entries = tuple(Entry(number, number, country="JP" if number <= 20 else "") for number in range(1, 41))
    (bracket,) = brackets(Task(entries, "fours", "s", Demands()))
    prices = pair_prices(bracket, Demands(), 2)
    tables = neighbours.improved(prices, bracket.home, np.arange(40).reshape(-1, 4))
    assert sorted(tables.ravel().tolist()) == list(range(40))
    assert solving.counted(bracket, prices, tables)["country_pairs"] == 10


def test_tables_outside_a_score_group_are_listed_only_if_the_draw_has_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duals, "WINDOWS", (20,))
    entries = tuple(Entry(number, number, Fraction((40 - number) // 8)) for number in range(1, 41))
    (bracket,) = brackets(Task(entries, "swiss", "s", Demands()))
    prices, found = pair_prices(bracket, Demands(), 2), dict.fromkeys(dict(duals.KINDS), 0)
    inside = duals.columns(bracket, prices, found).fours
    every = duals.columns(bracket, prices, found | {"outside_score_group": 1}).fours
    outside = is_outside(bracket.home, every).any(axis=1)
    assert 0 < len(inside) < len(every)
    assert np.array_equal(inside, every[~outside])


@pytest.mark.parametrize(("window", "seed"), [(5, 1), (9, 2), (23, 3)])
def test_tables_away_from_the_score_groups_are_left_out_before_they_are_listed(window: int, seed: int) -> None:
    chance = np.random.default_rng(seed)
    first = np.sort(chance.integers(0, 6, 24))
    home = np.stack([first, np.minimum(first + chance.integers(0, 2, 24), 5)], axis=1)
    no_pair_apart, whole_field = np.zeros((24, 24), dtype=bool), np.array([[0, 5]] * 24)
    listed = duals._fours(no_pair_apart, whole_field, window)
    inside = ~is_outside(home, listed).any(axis=1)
    assert duals._fours(no_pair_apart, home, window).tolist() == listed[inside].tolist()
    assert 0 < inside.sum() < len(listed)


def test_too_many_tables_in_the_gap_leave_those_of_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    task = Task(ranked(48), "fours", "s", Demands(), random_history(48, 4, 2))
    whole = draw_round(task)
    monkeypatch.setattr(duals, "MOST_BEGUN", 1)
    drawn = draw_round(task)
    assert part(drawn, "rematch_pairs") == (0, 0)
    assert part(drawn, "rank_spread") == part(whole, "rank_spread")


def test_a_search_cut_short_in_a_narrow_gap_keeps_the_tables_and_a_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "STEPS", 1)
    drawn = draw_round(Task(ranked(48), "fours", "s", Demands(), random_history(48, 6, 2)))
    assert part(drawn, "rematch_pairs") == (0, 0)
    assert len(drawn.certificates) == 1


def test_tables_of_pairs_forbidden_for_every_reason_fit_into_the_price() -> None:
    """All pairs have met and are of one team and one country, and declared: four tables are 24 forbidden pairs."""
    everybody_apart = frozenset((one, other) for one in range(1, 17) for other in range(one + 1, 17))
    entries = tuple(Entry(number, number, team="T", country="JP") for number in range(1, 17))
    demands = Demands("forbid", "forbid", "forbid", "forbid")
    played = tuple((tuple(range(at, at + 4)),) for at in range(1, 17, 4))
    [bracket] = brackets(Task(entries, "swiss", "s", demands, played, apart=everybody_apart))
    prices = pair_prices(bracket, demands, 2)
    tables = np.arange(16).reshape(4, 4)
    total = table_prices(prices, bracket.home, tables).sum()
    assert (int(total) > 0, int(total) >> FORBID) == (True, 24)


@pytest.mark.parametrize("method", ["swiss", "snake"])
def test_a_field_that_is_forbidden_for_every_reason_is_refused(method: str) -> None:
    entries = tuple(Entry(number, number, team="T", country="JP") for number in range(1, 25))
    with pytest.raises(RoundError) as error:
        draw_round(Task(entries, method, "s", Demands("forbid", "forbid", "forbid"), random_history(24, 7, 1)))  # type: ignore[arg-type]
    assert error.value.code == "forbidden"
