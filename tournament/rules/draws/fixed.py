"""The charts for so many tables and sessions, in positions: every construction in its place."""

from dataclasses import replace
from functools import lru_cache

from tournament.rules.draws.beyond import extended, fewest_repeats
from tournament.rules.draws.columns import column_chart, difference_matrix
from tournament.rules.draws.numbers import Numbers
from tournament.rules.draws.starters import longest, starter_chart
from tournament.rules.draws.table_numbers import with_table_numbers
from tournament.rules.draws.types import FixedChart


def _beyond(tables: int, sessions: int) -> FixedChart:
    """A chart with repeats, from the longest there is without."""
    stored = longest(tables)
    length = max(len(difference_matrix(tables, sessions)), 0 if stored is None else len(stored))
    base = column_chart(tables, min(length, sessions)) or starter_chart(tables, length)
    assert base is not None, "the longest chart is one of the two kinds"
    numbers = Numbers("beyond", str(tables), str(sessions))
    chart = fewest_repeats(extended(base.positions, sessions, numbers), numbers)
    return replace(base, positions=chart, method=f"{base.method}, then search", quads=())


@lru_cache(maxsize=64)
def first_chart(tables: int, sessions: int) -> FixedChart:
    """The chart to begin with: columns where there are so many sessions (they keep most people apart), else a starter.

    With its table numbers; the same on every machine.
    """
    chart = column_chart(tables, sessions) or starter_chart(tables, sessions) or _beyond(tables, sessions)
    return replace(chart, positions=with_table_numbers(chart.positions))


@lru_cache(maxsize=64)
def second_chart(tables: int, sessions: int) -> FixedChart | None:
    """A starter with a session to spare for teams of four where the columns have none, if there is one."""
    columns, starter = column_chart(tables, sessions), starter_chart(tables, sessions)
    if not columns or columns.quads or not starter or not starter.quads:
        return None
    return replace(starter, positions=with_table_numbers(starter.positions))
