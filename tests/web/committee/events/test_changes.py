"""What a correction changes in a line of the official result."""

import pytest

from ranking.record.models.records import OfficialResult
from ranking.record.selectors.official_results import Difference
from web.committee.events.changes import Figure, changed_lines

pytestmark = pytest.mark.django_db


def line(**columns) -> OfficialResult:
    given = {
        "row": 1,
        "name": "王伟",
        "table_points": 48,
        "competition_points": 10,
        "sessions": 6,
        "individual_rank": 3,
    }
    return OfficialResult(**given | columns)


def marked(figures: list[Figure]) -> list[tuple[str, str]]:
    return [(figure.label, str(figure.value)) for figure in figures if figure.differs]


def test_only_the_figures_that_differ_are_marked() -> None:
    [changed] = changed_lines([Difference(line(), line(table_points=60, individual_rank=2))])
    assert changed.name == "王伟"
    assert marked(changed.before) == [
        ("TP", "4"),
        ("Rank", "3"),
    ]
    assert marked(changed.after) == [
        ("TP", "5"),
        ("Rank", "2"),
    ]


def test_a_new_line_has_every_figure_marked_and_nothing_before() -> None:
    [changed] = changed_lines([Difference(None, line())])
    assert changed.before == []
    assert all(figure.differs for figure in changed.after)
