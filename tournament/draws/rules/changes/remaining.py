"""Withdrawals during an event: fillers take the numbers, or the remaining sessions are redrawn for fewer tables."""

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
"""Maximum steps of annealing, and the total work: the time of a step grows with the square of the field's size."""
FILLERS_STAY, FEWER_TABLES = "fillers", "fewer tables"


@dataclass(frozen=True, slots=True)
class Remaining:
    """A chart after withdrawals: ``chart`` is complete, its sessions from ``first`` (from 1) on are new.

    ``way`` is FILLERS_STAY (the same chart: fillers play the numbers of the withdrawn players) or FEWER_TABLES.
    ``fillers`` are the numbers of fillers from ``first`` on. ``figures`` and ``quality`` count the whole event for the
    remaining players; teams, countries, regions and fillers only the new sessions.
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
    """The remaining people and the played sessions; people by index (0, 1, …), players first, then fillers."""

    def __init__(self, chart: Chart, entrants: Sequence[Entrant], played: int, withdrawn: Collection[int]) -> None:
        listed = sorted(entrants, key=lambda entrant: entrant.number)
        if not 0 <= played < len(chart):
            raise DrawError("session", session=played + 1, last=len(chart))
        for number in withdrawn:
            if not 1 <= number <= len(listed):
                raise DrawError("number", number=number, last=len(listed))
        self.chart, self.played = chart, played
        self.players = [entrant for entrant in listed if entrant.number not in withdrawn]
        if not self.players:
            raise DrawError("players", count=0, fewest=1, most=len(listed))
        self.last = len(listed)

    def with_fillers(self, fillers: Sequence[int]) -> "_Field":
        """Add fillers under these numbers; return the field itself."""
        self.people = [*self.players, *(Entrant(number, team=FILLERS) for number in fillers)]
        self.place = {entrant.number: index for index, entrant in enumerate(self.people)}
        self.fillers = tuple(fillers)
        self.tables = len(self.people) // 4
        return self

    def before(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return meetings, starts on each wind and visits to each remaining table, in the played sessions."""
        size = len(self.people)
        met, starts, visits = (np.zeros((size, width), dtype=np.int64) for width in (size, 4, max(self.tables, 1)))
        for session in self.chart[: self.played]:
            for table, four in enumerate(session):
                seated = [(self.place[number], wind) for wind, number in enumerate(four) if number in self.place]
                for person, wind in seated:
                    starts[person, wind] += 1
                    if table < self.tables:
                        visits[person, table] += 1
                    met[person, [mate for mate, _wind in seated if mate != person]] += 1
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
    """Return the options when ``withdrawn`` numbers no longer play and ``played`` sessions are over.

    First: fillers under their numbers, with no change for other players. Second, if the remaining players need fewer
    tables (and no fixed table is lost): the remaining sessions redrawn together. The redraw minimises repeated
    meetings, then keeps teams, countries and regions apart in this order (by the rule AREAS regions come before teams),
    and balances winds and table visits over the whole event. ``entrants`` is the whole list (numbers 1 to N),
    ``withdrawn`` all players who have left so far, ``chart`` the whole current chart: numbers above N are fillers, and
    after an earlier redraw sessions may have fewer tables. The same version, seed, event, list, chart and withdrawals
    give the same answer.

    DrawError: session (no session remains), number (no such entrant), players (no player remains).
    """
    stay = _stayed(chart, entrants, played, withdrawn)
    players = len(entrants) - len(set(withdrawn))
    tables = -(-players // 4)
    fixed_tables = (entrant.table or 0 for entrant in entrants if entrant.number not in withdrawn)
    highest_fixed_table = max(fixed_tables, default=0)
    if highest_fixed_table > tables or tables >= min(map(len, chart[played:])):
        return (stay,)
    return stay, _redrawn(chart, entrants, played, withdrawn, rule, (seed, event_id))


def remaining_quality(chart: Chart, entrants: Sequence[Entrant]) -> Quality:
    """Return the quality of a chart whose last sessions have fewer tables, as ``Remaining`` counts it."""
    tables, played = len(chart[-1]), len(chart) - 1
    while played and len(chart[played - 1]) == tables:
        played -= 1
    playing = {number for four in chart[-1] for number in four}
    return _stayed(chart, entrants, played, {entrant.number for entrant in entrants} - playing).quality


def _stayed(chart: Chart, entrants: Sequence[Entrant], played: int, withdrawn: Collection[int]) -> Remaining:
    field = _Field(chart, entrants, played, withdrawn)
    seated = {number for session in chart[played:] for four in session for number in four}
    known = {entrant.number for entrant in field.players}
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
    people = own_tables_apart([_placed(entrant, field) for entrant in field.people])
    met, starts, visits = field.before()
    kin = weights(people, region_weight(rule))
    rest = _best_rest(field, kin + AGAIN * met, _least_repeats(field, met), numbers)
    order = np.argsort([chart_cost(rest[session : session + 1], kin, 0) for session in range(len(rest))], kind="stable")
    rest = numbered_after(rest[order], visits, -(-len(chart) // field.tables), numbers)
    rest = winds_after(rest, starts, len(field.players), numbers)
    return _result(field, at_own_tables(rest, people), FEWER_TABLES, withdrawn, MOST_STEPS)


def _placed(entrant: Entrant, field: _Field) -> Entrant:
    """Return the entrant numbered by index, as ``weights`` counts them."""
    apart = frozenset(field.place[other] + 1 for other in entrant.apart if other in field.place)
    return Entrant(field.place[entrant.number] + 1, entrant.team, entrant.country, entrant.region, apart, entrant.table)


def _least_repeats(field: _Field, met: NDArray[np.int64]) -> int:
    """Return the fewest repeats of the new sessions: each player needs three opponents in each, preferably new ones."""
    sessions = len(field.chart) - field.played
    fresh = (met == 0).sum(axis=1) - 1
    return -(-int(np.maximum(3 * sessions - fresh, 0).sum()) // 2)


def _best_rest(field: _Field, price: NDArray[np.int64], least: int, numbers: Numbers) -> Positions:
    """Return the remaining sessions: the planned ones, improved by best exchanges and, if necessary, annealing."""
    size, bound = len(price), least * AGAIN
    begin = np.array([_without_withdrawn(session, field, price) for session in field.chart[field.played :]])
    steps = min(MOST_STEPS, SHARE // size**2)
    return rearranged(begin, price, AGAIN, numbers, bound=bound, steps=steps)[0]


def _without_withdrawn(session: Sequence[Sequence[int]], field: _Field, price: NDArray[np.int64]) -> list[list[int]]:
    """Return a planned session for the remaining people: the emptiest tables are dissolved to fill the other gaps."""
    tables = sorted(
        ([field.place[person] for person in four if person in field.place] for four in session), key=len, reverse=True
    )
    kept, dissolved = tables[: field.tables], tables[field.tables :]
    seated = {person for four in kept for person in four}
    waiting = [person for four in dissolved for person in four]
    waiting += [person for person in range(len(price)) if person not in seated and person not in waiting]
    for four in kept:
        while len(four) < 4:
            four.append(waiting.pop(min(range(len(waiting)), key=lambda index: int(price[waiting[index], four].sum()))))
    return kept


class _Count:
    """All counts over the whole event, for people by index."""

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
        """Return the visits of players beyond the number that the number of tables forces."""
        allowed = -(-len(self.field.chart) // self.field.tables)
        return int(np.maximum(visits[: len(self.field.players)] - allowed, 0).sum())

    def among(self, names: Sequence[str]) -> int:
        """Return the meetings, in the new sessions, of people with equal names."""
        return int(same_at_tables(self.rest, labels(names, len(self.met))).sum())


def _gap(value: int | None, bound: int | None, steps: int) -> Reason:
    if value == bound:
        return Reason("reached")
    return Reason("search", {"steps": steps}) if steps else Reason("kept")


def _figures(count: _Count, steps: int) -> tuple[Figure, ...]:
    """Return the figures of the remaining event, in the order of ``figures.figures``, and the meetings of fillers."""
    field, sessions = count.field, len(count.rest)
    all_repeats, fewest = repeats(count.met), count.old_repeats + count.fewest
    spread = spread_of(count.starts[: len(field.players)])
    least = least_spread(count.old_starts, sessions, field.tables)
    visits, needed = count.needless(count.visits), count.needless(count.old_visits)

    team_meetings = count.among([player.team for player in field.players])

    def figure(name: str, value: int, bound: int, because: Reason) -> Figure:
        return Figure(name, value, bound, because if bound else Reason("nothing"), _gap(value, bound, steps))

    def kin(name: str, names: list[str]) -> Figure:
        sizes = Counter(filter(None, names)).values()
        counted = kin_figure(name, count.among(names), sizes, field.tables, sessions, all_repeats)
        return figure(name, count.among(names), counted.bound or 0, counted.because)

    return (
        figure("repeats", all_repeats, fewest, Reason("played", {"repeats": count.old_repeats})),
        kin("teams", [player.team for player in field.players]),
        kin("countries", [player.country for player in field.players]),
        kin("regions", [player.region for player in field.players]),
        figure("winds", spread, least, _winds_because(len(field.chart))),
        figure("tables", visits, needed, Reason("played", {"repeats": needed})),
        common_figure(common_opponents_min(count.met), len(count.met), len(field.chart)),
        figure(
            "fillers",
            count.among([person.team for person in field.people]) - team_meetings,
            0,
            Reason("nothing"),
        ),
    )


def _winds_because(sessions: int) -> Reason:
    return Reason("sessions", {"sessions": sessions}) if sessions % 4 else Reason("left")


def _result(field: _Field, rest: Positions, way: str, withdrawn: Collection[int], steps: int = 0) -> Remaining:
    """Return the whole chart in numbers, with all counts."""
    number = [person.number for person in field.people]
    new_sessions = tuple(
        tuple((number[e], number[s], number[w], number[n]) for e, s, w, n in tables) for tables in rest.tolist()
    )
    count = _Count(field, rest)
    figures = _figures(count, steps)
    value = {figure.name: figure.value or 0 for figure in figures}
    bound = {figure.name: figure.bound for figure in figures}
    return Remaining(
        way=way,
        chart=field.chart[: field.played] + new_sessions,
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
