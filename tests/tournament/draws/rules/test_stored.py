"""Stored charts, a quick grid of sizes, and equal charts on other Python versions."""

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks.draws.goals import PUBLISHED
from tests.support.paths import ROOT
from tests.tournament.draws.rules.draw_lists import everybody_sits, meetings, table_twice, wind_twice_in_a_block
from tournament.draws.rules import Entrant, draw, plain_chart
from tournament.draws.rules.bounds import repeat_bound
from tournament.draws.rules.charts import beyond, columns, table_numbers
from tournament.draws.rules.charts.fields import addition
from tournament.draws.rules.charts.fixed import LIMIT, first_chart
from tournament.draws.rules.quality import table_repeats

# Beyond the limits, up to 16 sessions: repeats where no chart at the bound is known (docs/draws.md).
OPEN = {(20, 6): 6, (24, 8): 18, (36, 12): 27, (48, 16): 36}


@pytest.mark.parametrize("tables", range(2, 13))
def test_charts_beyond_the_limits_reach_their_bound_except_four(tables: int) -> None:
    for sessions in range(LIMIT[tables] + 1, 17):
        chart = plain_chart(4 * tables, sessions, "").chart
        assert everybody_sits(chart, 4 * tables)
        repeats = sum(times - 1 for times in meetings(chart).values())
        assert repeats == OPEN.get((4 * tables, sessions), repeat_bound(tables, sessions)), sessions


@pytest.mark.parametrize(
    ("players", "sessions"), [(16, 10), (20, 10), (24, 8), (24, 13), (28, 16), (32, 16), (36, 12), (40, 16), (44, 15)]
)
def test_no_pair_meets_more_than_twice(players: int, sessions: int) -> None:
    assert max(meetings(plain_chart(players, sessions, "").chart).values()) == 2


def test_more_sessions_than_stored_extend_the_longest_stored_chart() -> None:
    stored, longer = beyond.stored_chart(4, 16), first_chart(4, 17)
    assert stored is not None
    assert longer.method == "stored find of a search, then search"
    for kept, session in zip(stored.tolist(), longer.positions.tolist(), strict=False):
        assert set(map(frozenset, session)) == set(map(frozenset, kept))
    assert (len(stored), len(longer.positions)) == (16, 17)
    assert sum(times - 1 for times in meetings(longer.positions).values()) == repeat_bound(4, 17) == 288


@pytest.mark.parametrize("path", [beyond.STORED, table_numbers.STORED])
def test_stored_charts_are_partitions(path: Path) -> None:
    for name, sessions in json.loads(path.read_text(encoding="utf-8")).items():
        assert all(len(set(session)) == len(session) == len(sessions[0]) for session in sessions), name
        assert name.endswith(f" x {len(sessions)}"), name


def test_stored_difference_matrices_are_valid() -> None:
    for name, kinds in json.loads(columns.STORED.read_text(encoding="utf-8")).items():
        add = addition(int(name))
        minus = add[:, add.argmin(axis=1)]
        for matrix in kinds.values():
            rows = np.array(matrix).T
            for row in range(len(rows)):
                for other in range(row):
                    assert len(set(minus[rows[row], rows[other]].tolist())) == len(matrix), (name, row, other)


def test_needless_visits_over_the_published_sizes_are_fewer_than_900() -> None:
    visits = [table_repeats(first_chart(players // 4, sessions).positions) for players, sessions in PUBLISHED]
    assert len(visits) == 528
    assert sum(visits) < 900


def uneven(players: int) -> list[Entrant]:
    """Return countries of unequal sizes, none over a quarter of the players, in teams of four."""
    chance, names = random.Random(players), []
    while len(names) < players:
        names += [f"C{len(names)}"] * min(chance.randint(1, players // 6), players - len(names))
    return [Entrant(at, f"{name}-{names[:at].count(name) // 4}", name) for at, name in enumerate(names, 1)]


@pytest.mark.parametrize("players", [172, 400, 1000])
def test_twelve_sessions_of_a_large_field_have_no_repeats(players: int) -> None:
    drawn = draw(uneven(players), 12, "large")
    assert everybody_sits(drawn.chart, players)
    assert set(meetings(drawn.chart).values()) == {1}
    assert (drawn.quality.team_meetings, drawn.quality.country_meetings) == (0, 0)
    assert wind_twice_in_a_block(drawn.chart) == []
    assert table_twice(drawn.chart) == []


@pytest.mark.parametrize("players", [96, 108, 136, 180, 204, 260, 340, 500, 760])
@pytest.mark.parametrize("sessions", [4, 8, 12])
def test_quick_grid_of_sizes_gives_valid_charts(players: int, sessions: int) -> None:
    figures = draw(uneven(players), sessions, "grid").quality
    assert (figures.repeat_pairs, figures.team_meetings, figures.country_meetings, figures.table_repeats) == (
        0,
        0,
        0,
        0,
    )
    assert figures.seat_spread == 0


SCRIPT = """
import json
from tournament.draws.rules import AREAS, Entrant, after_withdrawal, draw
entrants = [Entrant(at, f"T{at // 4}", f"C{at % 7}", f"R{at % 4}") for at in range(1, 41)]
drawn = draw(entrants, 8, "machine")
areas = draw(entrants, 4, "machine", rule=AREAS, variant=1)
remaining = after_withdrawal(drawn.chart, entrants, 5, [5, 11, 23, 38], "machine")[1]
print(json.dumps([drawn.chart, areas.chart, remaining.chart]))
"""


def ran(python: str, script: str) -> str:
    """Return the output of the script there; empty if it fails."""
    return subprocess.run([python, "-c", script], capture_output=True, text=True, cwd=ROOT, check=False).stdout


def test_charts_are_equal_on_other_pythons() -> None:
    # PINJU_PYTHONS lists more interpreters by path; those without NumPy are skipped.
    named = [*os.environ.get("PINJU_PYTHONS", "").split(os.pathsep), "python3.12", "python3.13", "python3.14"]
    pythons = [program for program in map(shutil.which, named) if program and ran(program, "import numpy; print(1)")]
    if not pythons:
        pytest.skip("no other Python with NumPy on this machine")
    expected = ran(sys.executable, SCRIPT)
    assert expected
    for python in pythons:
        assert ran(python, SCRIPT) == expected, python
