"""Two players in one picture: their ranks in a ranking by day, and their running points at shared tables."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import accumulate

from django.utils.formats import date_format

from common.templatetags.pinju import signed
from web.pocket.plots.curves import Curves, Series, Tick, rank_curves, score_curves

HEIGHT = 240
#: The most days of a picture; the table has them all.
MOST = 36
#: The most days with a name.
NAMES = 4
#: The looks of the two curves.
LOOKS = ("main", "second dash-1")


def rank_pair(names: tuple[str, str], days: Sequence[tuple[date, int | None, int | None]]) -> Curves | None:
    """Return the ranks of both by (day, first, second), the oldest first; None below two days, or without a rank."""
    shown = days[-MOST:]
    ranks = [row[1] for row in shown], [row[2] for row in shown]
    known = [rank for values in ranks for rank in values if rank]
    if not known:
        return None
    last = [next((str(rank) for rank in reversed(values) if rank), "–") for values in ranks]
    series = [Series(*row) for row in zip(names, last, ranks, LOOKS, strict=True)]
    curves = rank_curves(series, max(known), height=HEIGHT)
    if curves is None:
        return None
    every = -(-len(shown) // NAMES)
    below = [Tick(_percent(at, len(shown)), date_format(shown[at][0], "Y-m")) for at in range(0, len(shown), every)]
    return replace(curves, below=below)


def point_pair(names: tuple[str, str], points: Sequence[tuple[int, int]]) -> Curves | None:
    """Return the running points of both at shared tables, in the order of play; None below two tables."""
    if len(points) < 2:
        return None
    sums = [list(accumulate((row[at] for row in points), initial=0)) for at in (0, 1)]
    series = [
        Series(name, signed(values[-1]), values, look) for name, values, look in zip(names, sums, LOOKS, strict=True)
    ]
    return score_curves(series, height=HEIGHT)


def _percent(at: int, count: int) -> str:
    return f"{100 * at / (count - 1):.4g}%"
