"""Which federation gave a number, and which numbers exclude that two persons are one."""

from collections.abc import Iterable

from tournament.people.rules import FederationNumber, NumberKind, number_key
from tournament.registration.rules.federation import is_ema_number


def giver_key(number: FederationNumber) -> str:
    """Return who gave a number, as a name of a form: "ema", "national-NL"."""
    return f"{number.kind}-{number.country}" if number.country else number.kind


def giver_of(key: str) -> tuple[str, str]:
    """Return kind and country of a `giver_key`."""
    kind, _dash, country = key.partition("-")
    return kind, country


def exclude_each_other(
    shown: str, numbers: Iterable[FederationNumber], other_shown: str, other_numbers: Iterable[FederationNumber]
) -> bool:
    """Return whether two persons have two numbers of one federation, so that they cannot be one person.

    ``shown`` is the number that lists show of a person, empty if there is none. If its federation is unknown, it may be
    that of the other person's unknown one.
    """
    first, second = _by_giver(shown, numbers), _by_giver(other_shown, other_numbers)
    return any(first[giver] != second[giver] for giver in first.keys() & second.keys())


def _by_giver(shown: str, numbers: Iterable[FederationNumber]) -> dict[str, str]:
    by_giver = {giver_key(number): number_key(number.number) for number in numbers}
    if shown and number_key(shown) not in by_giver.values():
        by_giver[NumberKind.EMA if is_ema_number(shown) else ""] = number_key(shown)
    return by_giver
