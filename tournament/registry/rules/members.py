"""A member of a registry, and the keys under which the member is found."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from tournament.people.rules import is_east_asian, number_key

#: The most members of a registry.
MOST_MEMBERS = 100_000
#: The most members on one page of the interface.
PAGE = 1_000
#: Lengths of the database columns.
NAME, PART, NUMBER = 200, 100, 30


@dataclass(frozen=True, order=True)
class Number:
    """A member's number of one kind, as the federation writes it."""

    kind: str
    number: str

    @property
    def key(self) -> tuple[str, str]:
        """Return what two spellings of one number share."""
        return self.kind, number_key(self.number)


@dataclass(frozen=True)
class Member:
    """A member as the list of a federation gives the person; nothing else is kept of the list."""

    name: str
    family_name: str = ""
    given_name: str = ""
    latin_name: str = ""
    country: str = ""
    club: str = ""
    #: At most one of each kind, by kind.
    numbers: tuple[Number, ...] = ()

    @property
    def number_keys(self) -> set[tuple[str, str]]:
        """Return the keys of all numbers."""
        return {number.key for number in self.numbers}


def repeated_numbers(members: Iterable[Member]) -> list[str]:
    """Return the numbers that two of the members have, or one member twice."""
    seen: set[tuple[str, str]] = set()
    repeated = []
    for member in members:
        for number in member.numbers:
            if number.key in seen:
                repeated.append(number.number)
            seen.add(number.key)
    return repeated


def number_keys_of_query(text: str) -> set[str]:
    """Return the keys that a typed number may mean: seven digits are also an EMA number that lost its zero."""
    plain = number_key(text)
    restored = {f"0{plain}"} if len(plain) == 7 and plain.isdigit() else set()
    return ({plain} | restored) - {""}


def name_key(text: str) -> str:
    """Return the letters of a name without case, accents and signs, whatever the order of its words.

    A Chinese, Japanese or Korean name keeps the order of its characters, since its words may be written together.
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(
        sign if sign.isalnum() else " " for sign in decomposed if not unicodedata.combining(sign) and sign not in "'’"
    )
    words = letters.split()
    return "".join(words if is_east_asian(text) else sorted(words))
