"""The figures of a draw as they are shown: each with its bound, what makes the bound and why it is not reached.

Reasons are codes with numbers; their words are the places'. What makes a bound (``because``):

- ``nothing``: nothing forces more than 0;
- ``opponents`` (needed, others): everybody needs so many opponents and there are only so many other people;
- ``few_tables`` (tables): with so few tables each session repeats some of the first;
- ``exhausted``: an exhaustive search found none with less;
- ``areas`` (sessions, tables): of two areas each player meets one in every session and there are only so many;
- ``larger_than_tables`` (groups, most, tables): so many teams (countries, regions) have more members than there are
  tables, the largest so many;
- ``all_meet`` (needed, different): so many meetings, and only so many pairs that are not of one team;
- ``sessions`` (sessions): the sessions are no multiple of four;
- ``own_tables`` (people): so many sit at one table throughout;
- ``strangers`` (paths, strangers): everybody's opponents have at most so many opponents more, and so many strangers to
  share them;
- ``played`` (repeats): sessions that are played hold so many already;
- ``left``: who left has not had all winds equally often, so that what remains cannot be even;
- ``unknown``: no bound is known.

Why a figure is not at its bound (``gap``): ``reached``; ``by_hand``: somebody changed the chart by hand; ``search``
(steps): no chart or lot with less was found in so many steps, and nobody has proven that there is one; ``kept``:
the chart stays as it was drawn; ``not_sought``: it is counted, and nothing is given up for it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tournament.draws.rules.bounds import EXHAUSTED, in_one_session, keeping_apart_bound, repeat_bound
from tournament.draws.rules.charts.beyond import STEPS as CHART_STEPS
from tournament.draws.rules.charts.table_numbers import STEPS as TABLE_STEPS
from tournament.draws.rules.how import AREAS, how_made
from tournament.draws.rules.lots.areas import area_repeat_bound
from tournament.draws.rules.lots.keeping_apart import ENOUGH as LOT_STEPS
from tournament.draws.rules.quality import as_positions, labels, meetings, same_at_tables
from tournament.draws.rules.types import Draw, Entrant


@dataclass(frozen=True, slots=True)
class Reason:
    """A code of the list above and the numbers it is about."""

    code: str
    about: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its proven bound: nothing below it (``more_is_better``: above it) is possible; None: not known."""

    name: str
    value: int | None
    bound: int | None
    because: Reason
    gap: Reason
    more_is_better: bool = False

    @property
    def reached(self) -> bool:
        """Whether the value is the best there can be."""
        return self.gap.code == "reached"


def _gap(value: int | None, bound: int | None, by_hand: bool, steps: int) -> Reason:
    if value == bound:
        return Reason("reached")
    if by_hand:
        return Reason("by_hand")
    return Reason("search", {"steps": steps})


def repeats_figure(draw: Draw, by_hand: bool) -> Figure:
    """Meetings beyond the first, of a chart made by its rule."""
    tables, sessions = len(draw.chart[0]), draw.sessions
    bound = repeat_bound(tables, sessions)
    if (tables, sessions) in EXHAUSTED:
        because = Reason("exhausted")
    elif tables < 4 and sessions > 1:
        because = Reason("few_tables", {"tables": tables})
    else:
        because = Reason("opponents", {"needed": 3 * sessions, "others": 4 * tables - 1})
    if how_made(draw.method)["rule"] == AREAS and area_repeat_bound(tables, sessions) > bound:
        bound = area_repeat_bound(tables, sessions)
        because = Reason("areas", {"sessions": sessions, "tables": tables})
    value = draw.quality.repeat_pairs
    return Figure(
        "repeats", value, bound, because if bound else Reason("nothing"), _gap(value, bound, by_hand, CHART_STEPS)
    )


