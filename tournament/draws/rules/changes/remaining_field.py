"""Who is left after withdrawals, and what they played so far."""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from tournament.draws.rules.lots.packing import FILLERS
from tournament.draws.rules.types import Chart, DrawError, Entrant

"""Maximum steps of annealing, and the total work: the time of a step grows with the square of the field's size."""


class Field:
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

    def with_fillers(self, fillers: Sequence[int]) -> "Field":
        """Add fillers under these numbers; return the field itself."""
        self.people = [*self.players, *(Entrant(number, team=FILLERS) for number in fillers)]
        self.position = {entrant.number: index for index, entrant in enumerate(self.people)}
        self.fillers = tuple(fillers)
        self.tables = len(self.people) // 4
        return self

    def before(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return meetings, starts on each wind and visits to each remaining table, in the played sessions."""
        size = len(self.people)
        met, starts, visits = (np.zeros((size, width), dtype=np.int64) for width in (size, 4, max(self.tables, 1)))
        for session in self.chart[: self.played]:
            for table, four in enumerate(session):
                seated = [(self.position[number], wind) for wind, number in enumerate(four) if number in self.position]
                for person, wind in seated:
                    starts[person, wind] += 1
                    if table < self.tables:
                        visits[person, table] += 1
                    met[person, [mate for mate, _wind in seated if mate != person]] += 1
        return met, starts, visits


def least_repeats(field: Field, met: NDArray[np.int64]) -> int:
    """Return the fewest repeats of the new sessions: each player needs three opponents in each, preferably new ones."""
    sessions = len(field.chart) - field.played
    fresh = (met == 0).sum(axis=1) - 1
    return -(-int(np.maximum(3 * sessions - fresh, 0).sum()) // 2)
