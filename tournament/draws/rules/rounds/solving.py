"""Draw a bracket in the order of the standings: the partition with the least vector that the search finds."""

from collections.abc import Mapping

import numpy as np

from tournament.draws.rules.rounds.duals import KINDS, SCALE, Duals, columns, lower_bound
from tournament.draws.rules.rounds.exact import SMALL, Found, best_in_windows, best_of_all, within_gap
from tournament.draws.rules.rounds.neighbours import improved
from tournament.draws.rules.rounds.prices import (
    CONFLICT,
    FORBID,
    OVER,
    REMATCH,
    SPREAD,
    pair_prices,
    part,
    table_prices,
)
from tournament.draws.rules.rounds.refuting import LARGEST, fewest_pairs
from tournament.draws.rules.rounds.types import Bracket, Certificate, Demands, Ints, Solution, Tables

#: Searches of the gap, each from the partition that the one before found.
ROUNDS = 2
#: What a tree search reduces in a small bracket, most urgent first. ``over``: pairs above ``most_meetings``.
URGENT = {"forbidden": FORBID, "over": OVER, "rematch_pairs": REMATCH}
#: Players of a bracket that is searched as a whole.
WHOLE = 240


def solved(bracket: Bracket, demands: Demands, numbered: bool, cap: int = 2) -> Solution:
    """Return the tables of a bracket for the methods fours and swiss.

    Consecutive fours have the least rank spread of all, and are the only such partition if no two tables share a rank.
    ``cap``: pairs that met so often before are avoided first of all; it grows until no such pair is left.
    """
    prices = pair_prices(bracket, demands, cap)
    in_order = np.arange(bracket.size).reshape(-1, 4)
    if (table_prices(prices, bracket.home, in_order) < CONFLICT).all():
        ends, begins = bracket.ranks[3:-1:4], bracket.ranks[4::4]
        return Solution(listed_tables(in_order), exact=bool((ends < begins).all()))
    if bracket.size <= SMALL:
        tables = np.array(best_of_all(bracket, demands, prices, numbered))
        solution = Solution(listed_tables(tables), exact=True)
    else:
        tables, solution = _searched(bracket, demands, prices, numbered)
    if (part(table_prices(prices, bracket.home, tables), OVER) > 0).any():
        return solved(bracket, demands, numbered, cap + 1)
    return solution


def _searched(bracket: Bracket, demands: Demands, prices: Ints, numbered: bool) -> tuple[Ints, Solution]:
    tables = improved(prices, bracket.home, np.arange(bracket.size).reshape(-1, 4))
    values, bounds = counted(bracket, prices, tables), dict[str, int]()
    urgent = next((name for name in URGENT if values[name]), None)
    if urgent and bracket.size <= LARGEST:
        shift = URGENT[urgent]
        bad, never = part(prices, shift) > 0, prices >= 1 << shift + 5
        bounds[urgent], better = fewest_pairs(bad | never, never, values[urgent])
        if better is not None:
            tables = improved(prices, bracket.home, np.array(better))
            values = counted(bracket, prices, tables)
    if values["forbidden"]:
        return tables, Solution(listed_tables(tables), bounds)
    return _refined(bracket, demands, prices, numbered, tables, bounds)


def _refined(
    bracket: Bracket, demands: Demands, prices: Ints, numbered: bool, tables: Ints, bounds: dict[str, int]
) -> tuple[Ints, Solution]:
    """Search the tables between the bound of the spread and its value; first without the conflicts that are left."""
    values = counted(bracket, prices, tables)
    if any(values[name] for name, _shift in KINDS):
        clean = values | {name: 0 for name, _shift in KINDS} | {"rank_spread": 2 * values["rank_spread"]}
        found = _Gap(bracket, demands, prices, clean).searched(numbered)
        if found:
            tables = improved(prices, bracket.home, np.array(found.tables))
    exact, certificate = False, None
    for _round in range(ROUNDS):
        values = counted(bracket, prices, tables)
        gap = _Gap(bracket, demands, prices, values)
        certificate = gap.certificate(bracket) or certificate
        if any(values[name] for name, _shift in KINDS):
            break
        tables = gap.in_rows(tables)
        found = gap.searched(numbered)
        if found is None:
            continue
        exact = found.exact
        better = np.array(found.tables) if exact else improved(prices, bracket.home, np.array(found.tables))
        spread = counted(bracket, prices, better)["rank_spread"]
        tables = better if exact or spread < gap.spread else tables
        if exact or gap.spread >= values["rank_spread"]:
            break
    if certificate:
        bounds["rank_spread"] = certificate.bound
    return tables, Solution(listed_tables(tables), bounds, exact, certificate)


class _Gap:
    """The tables within a window and the bound of the spread that they prove, for the numbers of pairs ``values``."""

    def __init__(self, bracket: Bracket, demands: Demands, prices: Ints, values: Mapping[str, int]) -> None:
        self.bracket, self.demands, self.prices, self.spread = bracket, demands, prices, values["rank_spread"]
        self.listed = columns(bracket, prices, values)
        self.duals: Duals | None = None
        if len(self.listed.starts) >= bracket.size // 4:
            start = np.full(bracket.size, self.spread // bracket.size, dtype=np.int64)
            self.duals = lower_bound(self.listed, values, start, self.spread)

    def in_rows(self, tables: Ints) -> Ints:
        """Return the partition after exact searches of rows of tables; it becomes the one to beat."""
        if self.duals is None:
            return tables
        tables = improved(self.prices, self.bracket.home, best_in_windows(self.listed, self.duals, tables))
        self.spread = counted(self.bracket, self.prices, tables)["rank_spread"]
        return tables

    def searched(self, numbered: bool) -> Found | None:
        """Return the best partition found of tables without conflicts."""
        if self.duals is None or self.bracket.size > WHOLE:
            return None
        return within_gap(self.bracket, self.demands, self.listed, self.duals, self.spread, numbered)

    def certificate(self, bracket: Bracket) -> Certificate | None:
        if self.duals is None:
            return None
        numbers = tuple(entry.number for entry in bracket.entries)
        bound = max(0, -(-self.duals.bound // SCALE))
        values, prices = tuple(self.duals.values.tolist()), self.duals.prices
        return Certificate(numbers, SCALE, self.listed.window, values, prices, bound)


def counted(bracket: Bracket, prices: Ints, tables: Ints) -> dict[str, int]:
    """Return the parts that the prices of the tables hold."""
    price = table_prices(prices, bracket.home, tables)
    parts = (*KINDS, ("rank_spread", SPREAD), *URGENT.items())
    return {name: int(part(price, shift).sum()) for name, shift in parts}


def listed_tables(tables: Ints) -> Tables:
    """Return the tables by first position, the positions of each in order."""
    return sorted(tuple(sorted(four)) for four in tables.tolist())
