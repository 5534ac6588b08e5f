"""Codes that people read from a card and type, without letters that look alike; waits after wrong codes."""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from tournament.access.rules import new_token

#: Without 0 and O, 1, I and L.
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 6
PLAYER_DIGITS = 4
#: Wrong personal codes in a row before the first wait.
FREE_TRIES = 5
#: The same for all networks together if each network is counted too (appeals come from the internet).
FREE_TRIES_EVERYWHERE = 30
#: Waits after the last free try and each further wrong code; the last one repeats.
WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 2, 5, 10, 15))


class TableAccess(NamedTuple):
    """The QR token and the typed code that open a table or a screen; shown once, never stored."""

    token: str
    code: str


def new_table_access(numbers: Iterable[int]) -> dict[int, TableAccess]:
    """Return table number -> new access with a code of six characters; the codes differ."""
    tables = list(numbers)
    codes: set[str] = set()
    while len(codes) < len(tables):
        codes.add(_new_code())
    return {number: TableAccess(new_token(), code) for number, code in zip(tables, codes, strict=True)}


def new_screen_access() -> TableAccess:
    """Return new access for a screen, with a code of six characters."""
    return TableAccess(new_token(), _new_code())


def new_player_codes(numbers: Iterable[int]) -> dict[int, str]:
    """Return player's number -> a new personal code of four digits."""
    return {number: f"{secrets.randbelow(10**PLAYER_DIGITS):0{PLAYER_DIGITS}d}" for number in numbers}


def next_try_at(wrong: int, last: datetime, free: int = FREE_TRIES) -> datetime | None:
    """Return when the next code may be tried after ``wrong`` wrong codes in a row, the latest at ``last``.

    None while one of the ``free`` tries is left. The result may be in the past.
    """
    if wrong < free:
        return None
    return last + WAITS[min(wrong - free, len(WAITS) - 1)]


def plain_code(typed: str) -> str:
    """Return a typed code in capitals, without spaces and dashes."""
    return "".join(sign for sign in typed.upper() if sign.isalnum())


def spaced(code: str) -> str:
    """Return a code in two halves, as on the card: "7KM 2PX"."""
    return f"{code[:3]} {code[3:]}"


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
