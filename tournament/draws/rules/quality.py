"""The figures of a chart, counted from the chart alone."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules.bounds import keeping_apart_bound, repeat_bound
from tournament.draws.rules.types import Chart, Entrant, Positions, Quality

PAIRS = tuple(combinations(range(4), 2))


def meetings(chart: Positions) -> NDArray[np.int64]:
    """How often each two positions meet: a symmetric matrix with zeros on its diagonal."""
    size = 4 * chart.shape[1]
    pairs = np.stack([chart[:, :, one] * size + chart[:, :, other] for one, other in PAIRS])
    square = np.bincount(pairs.ravel(), minlength=size * size).reshape(size, size)
    return square + square.T


def repeats(met: NDArray[np.int64]) -> int:
    """Meetings beyond the first, over all pairs."""
    return int(np.maximum(met - 1, 0).sum()) // 2


def labels(names: Sequence[str], size: int) -> NDArray[np.int64]:
    """A number for each name, and one of its own for each position without."""
    known = {name: at for at, name in enumerate(sorted({name for name in names if name}))}
    own = range(len(known), len(known) + size)
    padded = [*names, *[""] * (size - len(names))]
    return np.array([known.get(name, alone) for name, alone in zip(padded, own, strict=True)], dtype=np.int64)


def same_at_tables(chart: Positions, label: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each session how many pairs with one label sit together."""
    seated = label[chart]
    return sum((seated[:, :, one] == seated[:, :, other]).sum(axis=1) for one, other in PAIRS)


def seat_spread(chart: Positions) -> int:
    """The largest difference, over the players, between the starts on the most and the least frequent wind."""
    size = 4 * chart.shape[1]
    starts = np.stack([np.bincount(chart[:, :, wind].ravel(), minlength=size) for wind in range(4)])
    return int((starts.max(axis=0) - starts.min(axis=0)).max())


def table_repeats(chart: Positions) -> int:
    """Needless visits: over players and tables, the visits above sessions / tables rounded up."""
    sessions, tables, _ = chart.shape
    visits = np.bincount((chart * tables + np.arange(tables)[None, :, None]).ravel(), minlength=4 * tables * tables)
    return int(np.maximum(visits - -(-sessions // tables), 0).sum())


def common_opponents_min(met: NDArray[np.int64]) -> int | None:
    """The least number of common opponents of two who never meet; None if all meet.

    Counted by going from everybody to their opponents' opponents: some 48 times 48 for each, not as many as there are
    people. Who has fewer opponents than others has nobody, the number after the last, in their places.
    """
    size = len(met)
    apart = met == 0
    np.fill_diagonal(apart, False)
    if not apart.any():
        return None
    people, others = met.nonzero()
    first = people.searchsorted(np.arange(size))
    degree = np.diff(first, append=len(people))
    near = np.full((size + 1, degree.max()), size)
    near[people, np.arange(len(people)) - first[people]] = others
    seconds = near[near[:-1]].reshape(size, -1) + (size + 1) * np.arange(size)[:, None]
    common = np.bincount(seconds.ravel(), minlength=size * (size + 1)).reshape(size, size + 1)
    return int(common[:, :-1][apart].min())


def as_positions(chart: Chart) -> Positions:
    """The chart counted from 0, as an array."""
    return np.array(chart, dtype=np.int64) - 1


def quality(chart: Chart, entrants: Sequence[Entrant]) -> Quality:
    """The figures of a chart for the entrants 1 to N; numbers above N (fillers) belong to no team or country.

    Fillers count as numbers like any other in all figures but those of teams and countries.
    """
    seats = as_positions(chart)
    sessions, tables, _ = seats.shape
    ordered = sorted(entrants, key=lambda entrant: entrant.number)
    met = meetings(seats)
    again = repeats(met)
    teams, countries = [entrant.team for entrant in ordered], [entrant.country for entrant in ordered]
    return Quality(
        repeat_pairs=again,
        repeat_pairs_bound=repeat_bound(tables, sessions),
        max_meetings=int(met.max()),
        team_meetings=int(same_at_tables(seats, labels(teams, 4 * tables)).sum()),
        team_meetings_bound=keeping_apart_bound(tables, sessions, Counter(filter(None, teams)).values(), again),
        country_meetings=int(same_at_tables(seats, labels(countries, 4 * tables)).sum()),
        country_meetings_bound=keeping_apart_bound(tables, sessions, Counter(filter(None, countries)).values(), again),
        seat_spread=seat_spread(seats),
        table_repeats=table_repeats(seats),
        common_opponents_min=common_opponents_min(met),
    )
