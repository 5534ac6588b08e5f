"""Who of many fields at once plays in the next stage (3.5.4)."""

import numpy as np
from numpy.typing import NDArray

from scoring.standings.rules.formats.qualifying import Who
from scoring.standings.rules.simulation.hands import Ints

Mask = NDArray[np.bool_]
#: Groups or countries that the players belong to, in equal numbers.
UNITS = 8


def chosen(who: Who, order: Ints, place: Ints, units: int = UNITS) -> Mask:
    """Return who of the order (runs x players, best first) plays: the same number in each run.

    ``place``: each player's place at the last table, from 0. Ties are in the order already.
    """
    if who.kind == "best":
        return np.broadcast_to(np.arange(order.shape[1]) < who.count, order.shape)
    if who.kind == "best-of-groups":
        return _first_of_units(order, units, who.count)
    if who.kind == "best-of-countries":
        inside = _first_of_units(order, units, who.most)
        return inside & (inside.cumsum(axis=1) <= who.count)
    if who.kind == "table-winners":
        return np.take_along_axis(place, order, axis=1) < who.count
    if who.kind == "named":
        return np.isin(order + 1, list(who.numbers))
    return np.ones(order.shape, dtype=bool)


def _first_of_units(order: Ints, units: int, count: int) -> Mask:
    """Return the first so many of each unit."""
    inside = np.zeros(order.shape, dtype=bool)
    for unit in range(units):
        members = order % units == unit
        inside |= members & (members.cumsum(axis=1) <= count)
    return inside
