"""Registration by the players themselves: when it is open, and who needs a guardian."""

from datetime import date, datetime
from enum import StrEnum


class Window(StrEnum):
    """The state of the time in which players register themselves."""

    NONE = "none"
    COMING = "coming"
    OPEN = "open"
    OVER = "over"


def window(opens: datetime | None, closes: datetime | None, now: datetime) -> Window:
    """Whether players register themselves at ``now``: from the opening on, up to the closing but not at it.

    Without an opening they never do ("none"), without a closing until somebody closes it.
    """
    if opens is None:
        return Window.NONE
    if now < opens:
        return Window.COMING
    return Window.OPEN if closes is None or now < closes else Window.OVER


def age_on(born: date, day: date) -> int:
    """The full years of somebody on ``day``; who is born on 29 February is a year older on 1 March of other years."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def needs_guardian(born: date, first_day: date, limit: int) -> bool:
    """Whether a player is younger than ``limit`` on the event's first day (A2: a guardian signs the oath)."""
    return age_on(born, first_day) < limit
