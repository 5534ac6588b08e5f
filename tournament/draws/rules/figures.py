"""The figures of a draw: each with its bound, the reason of the bound, and why it is not reached.

Reasons are codes with numbers; labels are made by the pages. Reasons of a bound (``because``):

- ``nothing``: nothing forces more than 0;
- ``opponents`` (needed, others): each player needs this many opponents, and there are only so many other people;
- ``few_tables`` (tables): with so few tables each session repeats some meetings of the first;
- ``exhausted``: an exhaustive search found no lower value;
- ``pools`` (others, needed): in the smallest pool there are so many others, and each player needs so many opponents;
- ``pool_tables`` (tables, sessions): so many sessions at the tables of the smallest pool;
- ``areas`` (sessions, tables): each player meets one player of each other area in every session, and areas are limited;
- ``larger_than_tables`` (groups, most, tables): so many teams (countries, regions) have more members than there are
  tables, the largest so many;
- ``all_meet`` (needed, different): so many meetings, and only so many pairs of different teams;
- ``sessions`` (sessions): the number of sessions is not a multiple of four;
- ``own_tables`` (people): so many people have a fixed table;
- ``strangers`` (paths, strangers): a player's opponents have at most so many other opponents, to be shared by so many
  strangers;
- ``played`` (repeats): the played sessions already contain so many;
- ``left``: the withdrawn players had uneven winds, so that the remaining ones cannot be even;
- ``unknown``: no bound is known.

Reasons of a gap to the bound (``gap``): ``reached``; ``by_hand``: the chart was changed by hand; ``search`` (steps):
the search found no better chart or lot in so many steps, and no proof exists that there is one; ``kept``: the chart is
unchanged; ``not_sought``: the figure is counted but not optimised.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tournament.draws.rules.bounds import (
    EXHAUSTED,
    in_one_session,
    keeping_apart_bound,
    pools_repeat_bound,
    repeat_bound,
    table_repeat_bound,
)
from tournament.draws.rules.charts.beyond import STEPS as CHART_STEPS
from tournament.draws.rules.charts.table_numbers import STEPS as TABLE_STEPS
from tournament.draws.rules.how import AREAS, how_made, pool_rule
from tournament.draws.rules.lots.areas import area_repeat_bound
from tournament.draws.rules.lots.keeping_apart import ENOUGH as LOT_STEPS
from tournament.draws.rules.quality import as_positions, labels, meetings, same_at_tables
from tournament.draws.rules.types import Draw, Entrant


@dataclass(frozen=True, slots=True)
class Reason:
    """A code of the list above and its numbers."""

    code: str
    about: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its proven bound; None: unknown.

    No value below the bound (of common opponents: above it) is possible.
    """

    name: str
    value: int | None
    bound: int | None
    because: Reason
    gap: Reason

    @property
    def reached(self) -> bool:
        return self.gap.code == "reached"


def _gap(value: int | None, bound: int | None, by_hand: bool, steps: int) -> Reason:
    if value == bound:
        return Reason("reached")
    if by_hand:
        return Reason("by_hand")
    return Reason("search", {"steps": steps})


def repeats_figure(draw: Draw, by_hand: bool) -> Figure:
    """Return the figure of meetings beyond the first, for a chart made by its rule."""
    tables, sessions = len(draw.chart[0]), draw.sessions
    bound = repeat_bound(tables, sessions)
    if (tables, sessions) in EXHAUSTED:
        because = Reason("exhausted")
    elif tables < 4 and sessions > 1:
        because = Reason("few_tables", {"tables": tables})
    else:
        because = Reason("opponents", {"needed": 3 * sessions, "others": 4 * tables - 1})
    rule = how_made(draw.method)["rule"]
    pools = pool_rule(rule)
    in_pools = pools_repeat_bound(pools, sessions) if pools else 0
    if pools and in_pools > bound:
        bound, because = in_pools, Reason("pools", {"others": 4 * min(pools.tables) - 1, "needed": 3 * sessions})
    if rule == AREAS and area_repeat_bound(tables, sessions) > bound:
        bound = area_repeat_bound(tables, sessions)
        because = Reason("areas", {"sessions": sessions, "tables": tables})
    value = draw.quality.repeat_pairs
    return Figure(
        "repeats", value, bound, because if bound else Reason("nothing"), _gap(value, bound, by_hand, CHART_STEPS)
    )


