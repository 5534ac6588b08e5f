"""Players' own registration: when it is open, and which players need a guardian."""

from datetime import date, datetime
from enum import StrEnum


class Window(StrEnum):
    """State of the registration period."""

    NONE = "none"
    COMING = "coming"
    OPEN = "open"
    OVER = "over"


def window(opens: datetime | None, closes: datetime | None, now: datetime) -> Window:
    """Return the state of the registration period at ``now``; ``closes`` itself is outside.

    Without an opening it is "none"; without a closing it stays open.
    """
    if opens is None:
        return Window.NONE
    if now < opens:
        return Window.COMING
    return Window.OPEN if closes is None or now < closes else Window.OVER


def age_on(born: date, day: date) -> int:
    """Return the full years of age on ``day``.

    A person born on 29 February turns a year older on 1 March of other years.
    """
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def needs_guardian(born: date, first_day: date, limit: int) -> bool:
    """Return whether a player is younger than ``limit`` on the event's first day (A2: a guardian signs the oath)."""
    return age_on(born, first_day) < limit
