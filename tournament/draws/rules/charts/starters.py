"""Charts for small fields with nearly as many sessions as possible: stored starters, and 32 players by subgroups."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tournament.draws.rules.types import FixedChart, Positions

STORED = Path(__file__).parent / "data" / "chart_starters.json"


@cache
def _stored() -> dict[str, Any]:
    return json.loads(STORED.read_text(encoding="utf-8"))


def first_session(starter: dict[str, Any]) -> list[list[int]]:
    """Return the tables of the starter: each table's three images under (i, c) -> (mu i, c + 1), and the fixed points.

    An entry (i, c) is the c-th image of (i, 0). Point (i, c) is position 3i + c, fixed point k position 3v + k. With e
    = 3 fixed point k sits with the k-th images of the first three entries, with e = 1 or 2 fixed point j with the three
    images of the j-th entry.
    """
    length, fixed, factor = starter["v"], starter["e"], starter["mu"]

    def image(entry: list[int], times: int) -> int:
        orbit, turn = entry[0], (entry[1] + times) % 3
        return 3 * (orbit * factor**turn % length) + turn

    entries = starter["entries"]
    if fixed == 3:
        tables = [[3 * length + k, *(image(entry, k) for entry in entries[:3])] for k in range(3)]
    else:
        tables = [[3 * length + j, *(image(entries[j], k) for k in range(3))] for j in range(fixed)]
    for first in range(fixed, len(entries), 4):
        tables += [[image(entry, k) for entry in entries[first : first + 4]] for k in range(3)]
    return tables


def developed(starter: dict[str, Any]) -> Positions:
    """Return all v sessions: the first with 0, 1, ..., v - 1 added to each i modulo v; fixed points stay."""
    length = starter["v"]
    base = np.array(first_session(starter))
    shifts = np.arange(length)[:, None, None]
    return np.where(base < 3 * length, (base[None] + 3 * shifts) % (3 * length), base[None])


def by_subgroups(sessions: list[dict[str, Any]]) -> Positions:
    """Return 32 x 10: representatives under subgroups of Z_2^3, acting by XOR on x in position 8j + x.

    A session with a subgroup of order four gives two: itself and its image under an element outside.
    """
    chart = []
    for session in sessions:
        subgroup = session["subgroup"]
        outside = next(element for element in range(8) if element not in subgroup) if len(subgroup) < 8 else 0
        for shift in dict.fromkeys((0, outside)):
            tables = {
                tuple(sorted(point ^ element ^ shift for point in table))
                for table in session["representatives"]
                for element in subgroup
            }
            chart.append(sorted(tables))
    return np.array(chart)


@cache
def longest(tables: int) -> Positions | None:
    """Return the longest stored chart for this number of tables, None if there is none."""
    size = str(4 * tables)
    if size in _stored()["starters"]:
        return developed(_stored()["starters"][size])
    return by_subgroups(_stored()["resolvable_32"]) if size == "32" else None


def in_fours(stored: Positions, sessions: int, method: str) -> FixedChart:
    """Return the first sessions as a chart; the last stored session, if unused, gives the quads.

    Positions are renumbered so that each table of the last stored session has four consecutive ones.
    """
    tables = stored.shape[1]
    last = stored[-1].ravel()
    new_positions = np.empty_like(last)
    new_positions[last] = np.arange(len(last))
    quads = tuple(map(tuple, np.arange(4 * tables).reshape(tables, 4).tolist()))
    return FixedChart(new_positions[stored][:sessions], quads, method, quads if len(stored) > sessions else ())


def starter_chart(tables: int, sessions: int) -> FixedChart | None:
    """Return a chart without repeats from a stored starter, or None; the tables of a spare session are the quads."""
    stored = longest(tables)
    if stored is None or len(stored) < sessions:
        return None
    return in_fours(stored, sessions, "subgroups of Z2^3" if tables == 8 else f"starter over {len(stored)}")
