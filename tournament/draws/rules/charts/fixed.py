"""The chart in positions for given numbers of tables and sessions: choose among all constructions."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from tournament.draws.rules.charts.beyond import extended, fewest_repeats, stored_chart
from tournament.draws.rules.charts.chosen import chosen_chart
from tournament.draws.rules.charts.columns import column_chart, difference_matrix, stored_variants
from tournament.draws.rules.charts.starters import longest, starter_chart
from tournament.draws.rules.charts.table_numbers import with_table_numbers
from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.types import FixedChart

LIMIT = {1: 1, 2: 1, 3: 1, 4: 5, 5: 5, 6: 7, 7: 9, 8: 10, 9: 11, 10: 13, 11: 14, 12: 15}
"""Tables -> the most sessions known without repeats; for more tables at least 16 (draws.md)."""


def _beyond(tables: int, sessions: int) -> FixedChart:
    """Return a chart with repeats, with its table numbers: a stored find, or a search."""
    stored = stored_chart(tables, sessions)
    if stored is None:
        return _numbered(searched_chart(tables, sessions), "beyond")
    return FixedChart(stored, _columns(tables), "stored find of a search")


def searched_chart(tables: int, sessions: int) -> FixedChart:
    """Return the longest known chart without repeats, extended by a search."""
    numbers = Numbers("beyond", str(tables), str(sessions))
    base = _longest(tables, sessions)
    chart = fewest_repeats(extended(base.positions, sessions, numbers), numbers)
    return replace(base, positions=chart, method=f"{base.method}, then search", quads=())


def _columns(tables: int) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, np.arange(4 * tables).reshape(4, tables).tolist()))


def _longest(tables: int, sessions: int) -> FixedChart:
    """Return the longest known shorter chart: a stored one beyond the limits, else one without repeats."""
    for fewer in range(sessions - 1, 0, -1):
        shorter = stored_chart(tables, fewer)
        if shorter is not None:
            return FixedChart(shorter, _columns(tables), "stored find of a search")
    stored = longest(tables)
    length = max(len(difference_matrix(tables, sessions)), 0 if stored is None else len(stored))
    base = column_chart(tables, min(length, sessions)) or starter_chart(tables, length)
    assert base is not None, "the longest chart is one of the two kinds"
    return base


def _numbered(chart: FixedChart, kind: str) -> FixedChart:
    return replace(chart, positions=with_table_numbers(chart.positions, kind))


@lru_cache(maxsize=64)
def first_chart(tables: int, sessions: int, variant: int = 0) -> FixedChart:
    """Return the chart to begin with, with its table numbers; the same on every machine.

    It is one chosen for its common opponents, else columns if they have enough sessions (they keep most people apart),
    else a starter. Another ``variant`` takes other columns, if there are others.
    """
    chosen = None if variant else chosen_chart(tables, sessions)
    return _numbered(chosen, "chosen") if chosen else _constructed(tables, sessions, variant)


def _constructed(tables: int, sessions: int, variant: int) -> FixedChart:
    best = variant or stored_variants().get(f"{4 * tables} x {sessions}", 0)
    columns, starter = column_chart(tables, sessions, variant=best), starter_chart(tables, sessions)
    if columns:
        return _numbered(columns, f"columns {variant}" if variant else "columns")
    return _numbered(starter, "starter") if starter else _beyond(tables, sessions)


@lru_cache(maxsize=64)
def second_chart(tables: int, sessions: int) -> FixedChart | None:
    """Return an alternative if the first chart makes kin meet and another can do better; else None.

    The alternative to a chosen starter are the columns, if they have enough sessions; the alternative to a chart
    without a spare session for teams of four is one with a spare session.
    """
    columns = column_chart(tables, sessions)
    chosen = chosen_chart(tables, sessions)
    if chosen:
        better = not chosen.quads or (columns and chosen.groups == chosen.quads)
        return _constructed(tables, sessions, 0) if better else None
    if not columns or columns.quads:
        return None
    fours, starter = column_chart(tables, sessions, fours=True), starter_chart(tables, sessions)
    if fours:
        return _numbered(fours, "fours")
    return _numbered(starter, "starter") if starter and starter.quads else None
