"""Codes that people read from a card and type: of signs that nobody confuses."""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from tournament.access.rules import new_token

#: Without 0 and O, 1, I and L.
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 6
PLAYER_DIGITS = 4
#: So many wrong personal codes in a row cost nothing.
FREE_TRIES = 5
#: The same for all networks together, where each network is counted too (appeals come from the internet).
FREE_TRIES_EVERYWHERE = 30
#: The waits after the last free try and after each wrong code that follows; the last one repeats.
WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 2, 5, 10, 15))


class TableAccess(NamedTuple):
    """What opens a table or a screen: the token of its QR, the code to type. Shown once, never stored."""

    token: str
    code: str


def new_table_access(numbers: Iterable[int]) -> dict[int, TableAccess]:
    """Table number -> a new token and a new code of six characters, all different."""
    found: dict[int, TableAccess] = {}
    used: set[str] = set()
    for number in numbers:
        code = _letters()
        while code in used:
            code = _letters()
        used.add(code)
        found[number] = TableAccess(new_token(), code)
    return found


def new_screen_access() -> TableAccess:
    """A new token and a new code of six characters for a screen."""
    return TableAccess(new_token(), _letters())


def new_player_codes(numbers: Iterable[int]) -> dict[int, str]:
    """Player's number -> a new personal code of four digits."""
    return {number: f"{secrets.randbelow(10**PLAYER_DIGITS):0{PLAYER_DIGITS}d}" for number in numbers}


def next_try_at(wrong: int, last: datetime, free: int = FREE_TRIES) -> datetime | None:
    """When the next code may be tried after ``wrong`` wrong ones in a row, the latest at ``last``.

    None while one of the ``free`` tries is left. The moment may be over.
    """
    if wrong < free:
        return None
    return last + WAITS[min(wrong - free, len(WAITS) - 1)]


def plain_code(typed: str) -> str:
    """A code as it was typed, without spaces and dashes, in capitals."""
    return "".join(sign for sign in typed.upper() if sign.isalnum())


def spaced(code: str) -> str:
    """A code in two halves, as it is printed: "7KM 2PX"."""
    return f"{code[:3]} {code[3:]}"


def _letters() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
