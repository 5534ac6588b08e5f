"""The draw by areas: one player of each of four groups at every table, as at the first world championship.

There 144 players of four areas, 36 each, played nine sessions with one player of each area at every table. The group is
the region of the entry list, and each of the four is a column of the chart (see ``columns``).
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from tournament.draws.rules.charts.annealing import rearranged
from tournament.draws.rules.charts.columns import column_chart, difference_matrix
from tournament.draws.rules.charts.table_numbers import with_table_numbers
from tournament.draws.rules.lots.packing import FILLERS, placed
from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.types import DrawError, Entrant, FixedChart, Positions

AREAS = 4
STEPS = 8000


def area_repeat_bound(tables: int, sessions: int) -> int:
    """Return the least number of repeats: each of the six pairs of areas has only tables x tables pairs of players."""
    return 6 * tables * max(0, sessions - tables)


def _more_sessions(base: Positions, sessions: int, numbers: Numbers) -> Positions:
    """Return the base, then its sessions again with all players permuted within their columns."""
    tables = base.shape[1]
    copies = [base]
    while sum(map(len, copies)) < sessions:
        moved = [column * tables + row for column in range(AREAS) for row in numbers.permutation(tables)]
        copies.append(np.array(moved)[base])
    return np.concatenate(copies)[:sessions]


@lru_cache(maxsize=16)
def area_chart(tables: int, sessions: int, variant: int = 0) -> FixedChart:
    """Return a chart with one position of each column at each table, without repeats if possible.

    Where the constructions end, a search over exchanges within the columns minimises repeats.
    """
    columns = column_chart(tables, sessions, variant=variant)
    if columns:
        return replace(
            columns, positions=with_table_numbers(columns.positions, f"columns {variant}" if variant else "columns")
        )
    base = column_chart(tables, min(sessions, len(difference_matrix(tables, sessions))))
    assert base is not None, "as many sessions as the matrix has"
    numbers = Numbers("areas", str(tables), str(sessions), str(variant))
    chart, _cost = rearranged(
        _more_sessions(base.positions, sessions, numbers),
        np.zeros((AREAS * tables, AREAS * tables), dtype=np.int64),
        1,
        numbers,
        bound=area_repeat_bound(tables, sessions),
        steps=STEPS,
        within=np.arange(AREAS * tables) // tables,
    )
    numbered = with_table_numbers(chart, "areas")
    return replace(base, positions=numbered, method=f"{base.method}, then search", quads=())


def area_lot(entrants: Sequence[Entrant], fixed: FixedChart, numbers: Numbers) -> list[int]:
    """Return the number (from 0) at each position: each region in its own column, in random order.

    ``entrants`` are as many as there are positions. Fillers, and surplus players of a region, fill the columns with
    room. DrawError (areas) unless the players have exactly four regions and every player has one.
    """
    players = [entrant for entrant in entrants if entrant.team != FILLERS]
    areas = sorted({entrant.region for entrant in players})
    if len(areas) != AREAS or "" in areas:
        raise DrawError("areas", found=len(set(areas) - {""}), without=sum(not entrant.region for entrant in players))
    room = len(entrants) // AREAS
    surplus = [entrant for entrant in entrants if entrant.team == FILLERS]
    columns = []
    for area in areas:
        people = [entrant for entrant in players if entrant.region == area]
        numbers.shuffle(people)
        columns.append(people[:room])
        surplus += people[room:]
    for people in columns:
        while len(people) < room:
            people.append(surplus.pop())
    return placed(columns, fixed.groups, numbers)
