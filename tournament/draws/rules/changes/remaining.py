"""Withdrawals while a draw is played: fillers take the numbers, or what remains is drawn anew for fewer tables."""

import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules.charts.annealing import rearranged
from tournament.draws.rules.charts.exchanges import chart_cost
from tournament.draws.rules.charts.table_numbers import numbered_after
from tournament.draws.rules.charts.winds import least_spread, spread_of, winds_after
from tournament.draws.rules.figures import Figure, Reason, common_figure, kin_figure
from tournament.draws.rules.how import APART
from tournament.draws.rules.lots.keeping_apart import AGAIN, region_weight, weights
from tournament.draws.rules.lots.packing import FILLERS
from tournament.draws.rules.lots.starts import VERSION, at_own_tables, list_text, own_tables_apart
from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.quality import common_opponents_min, labels, meetings, repeats, same_at_tables
from tournament.draws.rules.types import Chart, DrawError, Entrant, Positions, Quality

MOST_STEPS, SHARE = 30_000, 64_000_000
"""So many steps of annealing, fewer the larger the field, as the time of one grows with its square."""
FILLERS_STAY, FEWER_TABLES = "fillers", "fewer tables"


@dataclass(frozen=True, slots=True)
class Remaining:
    """A chart after withdrawals: ``chart`` whole, of which the sessions from ``first`` (from 1) on are new.

    ``way`` is FILLERS_STAY (the chart as it was: fillers sit under the numbers of who left) or FEWER_TABLES.
    ``fillers`` are the numbers under which fillers sit from ``first`` on. ``figures`` and ``quality`` count the whole
    event for those who remain; teams, countries, regions and fillers the new sessions.
    """

    way: str
    chart: Chart
    first: int
    withdrawn: tuple[int, ...]
    fillers: tuple[int, ...]
    method: str
    quality: Quality
    figures: tuple[Figure, ...]


