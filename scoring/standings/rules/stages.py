"""The weights of earlier stages for players of later ones (3.5.4; rulings: Ranking, Stages)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from scoring.standings.rules.ranks import ResultRow, Sums

CarryKind = Literal["full", "half", "none", "bonus"]
CARRY_KINDS: tuple[CarryKind, ...] = ("full", "half", "none", "bonus")
Path = tuple[int, ...]
"""The stages (from 0) that a player plays in."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the event: its sessions, the `carry` of earlier results, and its players by number.

    `players` None: the players of the stage before it, in the first stage all. `bonus`: number -> table points in
    twelfths that the player brings with carry "bonus". `brackets`: number -> frozen bracket, from 0.
    """

    first_session: int
    last_session: int
    carry: CarryKind = "full"
    players: frozenset[int] | None = None
    bonus: Mapping[int, int] = field(default_factory=dict)
    brackets: Mapping[int, int] = field(default_factory=dict)


class StageWeights:
    """The weight of each session for a player, by the stages that the player reached.

    Weights are ints: `unit` is the weight of a session that counts in full. A stage takes effect once `last_played`,
    the last session with a result, belongs to it.
    """

    def __init__(self, stages: Sequence[Stage], last_played: int) -> None:
        self._stages = [stage for stage in stages if stage.first_session <= last_played]
        self.unit: int = 2 ** sum(stage.carry == "half" for stage in self._stages[1:])
        self._weights: dict[Path, dict[int, int]] = {}
        self._paths = [self._path(reached) for reached in range(len(self._stages) + 1)]

    def of(self, number: int, rows: tuple[ResultRow, ...]) -> tuple[Sums, tuple[ResultRow, ...]]:
        """Return the sort key of a player with these rows by session, and the rows that count."""
        if not self._stages:
            return Sums(1, (), *_totals(rows)), rows
        stage = self.reached(number)
        path = self._paths[stage]
        counted = self._counted(path, rows)
        return Sums(stage, self._brackets(number, path), *self._sums(number, path, counted)), counted

    def reached(self, number: int) -> int:
        """Return the last stage (from 1) that the player reached; 1 in an event without stages."""
        reached = 1
        for index, stage in enumerate(self._stages[1:], start=2):
            plays = reached == index - 1 if stage.players is None else number in stage.players
            if plays:
                reached = index
        return reached

    def _path(self, reached: int) -> Path:
        """Return the stages (from 0) up to the last one reached, without those parallel to a later one."""
        path: list[int] = []
        for index in range(reached - 1, -1, -1):
            if not path or self._stages[index].last_session < self._stages[path[-1]].first_session:
                path.append(index)
        return tuple(reversed(path))

    def _brackets(self, number: int, path: Path) -> tuple[int, ...]:
        """Return the negative frozen bracket of each stage of the path; 0 without one."""
        return tuple([-self._stages[index].brackets.get(number, 0) for index in path])

    def _counted(self, path: Path, rows: tuple[ResultRow, ...]) -> tuple[ResultRow, ...]:
        """Return the rows that count for a player with that path."""
        weights = self._weights_of(path)
        return tuple(row for row in rows if weights.get(row.session))

    def _sums(self, number: int, path: Path, counted: Sequence[ResultRow]) -> tuple[int, int]:
        """Return table points (twelfths) and competition points of counted rows, multiplied by their weights.

        The table points include the bonus that the player brought into a stage.
        """
        bonus = self._bonus(number, path)
        if self.unit == 1:
            table, competition = _totals(counted)
            return bonus + table, competition
        weights = self._weights_of(path)
        table = bonus + sum(weights[row.session] * row.table_points for row in counted)
        return table, sum(weights[row.session] * row.competition_points for row in counted)

    def _bonus(self, number: int, path: Path) -> int:
        bonus = 0
        for index in path[1:]:
            stage = self._stages[index]
            if stage.carry in ("none", "bonus"):
                bonus = self.unit * stage.bonus.get(number, 0) if stage.carry == "bonus" else 0
            elif stage.carry == "half":
                bonus //= 2
        return bonus

    def _weights_of(self, path: Path) -> dict[int, int]:
        if path not in self._weights:
            self._weights[path] = self._weights_at(path)
        return self._weights[path]

    def _weights_at(self, path: Path) -> dict[int, int]:
        weights: dict[int, int] = {}
        for at, index in enumerate(path):
            stage = self._stages[index]
            if at and stage.carry in ("none", "bonus"):
                weights.clear()
            elif at and stage.carry == "half":
                weights = {session: weight // 2 for session, weight in weights.items()}
            weights |= dict.fromkeys(range(stage.first_session, stage.last_session + 1), self.unit)
        return weights


def _totals(rows: Sequence[ResultRow]) -> tuple[int, int]:
    """Return the sums of table points (twelfths) and competition points."""
    return sum([row.table_points for row in rows]), sum([row.competition_points for row in rows])
