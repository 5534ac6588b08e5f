"""Curves of ranks and scores: corners, labels that do not overlap, gaps."""

from hypothesis import given
from hypothesis import strategies as st

from web.pocket.plots.curves import APART, Figure, Series, Tick, one_rank_curve, rank_curves, score_curves, spread


def test_ranks_run_downwards_and_the_lower_ranks_share_a_quarter() -> None:
    plot = rank_curves([Series("王伟", "2", [1, 10, 48, 2])], 48, height=192)
    assert plot is not None
    [curve] = plot.curves
    assert curve.points == "0,16 333,136 666,176 1000,29"
    assert curve.marks == "M0 16h0M333 136h0M666 176h0M1000 29h0"
    assert plot.below == [Tick("0%", "1"), Tick("33.33%", "2"), Tick("66.67%", "3"), Tick("100%", "4")]
    assert [tick.label for tick in plot.across] == ["1", "5", "10", "48"]


def test_few_ranks_use_the_whole_height() -> None:
    plot = rank_curves([Series("", "3", [3, 1])], 3, height=132)
    assert plot is not None
    assert plot.curves[0].points == "0,116 1000,16"


def test_the_ranks_of_one_player_are_equally_far_apart_and_have_their_figures() -> None:
    plot = one_rank_curve(Series("", "34", [45, 23, None, 34]), 48, height=208)
    assert plot is not None
    assert plot.curves[0].points == "0,192 333,104 1000,148"
    assert [tick.label for tick in plot.across] == ["1", "10", "20", "30", "40"]
    # A figure is above a peak and below any other point; the last point has its figure at the right end.
    assert plot.figures == [Figure("0%", 211, "45"), Figure("33.33%", 95, "23")]
    assert plot.curves[0].value == "34"


def test_the_ranks_of_a_champion_use_the_picture() -> None:
    plot = one_rank_curve(Series("", "1", [3, 1]), 200, height=132)
    assert plot is not None
    assert [tick.label for tick in plot.across] == ["1", "2", "3", "4", "5", "6"]
    assert one_rank_curve(Series("", "1", [1]), 200, height=132) is None


def test_a_session_without_a_rank_leaves_a_gap() -> None:
    plot = rank_curves([Series("", "1", [2, None, 1])], 2, height=132)
    assert plot is not None
    assert plot.curves[0].points == "0,116 1000,16"
    assert rank_curves([Series("", "1", [1])], 1, height=132) is None


def test_scores_share_one_scale_with_a_line_at_zero() -> None:
    plot = score_curves([Series("E", "+30", [0, 30]), Series("S", "−10", [0, -10])], height=72)
    assert plot is not None
    assert [curve.points for curve in plot.curves] == ["0,46 1000,16", "0,46 1000,56"]
    assert plot.across == [Tick("46", "0")]
    assert [tick.label for tick in plot.below] == ["0", "1"]


@given(st.lists(st.integers(min_value=0, max_value=400), min_size=1, max_size=12))
def test_labels_keep_their_order_and_distance(positions: list[int]) -> None:
    moved = spread(positions, APART)
    order = sorted(range(len(positions)), key=positions.__getitem__)
    placed = [moved[index] for index in order]
    assert all(after - before >= APART for before, after in zip(placed, placed[1:], strict=False))
    assert max(moved) <= max(*positions, APART * (len(positions) - 1), 0)


def test_labels_that_lie_apart_stay() -> None:
    assert spread([100, 0, 50], APART) == [100, 0, 50]


def test_a_rank_far_down_a_large_field_is_drawn() -> None:
    plot = one_rank_curve(Series("", "4000", [3_500, 4_000], "main"), 4_000, height=180)
    assert plot is not None
    assert [tick.label for tick in plot.across][:3] == ["1", "500", "1000"]
