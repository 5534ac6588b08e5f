"""The European federation's weight of a tournament and its conditions for certification (practice 6)."""

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from tournament.registration.rules.federation import EMA_MEMBERS

#: Fewest players of member countries at a certified tournament.
FEWEST_PLAYERS = 16
#: Days -> the fewest sessions and the minutes of each.
LEAST_PLAY = {1: (4, 90), 2: (6, 120), 3: (9, 120)}
#: The longest tournament that the federation describes, in days; longer ones count as such.
MOST_DAYS = max(LEAST_PLAY)
#: Substitutes that count as players.
SUBSTITUTES = 3


class Weight(NamedTuple):
    """The weight of a tournament by its parts."""

    days: int
    players: Fraction
    countries: Fraction
    qualification: int

    @property
    def total(self) -> Fraction:
        return self.days + self.players + self.countries + self.qualification


def weight_of(days: int, players: int, countries: int, *, qualification: bool) -> Weight:
    """Return the weight: days (at most 3), players, countries, and one if players had to qualify."""
    for_players = 0 if players <= 40 else Fraction(1, 2) if players <= 80 else 1
    for_countries = 0 if countries <= 5 else Fraction(1, 2) if countries <= 9 else 1
    return Weight(min(days, MOST_DAYS), Fraction(for_players), Fraction(for_countries), int(qualification))


@dataclass(frozen=True)
class Tournament:
    """What the federation asks of a tournament.

    ``players`` include up to three substitutes; ``countries`` are those of the players (ISO), one for each player,
    empty where it is not known. ``minutes``: of each planned session. ``observer``: whether one is named.
    """

    days: int | None
    players: int
    countries: Sequence[str]
    minutes: Sequence[int]
    observer: bool

    def weight(self, *, qualification: bool) -> Weight | None:
        """Return the weight; None while the days or the players are not known."""
        if not self.days or not self.players:
            return None
        known = {country for country in self.countries if country}
        return weight_of(self.days, self.players, len(known), qualification=qualification)


class Condition(StrEnum):
    """A condition for certification."""

    DAYS = "days"
    PLAYERS = "players"
    SESSIONS = "sessions"
    MINUTES = "minutes"
    OBSERVER = "observer"


class Check(NamedTuple):
    """A condition with the number that is asked and the one there is; ``held`` None: it cannot be told yet."""

    condition: Condition
    held: bool | None
    asked: int
    found: int


def certification(tournament: Tournament) -> list[Check]:
    """Return the conditions for certification that the data of an event can show."""
    known = tournament.days is not None
    sessions, minutes = LEAST_PLAY[min(tournament.days or 1, MOST_DAYS)]
    of_members = sum(country in EMA_MEMBERS for country in tournament.countries)
    played, shortest = len(tournament.minutes), min(tournament.minutes, default=0)
    return [
        Check(Condition.DAYS, known or None, 1, tournament.days or 0),
        Check(Condition.PLAYERS, of_members >= FEWEST_PLAYERS, FEWEST_PLAYERS, of_members),
        Check(Condition.SESSIONS, played >= sessions if known else None, sessions, played),
        Check(Condition.MINUTES, shortest >= minutes if known else None, minutes, shortest),
        Check(Condition.OBSERVER, tournament.observer, 1, int(tournament.observer)),
    ]


def ask_by(starts: date) -> date:
    """Return the last day for the request: three months ahead, the last day of a shorter month."""
    year, month = (starts.year, starts.month - 3) if starts.month > 3 else (starts.year - 1, starts.month + 9)
    return date(year, month, min(starts.day, monthrange(year, month)[1]))


def observer_by(starts: date) -> date:
    """Return the last day for naming the observer: two weeks ahead."""
    return starts - timedelta(days=14)
