"""Who of many fields at once plays in the next stage (3.5.4)."""

import numpy as np
from numpy.typing import NDArray

from scoring.standings.rules.formats.qualifying import Who
from scoring.standings.rules.simulation.hands import Ints

Mask = NDArray[np.bool_]
#: Groups or countries that the players belong to, in equal numbers.
UNITS = 8


def chosen(who: Who, order: Ints, place: Ints, units: int, pool: Ints) -> Mask:
    """Return who of the order (runs x players, best first) plays: the same number in each run.

    ``place``: each player's place at the last table, from 0. ``pool``: each player's pool. Ties are in the order.
    """
    if who.kind == "best":
        return np.broadcast_to(np.arange(order.shape[1]) < who.count, order.shape)
    if who.kind == "best-of-groups":
        return first_of_units(order % units, who.count)
    if who.kind == "best-of-pools":
        return first_of_units(np.take_along_axis(pool, order, axis=1), who.count)
    if who.kind == "best-of-countries":
        inside = first_of_units(order % units, who.most)
        return inside & (inside.cumsum(axis=1) <= who.count)
    if who.kind == "table-winners":
        return np.take_along_axis(place, order, axis=1) < who.count
    if who.kind == "named":
        return np.isin(order + 1, list(who.numbers))
    return np.ones(order.shape, dtype=bool)


def first_of_units(unit_of: Ints, count: int) -> Mask:
    """Return the first so many of each unit (from 0; -1: none); ``unit_of`` in the order of the ranks."""
    inside = np.zeros(unit_of.shape, dtype=bool)
    for unit in range(int(unit_of.max()) + 1):
        members = unit_of == unit
        inside |= members & (members.cumsum(axis=1) <= count)
    return inside
