"""Draw a bracket in the order of the standings: the partition with the least vector that the search finds."""

from collections.abc import Mapping

import numpy as np

from tournament.draws.rules.rounds.duals import KINDS, SCALE, Columns, Duals, affordable, columns, lower_bound
from tournament.draws.rules.rounds.exact import SMALL, STEPS, Found, best_in_windows, best_of_all, within_gap
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

#: The gap between bound and value is searched up to these parts of FULL, one after the other.
SHARES, FULL = (1, 2, 4, 7, 10, 13, 16), 16
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
    values, exact = counted(bracket, prices, tables), False
    gap = _Gap(bracket, demands, prices, values | dict.fromkeys(dict(KINDS), 0), tables)
    if _has_conflicts(values):
        searched = gap.searched(2 * values["rank_spread"], numbered)
        if searched.tables:
            exact, tables = searched.exact, np.array(searched.tables)
            tables = tables if exact else improved(prices, bracket.home, tables)
            values = counted(bracket, prices, tables)
    if _has_conflicts(values):
        gap = _Gap(bracket, demands, prices, values, tables)
    elif not exact:
        tables, exact = gap.narrowed(tables, numbered)
    certificate = gap.certificate()
    if certificate:
        bounds["rank_spread"] = max(certificate.bound, gap.refuted + 1)
    return tables, Solution(listed_tables(tables), bounds, exact, certificate)


def _has_conflicts(values: Mapping[str, int]) -> bool:
    return any(values[name] for name, _shift in KINDS)


class _Gap:
    """The tables within a window and the bound of the spread that they prove, for the numbers of pairs ``values``.

    ``refuted``: no partition without conflicts has so small a spread.
    """

    def __init__(
        self, bracket: Bracket, demands: Demands, prices: Ints, values: Mapping[str, int], tables: Ints
    ) -> None:
        self.bracket, self.demands, self.prices = bracket, demands, prices
        self.refuted, self.steps = -1, STEPS
        self.listed = columns(bracket, prices, values)
        self.duals: Duals | None = None
        if len(self.listed.starts) >= bracket.size // 4:
            self.duals = lower_bound(self.listed, values, shares(bracket, tables), values["rank_spread"])

    def narrowed(self, tables: Ints, numbered: bool) -> tuple[Ints, bool]:
        """Return the best partition found from ``tables`` on, without conflicts, and whether it is the best of all."""
        tables = self.in_rows(tables)
        searched = self.searched(self.spread_of(tables), numbered)
        if not searched.tables:
            return tables, False
        better = np.array(searched.tables)
        return (better, True) if searched.exact else (improved(self.prices, self.bracket.home, better), False)

    def spread_of(self, tables: Ints) -> int:
        return counted(self.bracket, self.prices, tables)["rank_spread"]

    def in_rows(self, tables: Ints) -> Ints:
        """Return the partition after exact searches of rows of tables."""
        if self.duals is None:
            return tables
        usable = self.usable(self.spread_of(tables))
        return improved(self.prices, self.bracket.home, best_in_windows(usable, self.duals, tables))

    def searched(self, most: int, numbered: bool) -> Found:
        """Return the best partition found of tables without conflicts: first near the bound, then up to ``most``.

        What is found near the bound is the best of all, and the search of a narrow gap is short.
        """
        best = Found([], False, 0)
        if self.duals is None or self.bracket.size > WHOLE:
            return best
        bound, usable = -(-self.duals.bound // SCALE), self.usable(most)
        for share in SHARES:
            spread = bound + (most - bound) * share // FULL
            if spread <= self.refuted:
                continue
            best = within_gap(self.bracket, self.demands, usable, self.duals, spread, numbered, self.steps)
            self.steps = best.steps
            if best.tables or not best.exact:
                break
            self.refuted = spread
        return best

    def usable(self, spread: int) -> Columns:
        """Return all tables that a partition of at most this spread may hold, or those of the window if too many."""
        if self.duals is None or self.bracket.size > WHOLE:
            return self.listed
        return affordable(self.bracket, self.prices, self.duals, spread) or self.listed

    def certificate(self) -> Certificate | None:
        if self.duals is None:
            return None
        numbers = tuple(entry.number for entry in self.bracket.entries)
        bound = max(0, -(-self.duals.bound // SCALE))
        values, prices = tuple(self.duals.values.tolist()), self.duals.prices
        return Certificate(numbers, SCALE, self.listed.window, values, prices, bound)


def shares(bracket: Bracket, tables: Ints) -> Ints:
    """Return half of the squared rank differences between each player and the others at the table."""
    ranks = bracket.ranks[tables]
    share = np.empty(bracket.size, dtype=np.int64)
    share[tables] = ((ranks[:, :, None] - ranks[:, None, :]) ** 2).sum(axis=2) // 2
    return share


def counted(bracket: Bracket, prices: Ints, tables: Ints) -> dict[str, int]:
    """Return the parts that the prices of the tables hold."""
    price = table_prices(prices, bracket.home, tables)
    parts = (*KINDS, ("rank_spread", SPREAD), *URGENT.items())
    return {name: int(part(price, shift).sum()) for name, shift in parts}


def listed_tables(tables: Ints) -> Tables:
    """Return the tables by first position, the positions of each in order."""
    return sorted(tuple(sorted(four)) for four in tables.tolist())