class _Field:
    """Who remains, and what has been played: people by place (0, 1, …), players first, then fillers."""

    def __init__(self, chart: Chart, entrants: Sequence[Entrant], played: int, withdrawn: Collection[int]) -> None:
        listed = sorted(entrants, key=lambda one: one.number)
        if not 0 <= played < len(chart):
            raise DrawError("session", session=played + 1, last=len(chart))
        for number in withdrawn:
            if not 1 <= number <= len(listed):
                raise DrawError("number", number=number, last=len(listed))
        self.chart, self.played = chart, played
        self.players = [one for one in listed if one.number not in withdrawn]
        if not self.players:
            raise DrawError("players", count=0, fewest=1, most=len(listed))
        self.last = len(listed)

    def with_fillers(self, fillers: Sequence[int]) -> "_Field":
        """The same with fillers under these numbers."""
        self.people = [*self.players, *(Entrant(number, team=FILLERS) for number in fillers)]
        self.place = {one.number: at for at, one in enumerate(self.people)}
        self.fillers = tuple(fillers)
        self.tables = len(self.people) // 4
        return self

    def before(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Meetings, starts on each wind and visits to each table that remains, in the played sessions."""
        size = len(self.people)
        met, starts, visits = (np.zeros((size, width), dtype=np.int64) for width in (size, 4, max(self.tables, 1)))
        for session in self.chart[: self.played]:
            for table, four in enumerate(session):
                seated = [(self.place[number], wind) for wind, number in enumerate(four) if number in self.place]
                for one, wind in seated:
                    starts[one, wind] += 1
                    if table < self.tables:
                        visits[one, table] += 1
                    met[one, [other for other, _wind in seated if other != one]] += 1
        return met, starts, visits


def after_withdrawal(
    chart: Chart,
    entrants: Sequence[Entrant],
    played: int,
    withdrawn: Collection[int],
    seed: str,
    event_id: str = "",
    *,
    rule: str = APART,
) -> tuple[Remaining, ...]:
    """What can be done when ``withdrawn`` numbers no longer play, ``played`` sessions being over: side by side.

    First fillers under their numbers, which changes nothing for anybody else; then, if the players that remain need
    fewer tables (and no table goes that somebody sits at throughout), the remaining sessions drawn anew, together,
    so that as far as can be nobody meets again, teams, countries and regions stay apart in this order, winds and
    table visits even out over the whole event; by the rule AREAS regions come before teams. ``entrants`` is the
    whole list (numbers 1 to N), ``withdrawn`` all who have left so far, ``chart`` the whole chart as it stands:
    numbers above N are fillers, and after an earlier re-draw sessions may have fewer tables. The same version,
    seed, event, list, chart and withdrawals give the same answer.
    DrawError: session (nothing remains to be played), number (no such entrant), players (nobody remains).
    """
    stay = _stayed(chart, entrants, played, withdrawn)
    players = len(entrants) - len(set(withdrawn))
    tables = -(-players // 4)
    own = max((one.table or 0 for one in entrants if one.number not in withdrawn), default=0)
    if own > tables or tables >= min(map(len, chart[played:])):
        return (stay,)
    return stay, _redrawn(chart, entrants, played, withdrawn, rule, (seed, event_id))


def quality_as_it_stands(chart: Chart, entrants: Sequence[Entrant]) -> Quality:
    """The quality of a chart whose last sessions have fewer tables, as ``Remaining`` counts it."""
    tables, played = len(chart[-1]), len(chart) - 1
    while played and len(chart[played - 1]) == tables:
        played -= 1
    there = {number for four in chart[-1] for number in four}
    return _stayed(chart, entrants, played, {one.number for one in entrants} - there).quality


def _stayed(chart: Chart, entrants: Sequence[Entrant], played: int, withdrawn: Collection[int]) -> Remaining:
    field = _Field(chart, entrants, played, withdrawn)
    seated = {number for session in chart[played:] for four in session for number in four}
    known = {one.number for one in field.players}
    field.with_fillers(sorted(seated - known))
    rest = np.array([[[field.place[number] for number in four] for four in session] for session in chart[played:]])
    return _result(field, rest, FILLERS_STAY, withdrawn)


def _redrawn(
    chart: Chart, entrants: Sequence[Entrant], played: int, withdrawn: Collection[int], rule: str, seed: tuple[str, str]
) -> Remaining:
    field = _Field(chart, entrants, played, withdrawn)
    field.with_fillers(range(field.last + 1, field.last + 1 + -len(field.players) % 4))
    history = json.dumps([chart, played, sorted(withdrawn)], separators=(",", ":"))
    numbers = Numbers(VERSION, "remaining", *seed, list_text(entrants), history)
    people = own_tables_apart([_placed(one, field) for one in field.people])
    met, starts, visits = field.before()
    kin = weights(people, region_weight(rule))
    rest = _best_rest(field, kin + AGAIN * met, _least_repeats(field, met), numbers)
    order = np.argsort([chart_cost(rest[at : at + 1], kin, 0) for at in range(len(rest))], kind="stable")
    rest = numbered_after(rest[order], visits, -(-len(chart) // field.tables), numbers)
    rest = winds_after(rest, starts, len(field.players), numbers)
    return _result(field, at_own_tables(rest, people), FEWER_TABLES, withdrawn, MOST_STEPS)


def _placed(one: Entrant, field: _Field) -> Entrant:
    """The entrant numbered by place, as ``weights`` counts them."""
    apart = frozenset(field.place[other] + 1 for other in one.apart if other in field.place)
    return Entrant(field.place[one.number] + 1, one.team, one.country, one.region, apart, one.table)


def _least_repeats(field: _Field, met: NDArray[np.int64]) -> int:
    """The fewest repeats of the new sessions: everybody needs three in each and has so many not met yet."""
    sessions = len(field.chart) - field.played
    fresh = (met == 0).sum(axis=1) - 1
    return -(-int(np.maximum(3 * sessions - fresh, 0).sum()) // 2)


def _best_rest(field: _Field, price: NDArray[np.int64], least: int, numbers: Numbers) -> Positions:
    """The remaining sessions: what was planned, mended by best exchanges, and where that is not enough by annealing."""
    size, bound = len(price), least * AGAIN
    begin = np.array([_mended(session, field, price) for session in field.chart[field.played :]])
    steps = min(MOST_STEPS, SHARE // size**2)
    return rearranged(begin, price, AGAIN, numbers, bound=bound, steps=steps)[0]


def _mended(session: Sequence[Sequence[int]], field: _Field, price: NDArray[np.int64]) -> list[list[int]]:
    """A planned session for who remains: the tables with fewest of them go, and its people fill the other gaps."""
    there = sorted(
        ([field.place[one] for one in four if one in field.place] for four in session), key=len, reverse=True
    )
    kept, gone = there[: field.tables], there[field.tables :]
    seated = {one for four in kept for one in four}
    waiting = [one for four in gone for one in four]
    waiting += [one for one in range(len(price)) if one not in seated and one not in waiting]
    for four in kept:
        while len(four) < 4:
            four.append(waiting.pop(min(range(len(waiting)), key=lambda at: int(price[waiting[at], four].sum()))))
    return kept


class _Count:
    """Everything counted over the whole event, for people by place."""

    def __init__(self, field: _Field, rest: Positions) -> None:
        self.field, self.rest = field, rest
        met, starts, visits = field.before()
        self.old_repeats, self.old_starts, self.old_visits = repeats(met), starts[: len(field.players)], visits
        self.fewest = _least_repeats(field, met)
        self.met = met + meetings(rest)
        self.starts = starts + np.stack(
            [np.bincount(rest[:, :, wind].ravel(), minlength=len(met)) for wind in range(4)], 1
        )
        self.visits = visits.copy()
        for session in rest:
            self.visits[session, np.arange(field.tables)[:, None]] += 1

    def needless(self, visits: NDArray[np.int64]) -> int:
        """Visits of players beyond what the number of tables forces."""
        allowed = -(-len(self.field.chart) // self.field.tables)
        return int(np.maximum(visits[: len(self.field.players)] - allowed, 0).sum())

    def among(self, names: Sequence[str]) -> int:
        """Meetings in the new sessions of people with one name."""
        return int(same_at_tables(self.rest, labels(names, len(self.met))).sum())


def _gap(value: int | None, bound: int | None, steps: int) -> Reason:
    if value == bound:
        return Reason("reached")
    return Reason("search", {"steps": steps}) if steps else Reason("kept")


def _figures(count: _Count, steps: int) -> tuple[Figure, ...]:
    """The figures of what remains, in the order of ``figures.figures``, and how often fillers sit together."""
    field, sessions = count.field, len(count.rest)
    again, fewest = repeats(count.met), count.old_repeats + count.fewest
    spread = spread_of(count.starts[: len(field.players)])
    least = least_spread(count.old_starts, sessions, field.tables)
    visits, needed = count.needless(count.visits), count.needless(count.old_visits)

    def figure(name: str, value: int, bound: int, because: Reason) -> Figure:
        return Figure(name, value, bound, because if bound else Reason("nothing"), _gap(value, bound, steps))

    def kin(name: str, names: list[str]) -> Figure:
        sizes = Counter(filter(None, names)).values()
        found = kin_figure(name, count.among(names), sizes, field.tables, sessions, again)
        return figure(name, count.among(names), found.bound or 0, found.because)

    return (
        figure("repeats", again, fewest, Reason("played", {"repeats": count.old_repeats})),
        kin("teams", [one.team for one in field.players]),
        kin("countries", [one.country for one in field.players]),
        kin("regions", [one.region for one in field.players]),
        figure("winds", spread, least, _winds_because(len(field.chart))),
        figure("tables", visits, needed, Reason("played", {"repeats": needed})),
        common_figure(common_opponents_min(count.met), len(count.met), len(field.chart)),
        figure(
            "fillers",
            count.among([one.team for one in field.people]) - count.among([one.team for one in field.players]),
            0,
            Reason("nothing"),
        ),
    )


def _winds_because(sessions: int) -> Reason:
    return Reason("sessions", {"sessions": sessions}) if sessions % 4 else Reason("left")


def _result(field: _Field, rest: Positions, way: str, withdrawn: Collection[int], steps: int = 0) -> Remaining:
    """The whole chart in numbers, with everything counted."""
    number = [one.number for one in field.people]
    new = tuple(tuple((number[e], number[s], number[w], number[n]) for e, s, w, n in four) for four in rest.tolist())
    count = _Count(field, rest)
    figures = _figures(count, steps)
    value = {figure.name: figure.value or 0 for figure in figures}
    bound = {figure.name: figure.bound for figure in figures}
    return Remaining(
        way=way,
        chart=field.chart[: field.played] + new,
        first=field.played + 1,
        withdrawn=tuple(sorted(withdrawn)),
        fillers=field.fillers,
        method=f"{way} from session {field.played + 1}" + ("; joint search" if steps else ""),
        quality=Quality(
            repeat_pairs=value["repeats"],
            repeat_pairs_bound=bound["repeats"],
            max_meetings=int(count.met.max()),
            team_meetings=value["teams"],
            team_meetings_bound=bound["teams"],
            country_meetings=value["countries"],
            country_meetings_bound=bound["countries"],
            seat_spread=value["winds"],
            table_repeats=value["tables"],
            common_opponents_min=common_opponents_min(count.met),
        ),
        figures=figures,
    )
