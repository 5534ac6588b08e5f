"""The pictures of the record of a person or a team: how hands ended, and the way through a series."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from ranking.opponents.selectors.bests import HandEnds
from ranking.series.models import Series
from ranking.series.rules.ranking import Line
from ranking.series.selectors.progress import Step, ways_of
from ranking.series.selectors.ranked import Rankings
from ranking.series.selectors.wording import event_name, points_text
from web.pocket.plots.columns import Bar, bars
from web.pocket.plots.curves import Curves
from web.pocket.plots.pictures import ranks_of


class SeriesRow:
    """A series of a person or a team: the line, and the steps through its events, the newest first."""

    def __init__(self, series: Series, line: Line[Any], steps: Sequence[Step]) -> None:
        self.series, self.line, self.points = series, line, points_text(line.points)
        self.steps = [
            (event_name(step.source), step.rank, "" if step.points is None else points_text(step.points))
            for step in reversed(steps)
        ]
        self.plot = way_through(steps)


def series_rows(series_lines: Sequence[tuple[Series, Rankings, Line[Any]]], key: int | str) -> list[SeriesRow]:
    """Return the series of a person (id) or a team (`team_key`), the first of them with their steps."""
    return [SeriesRow(way.series, way.line, way.steps) for way in ways_of(series_lines, key)]


def hand_bars(ends: HandEnds) -> list[Bar]:
    """Return how the hands of a person ended: won, lost, and without the person."""
    return bars(
        [
            (_("Won by discard"), "", ends.won_by_discard),
            (_("Won self-drawn"), "", ends.won_self_drawn),
            (_("Discarded the winning tile"), "lost", ends.dealt_in),
            (_("Lost to a self-drawn win"), "lost", ends.lost_self_drawn),
            (_("Won between two others"), "other", ends.between_others),
            (_("No winner"), "other", ends.without_winner),
        ]
    )


def way_through(steps: Sequence[Step]) -> Curves | None:
    """Return the ranks after the events of a series; None below two ranks."""
    ranks = [step.rank for step in steps]
    return ranks_of(ranks, max((rank for rank in ranks if rank), default=1))
