"""Figures of players over many events, and ranking by one of them. None of it counts for a pin."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ranking.opponents.rules import Score, Sitter, longest_run, sitter

#: Figures for each session need at least so many sessions, about one event; those for each hand so many hands.
LEAST_SESSIONS, LEAST_HANDS = 8, 100


class Base(StrEnum):
    """What a mean is taken over."""

    NONE = ""
    SESSIONS = "sessions"
    HANDS = "hands"


@dataclass(slots=True)
class Figures:
    """The sums of a person.

    ``events``, ``wins`` (first ranks), ``sessions``, ``table_points`` (twelfths) and ``points`` are of official
    results. ``longest_run`` is the length of the longest run of first places at stored tables. ``hands``, ``won``,
    ``dealt_in``, ``best`` (points of the highest hand won) and ``hand_points`` (at the tables with hands) are of
    recorded hands.
    """

    events: int = 0
    wins: int = 0
    sessions: int = 0
    table_points: int = 0
    points: int = 0
    longest_run: int = 0
    hands: int = 0
    won: int = 0
    dealt_in: int = 0
    best: int = 0
    hand_points: int = 0

    def add_hands_of(self, other: "Figures") -> None:
        """Add the recorded hands of another event."""
        self.best = max(self.best, other.best)
        for name in ("hands", "won", "dealt_in", "hand_points"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


def run_length(scores: Iterable[Score]) -> int:
    """Return the length of the longest run of first places; ``scores`` are in the order of play."""
    run = longest_run(scores)
    return run[1] if run else 0


@dataclass(frozen=True, slots=True)
class Statistic:
    """A figure by which players are listed; a value of None is not listed. ``share``: it is shown in percent."""

    key: str
    value: Callable[[Figures], Fraction | int | None]
    base: Base = Base.NONE
    lowest_first: bool = False
    share: bool = False

    @property
    def least(self) -> int:
        """The number of sessions or hands from which a player is listed."""
        return {Base.SESSIONS: LEAST_SESSIONS, Base.HANDS: LEAST_HANDS, Base.NONE: 0}[self.base]


def _mean(total: int, number: int) -> Fraction | None:
    return Fraction(total, number) if number else None


#: The statistics in the order in which readers choose.
STATISTICS = {
    statistic.key: statistic
    for statistic in (
        Statistic("events", lambda totals: totals.events or None),
        Statistic("wins", lambda totals: totals.wins or None),
        Statistic("table-points", lambda totals: _mean(totals.table_points, 12 * totals.sessions), Base.SESSIONS),
        Statistic("points", lambda totals: _mean(totals.points, totals.sessions), Base.SESSIONS),
        Statistic("longest-run", lambda totals: totals.longest_run or None),
        Statistic("best-hand", lambda totals: totals.best or None),
        Statistic("hand-points", lambda totals: _mean(totals.hand_points, totals.hands), Base.HANDS),
        Statistic("won", lambda totals: _mean(totals.won, totals.hands), Base.HANDS, share=True),
        Statistic(
            "dealt-in", lambda totals: _mean(totals.dealt_in, totals.hands), Base.HANDS, lowest_first=True, share=True
        ),
    )
}


@dataclass(frozen=True, slots=True)
class RankedFigures:
    """A person (id) with the rank by a statistic and its value."""

    rank: int
    person: int
    value: Fraction | int
    figures: Figures


def ranked(figures: Mapping[int, Figures], statistic: Statistic, least: int) -> list[RankedFigures]:
    """Return the persons with a value, over at least ``least`` sessions or hands; equal values share the rank."""
    rows = []
    for person, totals in figures.items():
        value = statistic.value(totals)
        if value is not None and (not statistic.base or getattr(totals, statistic.base) >= least):
            rows.append((value if statistic.lowest_first else -value, person, value, totals))
    rows.sort(key=lambda row: row[:2])
    lines: list[RankedFigures] = []
    for position, (_order, person, value, totals) in enumerate(rows, 1):
        rank = lines[-1].rank if lines and lines[-1].value == value else position
        lines.append(RankedFigures(rank, person, value, totals))
    return lines


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A recorded hand by the seats of its winner and discarder; empty without one."""

    no: int
    winner: str
    discarder: str
    points: int


def add_hands(
    figures: Mapping[int, Figures], hands: Iterable[PlayedHand], seats: Mapping[str, Sequence[Sitter]]
) -> set[int]:
    """Add the hands of a table to the figures of those persons who sat there, and return who they were.

    ``figures``: by person, those with a result at the table; ``seats``: seat -> its sitters, the latest first.
    """
    played: set[int] = set()
    for hand in hands:
        persons = {seat: sitter(sitters, hand.no) for seat, sitters in seats.items()}
        for seat, person in persons.items():
            totals = figures.get(person) if person is not None else None
            if totals is None or person is None:
                continue
            played.add(person)
            totals.hands += 1
            totals.dealt_in += hand.discarder == seat
            if hand.winner == seat:
                totals.won += 1
                totals.best = max(totals.best, hand.points)
    return played
