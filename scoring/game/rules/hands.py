"""A hand of a sheet, as every game takes it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scoring.game.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of a sheet; seats are starting seats.

    A winner without a discarder is a self-drawn win. No winner is a drawn hand, or one that the referee ended if
    `aborted`. `points`: the declared points (MCR: fan points with flowers; IMJ: the rank in half fans); `adjustments`:
    penalty points by seat. Of IMJ alone: `robbed`: won by robbing the discarder's kong; `bound`: who pays for all;
    `false_wins`: who declared falsely.
    """

    no: int
    winner: Seat | None
    discarder: Seat | None = None
    points: int | None = None
    aborted: bool = False
    adjustments: Mapping[Seat, int] = field(default_factory=dict, hash=False)
    robbed: bool = False
    bound: Seat | None = None
    false_wins: tuple[Seat, ...] = ()


def burnt(hands: Iterable[Hand], penalties: Mapping[Seat, int] | None = None) -> int:
    """Return the penalty points without receiver; the totals of a table of four sum to minus this (3.11.2.2, A5)."""
    moved = sum(sum(hand.adjustments.values()) for hand in hands)
    return -(moved + sum((penalties or {}).values()))


def repeated_numbers(hands: Iterable[Hand]) -> tuple[int, ...]:
    """Return the hand numbers that occur more than once, in order."""
    occurrences = Counter(hand.no for hand in hands)
    return tuple(sorted(no for no, times in occurrences.items() if times > 1))
