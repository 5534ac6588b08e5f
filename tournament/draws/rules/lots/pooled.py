"""The draw in pools from the first session on: who is in which pool of the start, and what the lots keep (3.5.4).

Each pool has tables and a chart of its own. The pools of the start are dealt as those of a later stage
(``rules.pools``): by a snake of the numbers (rule "plain": without regard to countries), or evenly by country. Lots
then exchange people; by a snake everybody stays in the pool of the start, else an exchange is undone that parts a team
or puts more of one country into a pool.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from tournament.draws.rules.how import PoolRule, RuleKind
from tournament.draws.rules.lots.packing import FILLERS, with_fillers
from tournament.draws.rules.pools import PoolUnit, dealt_pools, most_common, pool_sizes
from tournament.draws.rules.types import Chart, DrawError, Entrant

#: A change of the pools' price: pairs of a team in different pools (by a snake: people outside their pool), then pairs
#: of one country in a pool.
PoolChange = tuple[int, int]
SAME: PoolChange = (0, 0)


def rule_for(entrants: Sequence[Entrant], pools: int, kind: RuleKind, *, teams: bool) -> PoolRule:
    """Return the rule that deals a list to so many pools whose sizes differ by one table (teams: one team) at most.

    DrawError: pools_few (a pool would have no table), pool_teams as `pools_of_start`.
    """
    everybody = with_fillers(entrants, 4 * -(-len(entrants) // 4))
    if teams:
        each = len(next(iter(_teams(everybody).values())))
        sizes = [each * size for size in pool_sizes(len(everybody) // each, pools, 1)]
        if any(size % 4 for size in sizes):
            raise DrawError("pool_teams")
    else:
        sizes = pool_sizes(len(everybody), pools)
    if not min(sizes):
        raise DrawError("pools_few", pools=pools)
    return PoolRule(kind, tuple(size // 4 for size in sizes), teams)


def pools_of_start(entrants: Sequence[Entrant], rule: PoolRule, variant: int) -> list[list[Entrant]]:
    """Return the people of each pool of the start, with fillers for the numbers above those of the list.

    DrawError: pools (the tables are not those of the list), pool_teams (whole teams do not fill the tables of the
    pools), table_pool (a fixed table is in another pool).
    """
    everybody = with_fillers(entrants, 4 * -(-len(entrants) // 4))
    if 4 * sum(rule.tables) != len(everybody):
        raise DrawError("pools", tables=sum(rule.tables), needed=len(everybody) // 4)
    teams = _teams(everybody) if rule.teams else {entrant.number: [entrant] for entrant in everybody}
    apart = rule.kind != "plain"
    units = [
        PoolUnit(first, most_common(member.country for member in members) if apart else "")
        for first, members in teams.items()
    ]
    each = len(everybody) // len(units)
    if any(4 * tables % each for tables in rule.tables):
        raise DrawError("pool_teams")
    sizes = [4 * tables // each for tables in rule.tables]
    dealt = dealt_pools(units, sizes, "lot" if rule.kind == "lot" else "snake", f"start {variant}").pools
    pools = [[entrant for first in pool for entrant in teams[first]] for pool in dealt]
    return _at_own_tables(pools, rule)


def _teams(everybody: Sequence[Entrant]) -> dict[int, list[Entrant]]:
    """Return first number -> members of each team; DrawError (pool_teams) if they are not of one size."""
    teams: dict[str, list[Entrant]] = {}
    for entrant in everybody:
        teams.setdefault(entrant.team, []).append(entrant)
    if {"", FILLERS} & set(teams) or len(set(map(len, teams.values()))) > 1:
        raise DrawError("pool_teams")
    return {members[0].number: members for members in teams.values()}


def _at_own_tables(pools: list[list[Entrant]], rule: PoolRule) -> list[list[Entrant]]:
    """Exchange who has a fixed table with one of the pool that plays at it, of the same country if possible."""
    fixed = [(at, entrant) for at, pool in enumerate(pools) for entrant in pool if entrant.table is not None]
    for at, entrant in fixed:
        to = rule.pool_of(entrant.table or 1)
        if at == to:
            continue
        free = [other for other in pools[to] if other.table is None]
        if rule.teams or rule.kind != "lot" or not free:
            raise DrawError("table_pool", number=entrant.number, table=entrant.table)
        other = min(free, key=lambda candidate: (candidate.country != entrant.country, candidate.number))
        pools[at][pools[at].index(entrant)], pools[to][pools[to].index(other)] = other, entrant
    return pools


def renumbered(members: Sequence[Entrant]) -> list[Entrant]:
    """Return the people of a pool with the numbers 1, 2, …, as its chart has them; tables are fixed afterwards."""
    number_of = {entrant.number: at for at, entrant in enumerate(members, start=1)}
    return [
        replace(
            entrant,
            number=number_of[entrant.number],
            apart=frozenset(number_of[other] for other in entrant.apart if other in number_of),
            table=None,
        )
        for entrant in members
    ]


class PoolPrice:
    """Who is in which pool while lots are drawn, and how exchanges change the price of the pools."""

    def __init__(self, start: Chart, everybody: Sequence[Entrant], rule: PoolRule) -> None:
        self._at = {number: rule.pool_of(table) for table, four in enumerate(start[0], 1) for number in four}
        self._home = dict(self._at) if rule.kind != "lot" else {}
        self._people = {entrant.number: entrant for entrant in everybody}
        self._teams = rule.teams
        self._members = Counter((self._at[entrant.number], entrant.team) for entrant in everybody)
        self._compatriots = Counter((self._at[entrant.number], entrant.country) for entrant in everybody)

    def exchange(self, unit: Sequence[int], other: Sequence[int]) -> PoolChange:
        """Exchange the pools of two units, member by member; return how the price changes."""
        apart = compatriots = 0
        for first, second in zip(unit, other, strict=True):
            here, there = self._at[first], self._at[second]
            for number, to in ((first, there), (second, here)):
                change = self._move(number, to)
                apart, compatriots = apart + change[0], compatriots + change[1]
        return apart, compatriots

    def _move(self, number: int, to: int) -> PoolChange:
        here, entrant = self._at[number], self._people[number]
        if here == to:
            return SAME
        self._at[number] = to
        if self._home:
            return (to != self._home[number]) - (here != self._home[number]), 0
        self._members[here, entrant.team] -= 1
        self._compatriots[here, entrant.country] -= 1
        apart = self._members[here, entrant.team] - self._members[to, entrant.team] if self._teams else 0
        country = (
            self._compatriots[to, entrant.country] - self._compatriots[here, entrant.country] if entrant.country else 0
        )
        self._members[to, entrant.team] += 1
        self._compatriots[to, entrant.country] += 1
        return apart, country
