"""The line of a seat and the line of a hand on a table's sheet."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.game.rules.seats import Seat
from scoring.sheets.models.facts import Adjustment
from scoring.sheets.rules.credits import Credit
from tournament.events.models.tables import Sitting


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A starting seat with its people (the holder first) and its result.

    ``score``: competition points; ``points``: table points in twelfths; both None without a result. ``credit``: the
    credited result, None if it is not credited. ``left``: a sitter left during the session.
    """

    seat: Seat
    people: tuple[Sitting, ...]
    score: int | None
    points: int | None
    credit: Credit | None
    forfeited: bool
    forfeit_reason: str
    left: bool

    @property
    def holder(self) -> Sitting:
        """The sitter by the chart."""
        return self.people[0]

    @property
    def counts_otherwise(self) -> bool:
        """Whether the credit differs from the table's result."""
        credited = (self.credit.table_points, self.credit.competition_points) if self.credit else (None, None)
        return credited != (self.points, self.score)


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand: ``state`` is "won", "drawn", "aborted", "missing" (not recorded) or "skipped" (an empty seat's deal).

    ``winner`` and ``discarder``: the sitters in this hand; ``winds``: the wind of each starting seat; ``adjustments``:
    the penalty points within it. ``points``: as people write them. Of games other than MCR: ``robbed``, the sitters
    ``bound`` to lose and with ``false_wins``.
    """

    no: int
    state: str
    dealer: Seat
    winds: Mapping[Seat, Seat]
    points: int | float | None = None
    winner: Sitting | None = None
    discarder: Sitting | None = None
    scores: Mapping[Seat, int] = field(default_factory=dict)
    totals: Mapping[Seat, int] = field(default_factory=dict)
    adjustments: tuple[Adjustment, ...] = ()
    period: int = 1
    round: int = 1
    robbed: bool = False
    bound: Sitting | None = None
    false_wins: tuple[Sitting, ...] = ()
