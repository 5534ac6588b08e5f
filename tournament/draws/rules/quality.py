"""Figures of a chart, counted from the chart alone."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules.bounds import keeping_apart_bound, pools_repeat_bound, repeat_bound
from tournament.draws.rules.how import APART, pool_rule
from tournament.draws.rules.types import Chart, Entrant, Positions, Quality

PAIRS = tuple(combinations(range(4), 2))


def meetings(chart: Positions) -> NDArray[np.int64]:
    """Return how often each pair of positions meets: a symmetric matrix with zeros on its diagonal."""
    size = 4 * chart.shape[1]
    pairs = np.stack([chart[:, :, first] * size + chart[:, :, second] for first, second in PAIRS])
    square = np.bincount(pairs.ravel(), minlength=size * size).reshape(size, size)
    return square + square.T


def repeats(met: NDArray[np.int64]) -> int:
    """Return the number of meetings beyond the first, over all pairs."""
    return int(np.maximum(met - 1, 0).sum()) // 2


def labels(names: Sequence[str], size: int) -> NDArray[np.int64]:
    """Return a number for each name, and a unique number for each position without a name."""
    known = {name: index for index, name in enumerate(sorted({name for name in names if name}))}
    unique = range(len(known), len(known) + size)
    padded = [*names, *[""] * (size - len(names))]
    numbers = [known.get(name, unique_label) for name, unique_label in zip(padded, unique, strict=True)]
    return np.array(numbers, dtype=np.int64)


def same_at_tables(chart: Positions, label: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each session the number of pairs with equal labels at a table."""
    seated = label[chart]
    return sum((seated[:, :, first] == seated[:, :, second]).sum(axis=1) for first, second in PAIRS)


def seat_spread(chart: Positions) -> int:
    """Return the largest difference, over the players, between starts on the most and the least frequent wind."""
    size = 4 * chart.shape[1]
    starts = np.stack([np.bincount(chart[:, :, wind].ravel(), minlength=size) for wind in range(4)])
    return int((starts.max(axis=0) - starts.min(axis=0)).max())


def table_repeats(chart: Positions) -> int:
    """Return the needless visits: over players and tables, the visits above sessions / tables rounded up."""
    sessions, tables, _ = chart.shape
    visits = np.bincount((chart * tables + np.arange(tables)[None, :, None]).ravel(), minlength=4 * tables * tables)
    return int(np.maximum(visits - -(-sessions // tables), 0).sum())


def common_opponents_min(met: NDArray[np.int64]) -> int | None:
    """Return the least number of common opponents of two who never meet; None if all meet.

    It counts the opponents' opponents of each person (about 48 x 48), which is faster than all pairs of people. Missing
    opponents are filled with the number after the last.
    """
    size = len(met)
    apart = met == 0
    np.fill_diagonal(apart, False)
    if not apart.any():
        return None
    people, opponents = met.nonzero()
    first = people.searchsorted(np.arange(size))
    degree = np.diff(first, append=len(people))
    near = np.full((size + 1, degree.max()), size)
    near[people, np.arange(len(people)) - first[people]] = opponents
    seconds = near[near[:-1]].reshape(size, -1) + (size + 1) * np.arange(size)[:, None]
    common = np.bincount(seconds.ravel(), minlength=size * (size + 1)).reshape(size, size + 1)
    return int(common[:, :-1][apart].min())


def as_positions(chart: Chart) -> Positions:
    """Return the chart counted from 0, as an array."""
    return np.array(chart, dtype=np.int64) - 1


def quality(chart: Chart, entrants: Sequence[Entrant], rule: str = APART) -> Quality:
    """Return the figures of a chart for the entrants 1 to N; numbers above N (fillers) have no team or country.

    Fillers count like other numbers in all figures but those of teams and countries. ``rule``: of the draw; in pools
    repeats have a bound of their own.
    """
    pools = pool_rule(rule)
    seats = as_positions(chart)
    sessions, tables, _ = seats.shape
    ordered = sorted(entrants, key=lambda entrant: entrant.number)
    met = meetings(seats)
    repeated = repeats(met)
    teams, countries = [entrant.team for entrant in ordered], [entrant.country for entrant in ordered]
    return Quality(
        repeat_pairs=repeated,
        repeat_pairs_bound=pools_repeat_bound(pools, sessions) if pools else repeat_bound(tables, sessions),
        max_meetings=int(met.max()),
        team_meetings=int(same_at_tables(seats, labels(teams, 4 * tables)).sum()),
        team_meetings_bound=keeping_apart_bound(tables, sessions, Counter(filter(None, teams)).values(), repeated),
        country_meetings=int(same_at_tables(seats, labels(countries, 4 * tables)).sum()),
        country_meetings_bound=keeping_apart_bound(
            tables, sessions, Counter(filter(None, countries)).values(), repeated
        ),
        seat_spread=seat_spread(seats),
        table_repeats=table_repeats(seats),
        common_opponents_min=common_opponents_min(met),
    )