def kin_figure(
    name: str, value: int, sizes: Iterable[int], tables: int, sessions: int, repeats: int, by_hand: bool = False
) -> Figure:
    """Meetings inside the teams (countries, regions) of these sizes."""
    members = list(sizes)
    bound = keeping_apart_bound(tables, sessions, members, repeats)
    if not bound:
        because = Reason("nothing")
    elif bound == sessions * sum(in_one_session(tables, size) for size in members):
        large = [size for size in members if size > tables]
        because = Reason("larger_than_tables", {"groups": len(large), "most": max(large), "tables": tables})
    else:
        size = 4 * tables
        different = size * (size - 1) // 2 - sum(one * (one - 1) // 2 for one in members)
        because = Reason("all_meet", {"needed": 6 * tables * sessions, "different": different + repeats})
    return Figure(name, value, bound, because, _gap(value, bound, by_hand, LOT_STEPS))


def _apart_figure(draw: Draw, entrants: Sequence[Entrant], by_hand: bool) -> list[Figure]:
    pairs = {tuple(sorted((one.number, other))) for one in entrants for other in one.apart}
    if not pairs:
        return []
    met = meetings(as_positions(draw.chart))
    value = sum(int(met[one - 1, other - 1]) for one, other in pairs)
    return [Figure("apart", value, 0, Reason("nothing"), _gap(value, 0, by_hand, LOT_STEPS))]


def _tables_figure(draw: Draw, entrants: Sequence[Entrant], by_hand: bool) -> Figure:
    own = sum(one.table is not None for one in entrants)
    bound = own * (draw.sessions - -(-draw.sessions // len(draw.chart[0])))
    value = draw.quality.table_repeats
    because = Reason("own_tables", {"people": own}) if bound else Reason("nothing")
    return Figure("tables", value, bound, because, _gap(value, bound, by_hand, TABLE_STEPS))


def winds_figure(spread: int, sessions: int, by_hand: bool) -> Figure:
    """The largest difference between somebody's winds."""
    bound = int(sessions % 4 > 0)
    because = Reason("sessions", {"sessions": sessions}) if bound else Reason("nothing")
    return Figure("winds", spread, bound, because, Reason("reached" if spread == bound else "by_hand"))


def common_figure(common: int | None, players: int, sessions: int) -> Figure:
    """The least number of common opponents of two who never meet; the bound is from above.

    Each of somebody's 3r opponents has 3r - 3 opponents outside their common table; all these meetings are shared by
    the n - 1 - 3r whom that player never meets.
    """
    strangers = players - 1 - 3 * sessions
    if common is None or strangers < 1:
        return Figure("common", common, None, Reason("unknown"), Reason("reached" if common is None else "not_sought"))
    paths = 9 * sessions * (sessions - 1)
    bound = min(paths // strangers, 3 * sessions)
    gap = Reason("reached" if common == bound else "not_sought")
    because = Reason("strangers", {"paths": paths, "strangers": strangers})
    return Figure("common", common, bound, because, gap, more_is_better=True)


def figures(draw: Draw, entrants: Sequence[Entrant]) -> tuple[Figure, ...]:
    """All figures of a draw: apart (if pairs are to be), repeats, teams, countries, regions, winds, tables, common."""
    tables, quality = len(draw.chart[0]), draw.quality
    by_hand = "by hand" in draw.method
    regions = [one.region for one in sorted(entrants, key=lambda one: one.number)]
    in_regions = int(same_at_tables(as_positions(draw.chart), labels(regions, 4 * tables)).sum())

    def kin(name: str, value: int, names: Iterable[str]) -> Figure:
        sizes = Counter(filter(None, names)).values()
        return kin_figure(name, value, sizes, tables, draw.sessions, quality.repeat_pairs, by_hand)

    return (
        *_apart_figure(draw, entrants, by_hand),
        repeats_figure(draw, by_hand),
        kin("teams", quality.team_meetings, (one.team for one in entrants)),
        kin("countries", quality.country_meetings, (one.country for one in entrants)),
        kin("regions", in_regions, regions),
        winds_figure(quality.seat_spread, draw.sessions, by_hand),
        _tables_figure(draw, entrants, by_hand),
        common_figure(quality.common_opponents_min, 4 * tables, draw.sessions),
    )
