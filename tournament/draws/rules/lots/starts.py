"""The start: a whole chart for a list, made and published before lots are drawn, independent of the seed."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from tournament.draws.rules.bounds import keeping_apart_bound
from tournament.draws.rules.charts.fixed import first_chart, second_chart
from tournament.draws.rules.charts.winds import with_winds
from tournament.draws.rules.how import APART, AREAS, PoolRule, pool_rule
from tournament.draws.rules.lots.areas import area_chart, area_lot
from tournament.draws.rules.lots.keeping_apart import (
    AREA_STEPS,
    COUNTRY,
    ENOUGH,
    REGION,
    TEAM,
    prices,
    region_weight,
    searched,
)
from tournament.draws.rules.lots.packing import ATTEMPTS, LATER, packed, with_fillers
from tournament.draws.rules.lots.pooled import pools_of_start, renumbered
from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.quality import labels, meetings, repeats, same_at_tables
from tournament.draws.rules.types import FEWEST, MOST, MOST_SESSIONS, Chart, DrawError, Entrant, FixedChart, Positions

VERSION = "pinju-draw/5"
#: Rounds of packing and search while members of a unit still meet: in columns, in fours.
ROUNDS = (8, 1)


def list_text(entrants: Sequence[Entrant]) -> str:
    """Return the list as one text, equal for equal lists: the source of the start's randomness."""
    rows = [
        [entrant.number, entrant.team, entrant.country, entrant.region, sorted(entrant.apart), entrant.table]
        for entrant in sorted(entrants, key=lambda entrant: entrant.number)
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def check_size(count: int, sessions: int) -> None:
    """Raise DrawError if so many players or sessions cannot be drawn."""
    if not FEWEST <= count <= MOST:
        raise DrawError("players", count=count, fewest=FEWEST, most=MOST)
    if not 1 <= sessions <= MOST_SESSIONS:
        raise DrawError("sessions", count=sessions, fewest=1, most=MOST_SESSIONS)


def check(players: Sequence[Entrant], sessions: int) -> list[Entrant]:
    """Return the entrants by number; raise DrawError if no draw is possible."""
    count = len(players)
    check_size(count, sessions)
    ordered = sorted(players, key=lambda entrant: entrant.number)
    for expected, entrant in enumerate(ordered, 1):
        if entrant.number != expected:
            raise DrawError("numbers", expected=expected, found=entrant.number)
        for other in entrant.apart:
            if other == expected or not 1 <= other <= count:
                raise DrawError("apart", number=expected, other=other)
        if entrant.table is not None and not 1 <= entrant.table <= -(-count // 4):
            raise DrawError("table", number=expected, table=entrant.table)
    return ordered


@dataclass(frozen=True, slots=True)
class _Seated:
    chart: Positions
    cost: int
    method: str


def _bound(entrants: Sequence[Entrant], chart: Positions) -> int:
    """Return the least cost of the meetings inside teams, countries and regions on this chart."""
    sessions, tables, _ = chart.shape
    repeated = repeats(meetings(chart))
    total = 0
    for names, weight in (
        ([entrant.team for entrant in entrants], TEAM),
        ([entrant.country for entrant in entrants], COUNTRY),
        ([entrant.region for entrant in entrants], REGION),
    ):
        sizes = Counter(filter(None, names)).values()
        total += weight * keeping_apart_bound(tables, sessions, sizes, repeated)
    return total


def _seated(fixed: FixedChart, entrants: Sequence[Entrant], bound: int, numbers: Numbers) -> list[_Seated]:
    """Return charts with people assigned by packing and search, in several rounds.

    The groups of the chart come first; the quads follow while steps are left or teams meet.
    """
    size = 4 * fixed.positions.shape[1]
    everybody = with_fillers(entrants, size)
    price = prices(everybody)
    candidates: list[_Seated] = []
    spent = 0
    packings = [(fixed.groups, "packing", ROUNDS[0])]
    if fixed.quads != fixed.groups:
        packings.append((fixed.quads, "packing in fours", ROUNDS[1]))
    for groups, name, rounds in packings:
        least = min((candidate.cost for candidate in candidates), default=None)
        if not groups or (least is not None and (least <= bound or (spent >= ENOUGH and least < TEAM))):
            continue
        for turn in range(rounds):
            if turn and spent >= ENOUGH:
                break
            lot = packed(everybody, groups, numbers, LATER if turn else ATTEMPTS)
            best, cost, steps = searched(fixed.positions, price, lot, numbers, bound)
            spent += steps
            how = name if best == lot else f"{name}, swaps"
            candidates.append(_Seated(np.array(best)[fixed.positions], cost, f"{fixed.method}; {how}"))
            if cost <= bound:
                break
    return candidates


def _best_seated(entrants: Sequence[Entrant], sessions: int, variant: int, numbers: Numbers) -> _Seated:
    tables = -(-len(entrants) // 4)
    fixed = first_chart(tables, sessions, variant)
    bound = _bound(entrants, fixed.positions)
    candidates = _seated(fixed, entrants, bound, numbers)
    if min(candidate.cost for candidate in candidates) > bound:
        second = second_chart(tables, sessions)
        candidates += _seated(second, entrants, bound, numbers) if second else []
    return min(candidates, key=lambda candidate: candidate.cost)


def _by_areas(entrants: Sequence[Entrant], sessions: int, variant: int, numbers: Numbers) -> _Seated:
    """Return a chart with one of each region at every table, then teams and countries apart as far as possible."""
    fixed = area_chart(-(-len(entrants) // 4), sessions, variant)
    everybody = with_fillers(entrants, 4 * fixed.positions.shape[1])
    lot = area_lot(everybody, fixed, numbers)
    best, least, _ = searched(fixed.positions, prices(everybody, region_weight(AREAS)), lot, numbers, 0, AREA_STEPS)
    return _Seated(np.array(best)[fixed.positions], least, fixed.method if best == lot else f"{fixed.method}; swaps")


def _by_pools(entrants: Sequence[Entrant], rule: PoolRule, sessions: int, variant: int, numbers: Numbers) -> _Seated:
    """Return the charts of the pools beside each other, at the tables of each."""
    charts, methods = [], set()
    for members in pools_of_start(entrants, rule, variant):
        seated = _best_seated(renumbered(members), sessions, variant, numbers)
        charts.append(np.array([entrant.number - 1 for entrant in members])[seated.chart])
        methods.add(seated.method)
    return _Seated(np.concatenate(charts, axis=1), 0, methods.pop() if len(methods) == 1 else "packing")


def _kin_last(chart: Positions, entrants: Sequence[Entrant]) -> Positions:
    """Sort the sessions by meetings of teams and countries, fewest first; equal ones keep their order."""
    size = 4 * chart.shape[1]
    teams = same_at_tables(chart, labels([entrant.team for entrant in entrants], size))
    countries = same_at_tables(chart, labels([entrant.country for entrant in entrants], size))
    return chart[np.argsort(teams * TEAM + countries * COUNTRY, kind="stable")]


def at_own_tables(chart: Positions, entrants: Sequence[Entrant]) -> Positions:
    """Swap tables within each session so that players with a fixed table sit at it.

    DrawError if two of them meet (tables_meet) or share a table (tables_shared).
    """
    fixed_tables = {entrant.number - 1: entrant.table - 1 for entrant in entrants if entrant.table is not None}
    if len(set(fixed_tables.values())) < len(fixed_tables):
        raise DrawError("tables_shared")
    for session in chart if fixed_tables else []:
        for player, table in fixed_tables.items():
            (current,) = np.flatnonzero((session == player).any(axis=1))
            if any(other in fixed_tables for other in session[current] if other != player):
                raise DrawError("tables_meet", number=player + 1)
            session[[current, table]] = session[[table, current]]
    return chart


def as_chart(chart: Positions) -> Chart:
    """Return the chart in numbers from 1."""
    return tuple(tuple((e, s, w, n) for e, s, w, n in session) for session in (chart + 1).tolist())


def own_tables_apart(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Return the list with all players who have a fixed table kept apart from each other."""
    fixed = frozenset(entrant.number for entrant in entrants if entrant.table is not None)
    return [
        entrant if entrant.table is None else replace(entrant, apart=entrant.apart | (fixed - {entrant.number}))
        for entrant in entrants
    ]


@dataclass(frozen=True, slots=True)
class Start:
    """A chart for a list before lots are drawn, and its method."""

    chart: Chart
    method: str


@lru_cache(maxsize=6)
def make_start(entrants: tuple[Entrant, ...], sessions: int, event_id: str, rule: str, variant: int) -> Start:
    """Return the start for a checked list."""
    numbers = Numbers(VERSION, "start", event_id, list_text(entrants), str(sessions), rule, str(variant))
    pools = pool_rule(rule)
    if pools is not None:
        seated = _by_pools(entrants, pools, sessions, variant, numbers)
    elif rule == AREAS:
        seated = _by_areas(entrants, sessions, variant, numbers)
    else:
        seated = _best_seated(entrants, sessions, variant, numbers)
    chart = at_own_tables(with_winds(_kin_last(seated.chart, entrants)), entrants)
    return Start(as_chart(chart), seated.method)


def start(
    players: Sequence[Entrant], sessions: int, event_id: str = "", *, rule: str = APART, variant: int = 0
) -> Start:
    """Return the chart that lots are drawn from; equal for equal version, event, list, sessions, rule and variant.

    DrawError with the codes players, sessions, numbers, apart, table, tables_shared, tables_meet, areas, pools,
    pool_teams, table_pool.
    """
    entrants = check(players, sessions)
    return make_start(tuple(own_tables_apart(entrants)), sessions, event_id, rule, variant)
