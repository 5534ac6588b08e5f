"""The start: a whole chart for a list, made and published before lots are drawn, so that no seed has a part in it."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tournament.draws.rules.bounds import keeping_apart_bound
from tournament.draws.rules.charts.fixed import first_chart, second_chart
from tournament.draws.rules.charts.winds import with_winds
from tournament.draws.rules.how import APART, AREAS
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
from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.quality import labels, meetings, repeats, same_at_tables
from tournament.draws.rules.types import FEWEST, MOST, MOST_SESSIONS, Chart, DrawError, Entrant, FixedChart, Positions

VERSION = "pinju-draw/5"
#: How often people are packed and searched for anew where people of a unit must still meet: in columns, in fours.
ROUNDS = (8, 1)


def list_text(entrants: Sequence[Entrant]) -> str:
    """The list as one text, the same for equal lists: what the start's chance comes from."""
    rows = [
        [one.number, one.team, one.country, one.region, sorted(one.apart), one.table]
        for one in sorted(entrants, key=lambda entrant: entrant.number)
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def check(players: Sequence[Entrant], sessions: int) -> list[Entrant]:
    """The entrants by number; DrawError if the draw cannot be made of them."""
    count = len(players)
    if not FEWEST <= count <= MOST:
        raise DrawError("players", count=count, fewest=FEWEST, most=MOST)
    if not 1 <= sessions <= MOST_SESSIONS:
        raise DrawError("sessions", count=sessions, fewest=1, most=MOST_SESSIONS)
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
    """What the meetings of teams, countries and regions cost at least on this chart."""
    sessions, tables, _ = chart.shape
    again = repeats(meetings(chart))
    total = 0
    for names, weight in (
        ([one.team for one in entrants], TEAM),
        ([one.country for one in entrants], COUNTRY),
        ([one.region for one in entrants], REGION),
    ):
        sizes = Counter(filter(None, names)).values()
        total += weight * keeping_apart_bound(tables, sessions, sizes, again)
    return total


def _seated(fixed: FixedChart, entrants: Sequence[Entrant], bound: int, numbers: Numbers) -> list[_Seated]:
    """The chart with people by packing and search, some rounds of it: for its groups, and for its quads while steps are
    left or teams meet."""
    size = 4 * fixed.positions.shape[1]
    everybody = with_fillers(entrants, size)
    price = prices(everybody)
    found: list[_Seated] = []
    spent = 0
    ways = [(fixed.groups, "packing", ROUNDS[0])]
    if fixed.quads != fixed.groups:
        ways.append((fixed.quads, "packing in fours", ROUNDS[1]))
    for groups, name, rounds in ways:
        least = min((one.cost for one in found), default=None)
        if not groups or (least is not None and (least <= bound or (spent >= ENOUGH and least < TEAM))):
            continue
        for turn in range(rounds):
            if turn and spent >= ENOUGH:
                break
            lot = packed(everybody, groups, numbers, LATER if turn else ATTEMPTS)
            best, cost, steps = searched(fixed.positions, price, lot, numbers, bound)
            spent += steps
            how = name if best == lot else f"{name}, swaps"
            found.append(_Seated(np.array(best)[fixed.positions], cost, f"{fixed.method}; {how}"))
            if cost <= bound:
                break
    return found


def _best_seated(entrants: Sequence[Entrant], sessions: int, variant: int, numbers: Numbers) -> _Seated:
    tables = -(-len(entrants) // 4)
    fixed = first_chart(tables, sessions, variant)
    bound = _bound(entrants, fixed.positions)
    found = _seated(fixed, entrants, bound, numbers)
    if min(one.cost for one in found) > bound:
        second = second_chart(tables, sessions)
        found += _seated(second, entrants, bound, numbers) if second else []
    return min(found, key=lambda one: one.cost)


def _by_areas(entrants: Sequence[Entrant], sessions: int, variant: int, numbers: Numbers) -> _Seated:
    """One of each region at every table; within that, teams and countries are kept apart as far as may be."""
    fixed = area_chart(-(-len(entrants) // 4), sessions, variant)
    everybody = with_fillers(entrants, 4 * fixed.positions.shape[1])
    lot = area_lot(everybody, fixed, numbers)
    best, least, _ = searched(fixed.positions, prices(everybody, region_weight(AREAS)), lot, numbers, 0, AREA_STEPS)
    return _Seated(np.array(best)[fixed.positions], least, fixed.method if best == lot else f"{fixed.method}; swaps")


def _kin_last(chart: Positions, entrants: Sequence[Entrant]) -> Positions:
    """The sessions with the fewest meetings of teams and countries first, those equal as they were."""
    size = 4 * chart.shape[1]
    teams = same_at_tables(chart, labels([one.team for one in entrants], size))
    countries = same_at_tables(chart, labels([one.country for one in entrants], size))
    return chart[np.argsort(teams * TEAM + countries * COUNTRY, kind="stable")]


def at_own_tables(chart: Positions, entrants: Sequence[Entrant]) -> Positions:
    """The chart with each session's tables exchanged so that those with a table of their own sit there.

    DrawError if two of them meet, or if two have the same table: one of them could not.
    """
    own = {one.number - 1: one.table - 1 for one in entrants if one.table is not None}
    if len(set(own.values())) < len(own):
        raise DrawError("tables_shared")
    for session in chart if own else []:
        for player, table in own.items():
            (at,) = np.flatnonzero((session == player).any(axis=1))
            if any(other in own for other in session[at] if other != player):
                raise DrawError("tables_meet", number=player + 1)
            session[[at, table]] = session[[table, at]]
    return chart


def as_chart(chart: Positions) -> Chart:
    """The chart in numbers from 1."""
    return tuple(tuple((e, s, w, n) for e, s, w, n in session) for session in (chart + 1).tolist())


def own_tables_apart(entrants: Sequence[Entrant]) -> list[Entrant]:
    """The list with those who have a table of their own kept from meeting each other."""
    own = frozenset(one.number for one in entrants if one.table is not None)
    return [
        Entrant(one.number, one.team, one.country, one.region, one.apart | (own - {one.number}), one.table)
        if one.table is not None
        else one
        for one in entrants
    ]


@dataclass(frozen=True, slots=True)
class Start:
    """A chart for a list before lots are drawn, and how it was made."""

    chart: Chart
    method: str


@lru_cache(maxsize=6)
def made(entrants: tuple[Entrant, ...], sessions: int, event_id: str, rule: str, variant: int) -> Start:
    """The start for a checked list."""
    numbers = Numbers(VERSION, "start", event_id, list_text(entrants), str(sessions), rule, str(variant))
    if rule == AREAS:
        found = _by_areas(entrants, sessions, variant, numbers)
    else:
        found = _best_seated(entrants, sessions, variant, numbers)
    chart = at_own_tables(with_winds(_kin_last(found.chart, entrants)), entrants)
    return Start(as_chart(chart), found.method)


def start(
    players: Sequence[Entrant], sessions: int, event_id: str = "", *, rule: str = APART, variant: int = 0
) -> Start:
    """The chart that lots are drawn from: for the same version, event, list, sessions, rule and variant the same.

    DrawError with the codes players, sessions, numbers, apart, table, tables_shared, tables_meet, areas.
    """
    entrants = check(players, sessions)
    return made(tuple(own_tables_apart(entrants)), sessions, event_id, rule, variant)
