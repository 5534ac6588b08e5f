"""The pictures on the public pages: what they show, next to a table, and what they cost (docs/benchmarks.md)."""

import gzip
import re

import pytest
from django.test import Client

from scoring.standings.selectors.encounters import encounters
from scoring.standings.selectors.lines import player_lines
from scoring.standings.selectors.rank_history import rank_history
from tests.support.cup import taken_in
from tests.support.event_generator import make_event
from tests.support.pictures import pictures_of, released
from tournament.events.models.events import Event
from web.pocket.plots.pictures import meetings_of, ranks_in_words, ranks_of, top_points, top_ten

pytestmark = pytest.mark.django_db

PAGES = ("statistics/", "players/1/", "teams/1/", "tables/1/1/", "tables/1/")
PLOT = re.compile(r'<svg class="plot plot-.*?\n</svg>', re.DOTALL)


@pytest.fixture
def big() -> Event:
    document = make_event(1, players=136, sessions=10, odd=False, stages=False)
    document["event"]["id"] = "big"
    return taken_in(document)


def test_the_first_ten_are_drawn_with_the_ranks_of_the_table(big: Event) -> None:
    standings = released(big)
    ranks = rank_history(standings.individual, standings.last)
    lines = player_lines(standings)
    plot = top_ten(lines, ranks)
    assert plot is not None
    assert [(curve.value, curve.name) for curve in plot.curves] == [
        (str(line.standing.rank), line.entry.name) for line in lines[:10]
    ]
    assert [curve.look for curve in plot.curves[:4]] == ["main", "second", "third", "dash-3"]


def test_ranks_in_words_say_what_the_picture_shows() -> None:
    assert ranks_in_words([1, None, 3]) == "1 → – → 3"
    assert ranks_of([None, 4], 10) is None


def test_running_points_and_meetings_are_those_of_the_results(big: Event) -> None:
    standings = released(big)
    lines = player_lines(standings)
    plot, sums = top_points(lines, standings.last)
    assert plot is not None
    assert len(plot.curves) == 10
    for line, running in zip(lines, sums, strict=False):
        assert (len(running), running[0]) == (standings.last + 1, 0)
        assert running[-1] == sum(row.competition_points for row in line.standing.results)
    first = lines[:10]
    met = encounters(standings, [line.entry.number for line in first])
    grid = meetings_of(lines, met)
    assert grid is not None
    for line, row in zip(first, grid.rows, strict=True):
        others = [other for other in first if (line.entry.number, other.entry.number) in met]
        assert len(row.cells) == len(others)
        for other, cell in zip(others, row.cells, strict=True):
            points = [{row.session: row.competition_points for row in one.standing.results} for one in (line, other)]
            differences = [points[0][at] - points[1][at] for at in met[line.entry.number, other.entry.number]]
            ahead = sum((number > 0) - (number < 0) for number in differences)
            assert cell.look == ("more" if ahead > 0 else "fewer" if ahead < 0 else "same")


def test_a_picture_takes_at_most_6_kb_compressed(big: Event, client: Client) -> None:
    """``benchmarks.pages`` shows the time."""
    for name, draw in pictures_of(big).items():
        assert len(gzip.compress(draw().encode())) < 6_000, name
    for page in PAGES:
        text = client.get(f"/e/big/{page}").content.decode()
        plots = PLOT.findall(text)
        assert plots, page
        for plot in plots:
            assert 'role="img" aria-label="' in plot
            assert len(gzip.compress(plot.encode())) < 6_000, page
        assert "<table" in text
