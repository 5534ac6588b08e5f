"""Two players in one picture: corners, names at the ends, days below, gaps, and when there is no picture."""

from datetime import date

from web.pocket.plots.pairs import MOST, point_pair, rank_pair

NAMES = ("Ana", "王伟")
DAYS = [date(2026, month, 1) for month in (1, 2, 3)]


def test_ranks_stand_by_day_with_the_last_rank_at_the_end() -> None:
    plot = rank_pair(NAMES, [(DAYS[0], 1, None), (DAYS[1], 3, 2), (DAYS[2], None, 1)])
    assert plot is not None
    assert [(curve.name, curve.value, curve.points) for curve in plot.curves] == [
        ("Ana", "3", "0,16 500,224"), ("王伟", "1", "500,120 1000,16"),
    ]  # fmt: skip
    assert [(tick.at, tick.label) for tick in plot.below] == [
        ("0%", "2026-01"),
        ("50%", "2026-02"),
        ("100%", "2026-03"),
    ]
    assert [tick.label for tick in plot.across] == ["1", "3"]


def test_one_day_or_no_rank_is_no_picture() -> None:
    assert rank_pair(NAMES, [(DAYS[0], 1, 2)]) is None
    assert rank_pair(NAMES, [(day, None, None) for day in DAYS]) is None
    lonely = rank_pair(NAMES, [(day, 4, None) for day in DAYS])
    assert lonely is not None
    assert [curve.value for curve in lonely.curves] == ["4", "–"]


def test_many_days_are_cut_and_few_have_a_name() -> None:
    days = [(date.fromordinal(738_000 + 30 * at), at % 9 + 1, 5) for at in range(MOST + 20)]
    plot = rank_pair(NAMES, days)
    assert plot is not None
    assert plot.curves[0].points.count(",") == MOST
    assert len(plot.below) == 4


def test_points_run_from_zero_over_the_shared_tables() -> None:
    plot = point_pair(NAMES, [(10, -20), (-30, 40)])
    assert plot is not None
    assert [(curve.name, curve.value) for curve in plot.curves] == [("Ana", "−20"), ("王伟", "+20")]
    assert plot.curves[0].points == "0,120 500,68 1000,224"
    assert point_pair(NAMES, [(10, -20)]) is None
