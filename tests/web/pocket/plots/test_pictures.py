"""The pictures on the public pages: what they show, next to a table, and what they cost (docs/benchmarks.md)."""

import gzip
import re
import time

import pytest
from django.template.loader import render_to_string
from django.test import Client

from scoring.standings.selectors.lines import player_lines
from scoring.standings.selectors.rank_history import rank_history
from scoring.standings.selectors.standings import Standings, view_of
from tests.support.cup import taken_in
from tests.support.event_generator import make_event
from tournament.events.models.events import Event
from web.pocket.plots.pictures import ranks_in_words, ranks_of, top_ten

pytestmark = pytest.mark.django_db

PAGES = ("statistics/", "players/1/", "teams/1/", "tables/1/1/", "tables/1/")
PLOT = re.compile(r'<svg class="plot plot-.*?\n</svg>', re.DOTALL)


@pytest.fixture
def big() -> Event:
    document = make_event(1, players=136, sessions=10, odd=False, stages=False)
    document["event"]["id"] = "big"
    return taken_in(document)


def released(event: Event) -> Standings:
    return Standings(event, view_of(event, live=True))


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


def test_a_picture_takes_at_most_5_ms_and_6_kb_compressed(big: Event, client: Client) -> None:
    standings = released(big)
    ranks, lines = rank_history(standings.individual, standings.last), player_lines(standings)
    taken = []
    for _attempt in range(20):
        before = time.thread_time()
        html = render_to_string("pocket/plots/_curves.html", {"plot": top_ten(lines, ranks), "label": "x"})
        taken.append(time.thread_time() - before)
    assert min(taken) < 0.005
    assert len(gzip.compress(html.encode())) < 6_000
    for page in PAGES:
        text = client.get(f"/e/big/{page}").content.decode()
        plots = PLOT.findall(text)
        assert plots, page
        for plot in plots:
            assert 'role="img" aria-label="' in plot
            assert len(gzip.compress(plot.encode())) < 6_000, page
        assert "<table" in text
