"""Count the vector of a drawn round, and the bounds that hold for every draw of its brackets."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from tournament.draws.rules.rounds.brackets import brackets
from tournament.draws.rules.rounds.patterns import pattern
from tournament.draws.rules.rounds.prices import SIX, is_outside
from tournament.draws.rules.rounds.refuting import degree_bound, meeting_bound
from tournament.draws.rules.rounds.types import Bracket, Entry, Task


def values(task: Task, bracket: Bracket, tables: Sequence[tuple[int, ...]]) -> dict[str, int]:
    """Return the parts of the vector for the tables of a bracket (positions, East first), except table visits."""
    fours = np.array(tables)
    first, second = fours[:, SIX].T
    met = bracket.met[first, second]
    away = is_outside(bracket.home, fours)
    floats = np.array([entry.floats for entry in bracket.entries])[fours]
    more = bracket.winds - bracket.winds.min(axis=1, keepdims=True)
    return {
        "most_meetings": int(met.max()) + 1,
        "rematch_pairs": int((met > 0).sum()),
        "team_pairs": int(bracket.kin["team"][first, second].sum()),
        "country_pairs": int(bracket.kin["country"][first, second].sum()),
        "outside_score_group": int(away.sum()),
        "pattern_distance": pattern_distance(task, bracket, tables),
        "rank_spread": int(((bracket.ranks[first] - bracket.ranks[second]) ** 2).sum()),
        "apart_pairs": int(bracket.kin["apart"][first, second].sum()),
        "repeated_floats": int(floats[away].sum()),
        "wind_imbalance": int(more[fours, np.arange(4)].sum()),
    }


def floaters(task: Task, tables: Sequence[Sequence[int]]) -> list[int]:
    """Return the numbers that sit outside their score group at the tables of a round, bracket by bracket."""
    numbers: list[int] = []
    for bracket in brackets(task):
        at = {entry.number: position for position, entry in enumerate(bracket.entries)}
        fours = np.array([[at[number] for number in four] for four in tables if four[0] in at])
        away = fours[is_outside(bracket.home, fours)]
        numbers += [bracket.entries[position].number for position in sorted(away)]
    return numbers


def pattern_distance(task: Task, bracket: Bracket, tables: Sequence[tuple[int, ...]]) -> int:
    """Return how far the players sit from the pattern: the least sum of squared distances of positions, table by
    table in the order of the pattern. 0 for the methods without one."""
    if task.method in ("fours", "swiss", "lots"):
        return 0
    planned = np.sort(pattern(task, bracket), axis=1)
    return int(((np.sort(np.array(tables), axis=1) - planned) ** 2).sum())


def kin_bound(names: Sequence[str], tables: int) -> int:
    """Return how many pairs of one team (country) must sit together: s members spread evenly over the tables."""
    total = 0
    for name, size in Counter(names).items():
        if name:
            each, more = divmod(size, tables)
            total += (tables - more) * (each * (each - 1) // 2) + more * (each * (each + 1) // 2)
    return total


def spread_bound(ranks: Sequence[int]) -> int:
    """Return the least possible rank spread: that of consecutive fours."""
    ordered = sorted(ranks)
    fours = [ordered[first : first + 4] for first in range(0, len(ordered), 4)]
    return sum((one - two) ** 2 for four in fours for one, two in combinations(four, 2))


def plain_bounds(bracket: Bracket) -> dict[str, int]:
    """Return lower bounds of the parts that hold for every partition; 0 where none is known."""
    entries: tuple[Entry, ...] = bracket.entries
    tables = bracket.size // 4
    return {
        "most_meetings": meeting_bound(bracket.met),
        "rematch_pairs": degree_bound(bracket.met > 0),
        "team_pairs": kin_bound([entry.team for entry in entries], tables),
        "country_pairs": kin_bound([entry.country for entry in entries], tables),
        "rank_spread": spread_bound([entry.rank for entry in entries]),
    }
