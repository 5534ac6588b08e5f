"""The price of a table: a whole number that holds the parts of the vector, the more important in higher bits.

The bits are enough for four tables with ranks up to 2000 (three above 1000): 24 pairs, 16 players.
"""

from collections.abc import Sequence

import numpy as np

from tournament.draws.rules.rounds.types import Bools, Bracket, Demand, Demands, Ints

APART, SPREAD, OUTSIDE, COUNTRY, TEAM, REMATCH, OVER, FORBID = 0, 5, 33, 38, 43, 48, 53, 58
#: Bits of the spread; all other parts have five.
SPREAD_BITS = OUTSIDE - SPREAD
#: Bits of one pair or player that are worse than any spread.
CONFLICT = 1 << OUTSIDE
SIX = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))


def pair_prices(bracket: Bracket, demands: Demands, cap: int, *, spread: bool = True) -> Ints:
    """Return the price of each pair at one table.

    A pair that has met ``cap`` times or more would exceed ``most_meetings`` = ``cap``; ``spread``: with the squared
    difference of the ranks.
    """
    prices = np.zeros_like(bracket.met)
    if spread:
        prices += (bracket.ranks[:, None] - bracket.ranks) ** 2 << SPREAD
    kinds: Sequence[tuple[Demand, Ints, int]] = (
        (demands.rematch, (bracket.met > 0).astype(np.int64), REMATCH),
        (demands.teams, bracket.kin["team"].astype(np.int64), TEAM),
        (demands.countries, bracket.kin["country"].astype(np.int64), COUNTRY),
        (demands.apart, bracket.kin["apart"].astype(np.int64), APART),
    )
    # A pair is forbidden once, whatever the reasons: four tables of such pairs fit into the bits.
    forbidden = np.zeros(bracket.met.shape, dtype=bool)
    for demand, pairs, shift in kinds:
        if demand == "forbid":
            forbidden |= pairs > 0
        elif demand == "avoid":
            prices += pairs << shift
    prices += forbidden.astype(np.int64) << FORBID
    if demands.rematch == "avoid":
        prices += (bracket.met >= cap).astype(np.int64) << OVER
    return prices


def is_outside(home: Ints, fours: Ints) -> Bools:
    """Return for each player of each four (last axis: positions) whether the player's score group is not at home there.

    A table belongs to the place of its mean position in the order of the draw: the tables of the undisturbed order are
    0, 1, 2, …
    """
    table = fours.sum(axis=-1)[..., None] // 16
    away: Bools = (home[fours, 0] > table) | (home[fours, 1] < table)
    return away


def table_prices(prices: Ints, home: Ints, fours: Ints) -> Ints:
    """Return the price of each four (last axis: positions)."""
    pairs = np.zeros(fours.shape[:-1], dtype=np.int64)
    for first, second in SIX:
        pairs += prices[fours[..., first], fours[..., second]]
    return pairs + (is_outside(home, fours).sum(axis=-1) << OUTSIDE)


def table_spread(ranks: Ints) -> Ints:
    """Return the squared differences of the ranks (last axis) of each table, over its pairs."""
    squares: Ints = ranks.shape[-1] * np.square(ranks).sum(axis=-1) - np.square(ranks.sum(axis=-1))
    return squares


def part(price: Ints, shift: int) -> Ints:
    """Return one part of prices."""
    bits = SPREAD_BITS if shift == SPREAD else 5
    return (price >> shift) & ((1 << bits) - 1)
