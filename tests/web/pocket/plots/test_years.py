"""Ranks over the years as marks, and the size of the picture."""

import gzip
from datetime import date, timedelta

from django.template.loader import render_to_string

from web.pocket.plots.years import MOST, years


def test_marks_stand_by_date_and_rank() -> None:
    plot = years([(date(2022, 7, 2), 1, 5), (date(2023, 7, 2), 3, 5), (date(2024, 7, 1), 5, 5)])
    assert plot is not None
    assert [(mark.x, mark.y) for mark in plot.marks] == [("3", 12), ("50", 87), ("97", 162)]
    assert (plot.lines, plot.height, len(plot.links)) == ((12, 87, 162), 186, 2)
    assert [year for _x, year in plot.ticks] == ["2022", "2023", "2024"]


def test_the_names_of_two_years_do_not_overlap() -> None:
    plot = years([(date(2022, 12, 20), 1, 5), (date(2024, 7, 2), 3, 5), (date(2025, 12, 1), 5, 5)])
    assert plot is not None
    assert plot.ticks == [("4.047", "2023"), ("35.9", "2024"), ("67.85", "2025")]


def test_one_event_is_no_picture_and_two_on_one_day_are() -> None:
    day = date(2024, 1, 1)
    assert years([(day, 1, 8)]) is None
    plot = years([(day, 1, 8), (day, 8, 8)])
    assert plot is not None
    assert [(mark.x, mark.y) for mark in plot.marks] == [("3", 12), ("3", 162)]


def test_the_largest_picture_has_at_most_6_kb() -> None:
    first = date(1999, 1, 1)
    results = [(first + timedelta(days=97 * at), at * 37 % 211 + 1, 211) for at in range(MOST + 40)]
    plot = years(results)
    assert plot is not None
    assert (len(plot.marks), len(plot.ticks)) == (MOST, 5)
    picture = render_to_string("pocket/plots/_years.html", {"plot": plot, "label": "Ranks"})
    assert len(gzip.compress(picture.encode())) <= 6_000
