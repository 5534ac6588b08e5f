"""Columns, bars and distributions as numbers."""

from web.pocket.plots.columns import bars, columns, distribution


def test_columns_hang_below_the_zero_line() -> None:
    plot = columns([("1", 90), ("2", -30)])
    assert plot is not None
    assert (plot.height, plot.zero, plot.foot) == (182, 110, 176)
    up, down = plot.columns
    assert (up.left, up.width, up.middle, up.top, up.height, up.below) == ("7.5%", "35%", "25%", 20, 90, False)
    assert (down.left, down.middle, down.top, down.height, down.below) == ("57.5%", "75%", 110, 30, True)
    assert columns([]) is None


def test_many_columns_have_fewer_names() -> None:
    plot = columns([(str(number), 1) for number in range(12)])
    assert plot is not None
    assert [column.name for column in plot.columns] == ["0", "", "2", "", "4", "", "6", "", "8", "", "10", ""]


def test_bars_are_as_long_as_their_counts() -> None:
    rows = bars([("a", "", 4), ("b", "lost", 1), ("c", "", 0)])
    assert [(bar.label, bar.width, bar.count) for bar in rows] == [("a", "100%", 4), ("b", "25%", 1), ("c", "0%", 0)]
    assert bars([("a", "", 0)]) == []


def test_a_distribution_counts_each_step_also_the_empty_ones() -> None:
    assert distribution([-1, 0, 49, 120]) == [("−50", 1), ("0", 2), ("+50", 0), ("+100", 1)]
    assert distribution([]) == []
