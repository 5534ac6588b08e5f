"""The brackets of a round: players in the order of the draw, with their history as arrays."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

import numpy as np

from tournament.draws.rules.numbers import Numbers
from tournament.draws.rules.rounds.types import MOST, VERSION, Bools, Bracket, Entry, Ints, RoundError, Task

#: Opponents whom a player may meet, in the player's score group or near it.
OPPONENTS = 12


def in_order(task: Task) -> list[Entry]:
    """Return the entries by rank; equal ranks by points, then by lot."""
    lots = dict(zip(sorted(entry.number for entry in task.entries), Numbers(VERSION, task.seed, "ranks").permutation(
        len(task.entries)), strict=True))  # fmt: skip
    return sorted(
        task.entries,
        key=lambda entry: (entry.rank, -entry.table_points, -entry.competition_points, lots[entry.number]),
    )


def check(task: Task) -> None:
    """Raise RoundError for a field that cannot be drawn."""
    count, bracket = len(task.entries), task.bracket
    if not 4 <= count <= MOST or count % 4:
        raise RoundError("players", count=count, most=MOST)
    if len({entry.number for entry in task.entries}) < count:
        raise RoundError("number_twice")
    if bracket is not None and (bracket < 4 or bracket % 4):
        raise RoundError("bracket", size=bracket)
    if task.method == "winners" and any(entry.place_before is None for entry in task.entries):
        raise RoundError("place_missing", number=next(e.number for e in task.entries if e.place_before is None))


def brackets(task: Task) -> list[Bracket]:
    """Return the brackets of a round, best first; RoundError as ``check``."""
    check(task)
    entries = in_order(task)
    size = task.bracket or len(entries)
    history = _History(task)
    return [
        _bracket(task, entries[first : first + size], history, first // 4) for first in range(0, len(entries), size)
    ]


class _History:
    """Meetings, starts on winds and visits to tables of all players, from the sessions so far."""

    def __init__(self, task: Task) -> None:
        self.index = {entry.number: at for at, entry in enumerate(task.entries)}
        size = len(task.entries)
        tables = max([size // 4, *(len(session) for session in task.played)])
        self.met = np.zeros((size, size), dtype=np.int64)
        self.winds = np.zeros((size, 4), dtype=np.int64)
        self.visits = np.zeros((size, tables), dtype=np.int64)
        for session in task.played:
            for table, four in enumerate(session):
                self._add(table, four)

    def _add(self, table: int, four: tuple[int, ...]) -> None:
        seated = [(self.index[number], wind) for wind, number in enumerate(four) if number in self.index]
        for player, wind in seated:
            self.winds[player, wind] += 1
            self.visits[player, table] += 1
            for other, _wind in seated:
                if other != player:
                    self.met[player, other] += 1


def _bracket(task: Task, entries: list[Entry], history: _History, first_table: int) -> Bracket:
    if task.method == "winners":
        entries = sorted(entries, key=lambda entry: entry.place_before or 0)
    at = np.array([history.index[entry.number] for entry in entries])
    met = history.met[np.ix_(at, at)]
    kin = {
        "team": _equal([entry.team for entry in entries]),
        "country": _equal([entry.country for entry in entries]),
        "apart": _declared(task, entries),
    }
    return Bracket(
        entries=tuple(entries),
        ranks=np.array([entry.rank for entry in entries], dtype=np.int64),
        met=met,
        kin=kin,
        winds=history.winds[at],
        visits=history.visits[at],
        home=_home(task, entries, _avoided(task, met, kin)),
        first_table=first_table,
    )


def _equal(names: list[str]) -> Bools:
    labels: dict[str, int] = {}
    label = np.array([labels.setdefault(name, len(labels)) if name else -1 - at for at, name in enumerate(names)])
    same: Bools = label[:, None] == label
    np.fill_diagonal(same, False)
    return same


def _declared(task: Task, entries: list[Entry]) -> Bools:
    index = {entry.number: at for at, entry in enumerate(entries)}
    pairs = np.zeros((len(entries), len(entries)), dtype=bool)
    for first, second in task.apart:
        if first in index and second in index:
            pairs[index[first], index[second]] = pairs[index[second], index[first]] = True
    return pairs


def group_of(task: Task, entry: Entry) -> Any:
    """Return the score group of an entry: its table points (swiss), its place before (winners), else none."""
    return {"swiss": entry.table_points, "winners": entry.place_before}.get(task.method)


def _avoided(task: Task, met: Ints, kin: Mapping[str, Bools]) -> Bools:
    """Return the pairs that the demands avoid or forbid."""
    demands = task.demands
    pairs = np.eye(len(met), dtype=bool)
    for demand, kind in ((demands.teams, "team"), (demands.countries, "country"), (demands.apart, "apart")):
        if demand != "allow":
            pairs |= kin[kind]
    return pairs if demands.rematch == "allow" else pairs | (met > 0)


def _home(task: Task, entries: list[Entry], avoided: Bools) -> Ints:
    """Return the first and last table at which each player's score group is at home.

    These are the tables of the group in the order of the draw, and as many on both sides as it takes to hold
    ``OPPONENTS`` whom the player may meet.
    """
    home, first = [], 0
    for _group, members in groupby(entries, key=lambda entry: group_of(task, entry)):
        last = first + len(list(members)) - 1
        home += [_widened(~avoided[player], first // 4, last // 4) for player in range(first, last + 1)]
        first = last + 1
    return np.array(home, dtype=np.int64)


def _widened(possible: Bools, low: int, high: int) -> tuple[int, int]:
    tables = len(possible) // 4
    while (low > 0 or high < tables - 1) and possible[4 * max(low, 0) : 4 * high + 4].sum() < OPPONENTS:
        low, high = low - 1, high + 1
    return low, high
