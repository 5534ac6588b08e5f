"""Registering oneself: when it is open, who needs a guardian, and a name that its bearer keeps out of public."""

import re
from datetime import date, datetime
from enum import StrEnum

from tournament.registration.rules.names import is_east_asian

#: Stands for the signs that are not shown; every font here has it.
HIDDEN = "○"


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


def public_name(name: str, consent: bool | None) -> str:
    """The name as the public sees it: whole, or its initials where its bearer said no; nobody asked is no refusal."""
    return initials(name) if name and consent is False else name


def initials(name: str) -> str:
    """What stands in public for a name whose bearer refused it (rulings: Signatures, officials, corrections).

    The first letter of each word; of a Chinese, Japanese or Korean name the first sign: "DE JONG Mattheu" is
    "D. J. M.", "王伟" is "王○".
    """
    if is_east_asian(name):
        return f"{name.strip()[0]}{HIDDEN}"
    letters = [word[0] for word in re.findall(r"[^\W\d_]+", name)]
    return " ".join(f"{letter.upper()}." for letter in letters) or HIDDEN
