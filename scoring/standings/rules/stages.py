"""The weights of earlier stages for players of later ones (3.5.4; rulings: Ranking, Stages)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.standings.rules.ranks import ResultRow

Carry = Literal["full", "half", "none"]


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the event: its sessions, the `carry` of earlier results, and its players by number.

    `players` None: the players of the stage before it, in the first stage all.
    """

    first_session: int
    last_session: int
    carry: Carry = "full"
    players: frozenset[int] | None = None


class StageWeights:
    """The weight of each session for a player, by the last stage that the player reached.

    Weights are ints: `unit` is the weight of a session that counts in full. A stage takes effect once `last_played`,
    the last session with a result, belongs to it.
    """

    def __init__(self, stages: Sequence[Stage], last_played: int) -> None:
        self._stages = [stage for stage in stages if stage.first_session <= last_played]
        self.unit: int = 2 ** sum(stage.carry == "half" for stage in self._stages[1:])
        self._weights = [self._weights_at(reached) for reached in range(1, len(self._stages) + 1)]

    def reached(self, number: int) -> int:
        """Return the last stage (from 1) that the player reached; 1 in an event without stages."""
        reached = 1
        for index, stage in enumerate(self._stages[1:], start=2):
            plays = reached == index - 1 if stage.players is None else number in stage.players
            if plays:
                reached = index
        return reached

    def counted(self, reached: int, rows: tuple[ResultRow, ...]) -> tuple[ResultRow, ...]:
        """Return the rows that count for a player who reached that stage."""
        if not self._weights:
            return rows
        weights = self._weights[reached - 1]
        return tuple(row for row in rows if weights.get(row.session))

    def sums(self, reached: int, counted: Sequence[ResultRow]) -> tuple[int, int]:
        """Return table points (twelfths) and competition points of counted rows, multiplied by their weights."""
        if self.unit == 1:
            return sum([row.table_points for row in counted]), sum([row.competition_points for row in counted])
        weights = self._weights[reached - 1]
        table = sum(weights[row.session] * row.table_points for row in counted)
        return table, sum(weights[row.session] * row.competition_points for row in counted)

    def _weights_at(self, reached: int) -> dict[int, int]:
        weights: dict[int, int] = {}
        for index, stage in enumerate(self._stages[:reached]):
            if index and stage.carry == "none":
                weights.clear()
            elif index and stage.carry == "half":
                weights = {session: weight // 2 for session, weight in weights.items()}
            weights |= dict.fromkeys(range(stage.first_session, stage.last_session + 1), self.unit)
        return weights