def kin_figure(
    name: str, value: int, sizes: Iterable[int], tables: int, sessions: int, repeats: int, by_hand: bool = False
) -> Figure:
    """Return the figure of meetings inside the teams (countries, regions) of these sizes."""
    members = list(sizes)
    bound = keeping_apart_bound(tables, sessions, members, repeats)
    if not bound:
        because = Reason("nothing")
    elif bound == sessions * sum(in_one_session(tables, size) for size in members):
        large = [size for size in members if size > tables]
        because = Reason("larger_than_tables", {"groups": len(large), "most": max(large), "tables": tables})
    else:
        size = 4 * tables
        different = size * (size - 1) // 2 - sum(count * (count - 1) // 2 for count in members)
        because = Reason("all_meet", {"needed": 6 * tables * sessions, "different": different + repeats})
    return Figure(name, value, bound, because, _gap(value, bound, by_hand, LOT_STEPS))


def _apart_figure(draw: Draw, entrants: Sequence[Entrant], by_hand: bool) -> list[Figure]:
    pairs = {tuple(sorted((entrant.number, other))) for entrant in entrants for other in entrant.apart}
    if not pairs:
        return []
    met = meetings(as_positions(draw.chart))
    value = sum(int(met[first - 1, second - 1]) for first, second in pairs)
    return [Figure("apart", value, 0, Reason("nothing"), _gap(value, 0, by_hand, LOT_STEPS))]


def _tables_figure(draw: Draw, entrants: Sequence[Entrant], by_hand: bool) -> Figure:
    fixed = sum(entrant.table is not None for entrant in entrants)
    bound = fixed * (draw.sessions - -(-draw.sessions // len(draw.chart[0])))
    value = draw.quality.table_repeats
    because = Reason("own_tables", {"people": fixed}) if bound else Reason("nothing")
    pools = pool_rule(how_made(draw.method)["rule"])
    in_pools = table_repeat_bound(pools, draw.sessions) if pools else 0
    if pools and in_pools > bound:
        bound, because = in_pools, Reason("pool_tables", {"tables": min(pools.tables), "sessions": draw.sessions})
    return Figure("tables", value, bound, because, _gap(value, bound, by_hand, TABLE_STEPS))


def winds_figure(spread: int, sessions: int) -> Figure:
    """Return the figure of the largest difference between a player's winds."""
    bound = int(sessions % 4 > 0)
    because = Reason("sessions", {"sessions": sessions}) if bound else Reason("nothing")
    return Figure("winds", spread, bound, because, Reason("reached" if spread == bound else "by_hand"))


def common_figure(common: int | None, players: int, sessions: int) -> Figure:
    """Return the figure of the least number of common opponents of two who never meet; the bound is from above.

    Each of a player's 3r opponents has 3r - 3 opponents outside their common table; all these meetings are shared by
    the n - 1 - 3r people whom that player never meets.
    """
    strangers = players - 1 - 3 * sessions
    if common is None or strangers < 1:
        return Figure("common", common, None, Reason("unknown"), Reason("reached" if common is None else "not_sought"))
    paths = 9 * sessions * (sessions - 1)
    bound = min(paths // strangers, 3 * sessions)
    gap = Reason("reached" if common == bound else "not_sought")
    because = Reason("strangers", {"paths": paths, "strangers": strangers})
    return Figure("common", common, bound, because, gap)


def figures(draw: Draw, entrants: Sequence[Entrant]) -> tuple[Figure, ...]:
    """Return all figures of a draw.

    apart (if there are such pairs), repeats, teams, countries, regions, winds, tables, common.
    """
    tables, quality = len(draw.chart[0]), draw.quality
    by_hand = "by hand" in draw.method
    regions = [entrant.region for entrant in sorted(entrants, key=lambda entrant: entrant.number)]
    in_regions = int(same_at_tables(as_positions(draw.chart), labels(regions, 4 * tables)).sum())

    def kin(name: str, value: int, names: Iterable[str]) -> Figure:
        sizes = Counter(filter(None, names)).values()
        return kin_figure(name, value, sizes, tables, draw.sessions, quality.repeat_pairs, by_hand)

    return (
        *_apart_figure(draw, entrants, by_hand),
        repeats_figure(draw, by_hand),
        kin("teams", quality.team_meetings, (entrant.team for entrant in entrants)),
        kin("countries", quality.country_meetings, (entrant.country for entrant in entrants)),
        kin("regions", in_regions, regions),
        winds_figure(quality.seat_spread, draw.sessions),
        _tables_figure(draw, entrants, by_hand),
        common_figure(quality.common_opponents_min, 4 * tables, draw.sessions),
    )
