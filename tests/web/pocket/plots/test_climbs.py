"""Where the table points of pins came from, as steps."""

from web.pocket.plots.climbs import EXACT, MOST, climb

LEVELS = [(9, 20), (8, 30), (7, 40)]


def test_steps_stand_on_each_other_up_to_the_next_level() -> None:
    plot = climb([("2024-05", 12 * 12), ("2025-01", 0), ("2025-09", 10 * 12 + 6)], LEVELS)
    assert plot is not None
    assert (plot.height, plot.ground, plot.foot) == (224, 200, 218)
    # 22.5 points of 30: a pixel for each sixth of a point.
    first, second = plot.steps
    assert (first.name, first.figure, first.top, first.height, first.left) == ("2024-05", "+12", 128, 72, "2.5%")
    assert (second.name, second.figure, second.top, second.height) == ("2025-09", "+10.5", 65, 63)
    assert [(line.level, line.need, line.at, line.label_at, line.reached) for line in plot.levels] == [
        (9, 20, 80, 80, True),
        (8, 30, 20, 20, False),
    ]


def test_names_of_near_levels_are_moved_apart() -> None:
    plot = climb([("a", 400 * 12)], [(9, 390), (8, 400)])
    assert plot is not None
    assert plot.steps[0].width == "20%"  # of four places: one event does not fill the page
    low, high = plot.levels
    assert (low.at, high.at) == (25, 20)
    assert abs(low.label_at - high.label_at) == 15


def test_many_events_share_the_first_step() -> None:
    plot = climb([(str(number), 12) for number in range(20)], LEVELS)
    assert plot is not None
    assert len(plot.steps) == MOST
    assert (plot.steps[0].name, plot.steps[0].figure) == ("… 12", "+13")
    assert [step.name for step in plot.steps[1:4]] == ["", "", "15"]
    assert climb([("a", 0)], LEVELS) is None


def test_many_steps_have_whole_figures_as_they_are_narrow_on_a_phone() -> None:
    for steps, figure in ((EXACT, "+17.75"), (EXACT + 1, "+18")):
        plot = climb([("2026-05", 17 * 12 + 9)] * steps, LEVELS)
        assert plot is not None
        assert {step.figure for step in plot.steps} == {figure}
