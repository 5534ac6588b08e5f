"""Withdrawals during an event: fillers take the numbers, or the remaining sessions are redrawn for fewer tables."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules.changes.remaining_field import Field, least_repeats
from tournament.draws.rules.changes.remaining_figures import EventCount, remaining_figures
from tournament.draws.rules.charts.annealing import rearranged
from tournament.draws.rules.charts.exchanges import chart_cost
from tournament.draws.rules.charts.table_numbers import numbered_after
from tournament.draws.rules.charts.winds import winds_after
from tournament.draws.rules.figures import Figure
from tournament.draws.rules.how import APART
from tournament.draws.rules.lots.keeping_apart import AGAIN, region_weight, weights
from tournament.draws.rules.lots.starts import VERSION, at_own_tables, list_text, own_tables_apart
from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.quality import common_opponents_min
from tournament.draws.rules.types import Chart, Entrant, Positions, Quality

#: Maximum steps of annealing, and the total work: the time of a step grows with the square of the field's size.
MOST_STEPS, SHARE = 30_000, 64_000_000
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


def after_withdrawal(
    chart: Chart,
    entrants: Sequence[Entrant],
    played: int,
    withdrawn: Collection[int],
    seed: str,
    *,
    rule: str = APART,
) -> tuple[Remaining, ...]:
    """Return the options when ``withdrawn`` numbers no longer play and ``played`` sessions are over.

    First: fillers under their numbers, with no change for other players. Second, if the remaining players need fewer
    tables (and no fixed table is lost): the remaining sessions redrawn together. The redraw minimises repeated
    meetings, then keeps teams, countries and regions apart in this order (by the rule AREAS regions come before teams),
    and balances winds and table visits over the whole event. ``entrants`` is the whole list (numbers 1 to N),
    ``withdrawn`` all players who have left so far, ``chart`` the whole current chart: numbers above N are fillers, and
    after an earlier redraw sessions may have fewer tables. The same version, seed, list, chart and withdrawals
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
    return stay, _redrawn(chart, tuple(entrants), played, tuple(sorted(withdrawn)), rule, seed)


def remaining_quality(chart: Chart, entrants: Sequence[Entrant]) -> Quality:
    """Return the quality of a chart whose last sessions have fewer tables, as ``Remaining`` counts it."""
    tables, played = len(chart[-1]), len(chart) - 1
    while played and len(chart[played - 1]) == tables:
        played -= 1
    playing = {number for four in chart[-1] for number in four}
    return _stayed(chart, entrants, played, {entrant.number for entrant in entrants} - playing).quality


def _stayed(chart: Chart, entrants: Sequence[Entrant], played: int, withdrawn: Collection[int]) -> Remaining:
    field = Field(chart, entrants, played, withdrawn)
    seated = {number for session in chart[played:] for four in session for number in four}
    known = {entrant.number for entrant in field.players}
    field.with_fillers(sorted(seated - known))
    rest = np.array([[[field.position[number] for number in four] for four in session] for session in chart[played:]])
    return _result(field, rest, FILLERS_STAY, withdrawn)


@lru_cache(maxsize=4)
def _redrawn(
    chart: Chart,
    entrants: tuple[Entrant, ...],
    played: int,
    withdrawn: tuple[int, ...],
    rule: str,
    seed: str,
) -> Remaining:
    """Redraw once for the page that shows the option and the action that takes it: this lasts seconds."""
    field = Field(chart, entrants, played, withdrawn)
    field.with_fillers(range(field.last + 1, field.last + 1 + -len(field.players) % 4))
    history = json.dumps([chart, played, withdrawn], separators=(",", ":"))
    # The empty text stays: without it the lots of published redraws would be others.
    numbers = Numbers(VERSION, "remaining", seed, "", list_text(entrants), history)
    people = own_tables_apart([_placed(entrant, field) for entrant in field.people])
    met, starts, visits = field.before()
    kin = weights(people, region_weight(rule))
    rest = _best_rest(field, kin + AGAIN * met, least_repeats(field, met), numbers)
    order = np.argsort([chart_cost(rest[session : session + 1], kin, 0) for session in range(len(rest))], kind="stable")
    rest = numbered_after(rest[order], visits, -(-len(chart) // field.tables), numbers)
    rest = winds_after(rest, starts, len(field.players), numbers)
    return _result(field, at_own_tables(rest, people), FEWER_TABLES, withdrawn, MOST_STEPS)


def _placed(entrant: Entrant, field: Field) -> Entrant:
    """Return the entrant numbered by index, as ``weights`` counts them."""
    apart = frozenset(field.position[other] + 1 for other in entrant.apart if other in field.position)
    return Entrant(
        field.position[entrant.number] + 1, entrant.team, entrant.country, entrant.region, apart, entrant.table
    )


def _best_rest(field: Field, price: NDArray[np.int64], least: int, numbers: Numbers) -> Positions:
    """Return the remaining sessions: the planned ones, improved by best exchanges and, if necessary, annealing."""
    size, bound = len(price), least * AGAIN
    begin = np.array([_without_withdrawn(session, field, price) for session in field.chart[field.played :]])
    steps = min(MOST_STEPS, SHARE // size**2)
    return rearranged(begin, price, AGAIN, numbers, bound=bound, steps=steps)[0]


def _without_withdrawn(session: Sequence[Sequence[int]], field: Field, price: NDArray[np.int64]) -> list[list[int]]:
    """Return a planned session for the remaining people: the emptiest tables are dissolved to fill the other gaps."""
    tables = sorted(
        ([field.position[person] for person in four if person in field.position] for four in session),
        key=len,
        reverse=True,
    )
    kept, dissolved = tables[: field.tables], tables[field.tables :]
    seated = {person for four in kept for person in four}
    waiting = [person for four in dissolved for person in four]
    waiting += [person for person in range(len(price)) if person not in seated and person not in waiting]
    for four in kept:
        while len(four) < 4:
            four.append(waiting.pop(min(range(len(waiting)), key=lambda index: int(price[waiting[index], four].sum()))))
    return kept


def _result(field: Field, rest: Positions, way: str, withdrawn: Collection[int], steps: int = 0) -> Remaining:
    """Return the whole chart in numbers, with all counts."""
    number = [person.number for person in field.people]
    new_sessions = tuple(
        tuple((number[e], number[s], number[w], number[n]) for e, s, w, n in tables) for tables in rest.tolist()
    )
    count = EventCount(field, rest)
    figures = remaining_figures(count, steps)
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
