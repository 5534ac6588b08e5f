"""What earlier stages are worth to who plays the later ones (3.5.4; rulings: Ranking, Stages)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.standings.rules.ranks import ResultRow

Carry = Literal["full", "half", "none"]


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the event: its sessions, how earlier results enter it, and who plays it.

    `players` None: all who played the stage before it, in the first stage all.
    """

    first_session: int
    last_session: int
    carry: Carry = "full"
    players: frozenset[int] | None = None


class StageWeights:
    """How much each session counts for a player, by the last stage that he reached.

    Weights are ints: `unit` stands for a session that counts in full. A stage acts once `last_played`, the
    last session with a result, has come to it.
    """

    def __init__(self, stages: Sequence[Stage], last_played: int) -> None:
        self._stages = [stage for stage in stages if stage.first_session <= last_played]
        self.unit: int = 2 ** sum(stage.carry == "half" for stage in self._stages[1:])
        self._weights = [self._weights_at(reached) for reached in range(1, len(self._stages) + 1)]

    def reached(self, number: int) -> int:
        """The last stage (from 1) that the player came to; 1 in an event without stages."""
        reached = 1
        for index, stage in enumerate(self._stages[1:], start=2):
            if number in stage.players if stage.players is not None else reached == index - 1:
                reached = index
        return reached

    def counted(self, reached: int, rows: tuple[ResultRow, ...]) -> tuple[ResultRow, ...]:
        """The rows that count for a player who came to that stage."""
        if not self._weights:
            return rows
        weights = self._weights[reached - 1]
        return tuple(row for row in rows if weights.get(row.session))

    def sums(self, reached: int, counted: Sequence[ResultRow]) -> tuple[int, int]:
        """Table points (twelfths) and competition points of such rows, each times its session's weight."""
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
