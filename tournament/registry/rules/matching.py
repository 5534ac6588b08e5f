"""Compare the name and number of a person with those of the registries: what differs, and what is offered."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.people.rules import number_key
from tournament.registry.rules.members import Member, name_key

#: What registration takes from a member, besides the number.
SPELLING = ("name", "family_name", "given_name", "latin_name", "country")


class Difference(StrEnum):
    """How a person differs from the registries."""

    SPELLING = "spelling"
    INCOMPLETE = "incomplete"
    OTHER_PERSON = "other-person"
    OTHER_NUMBER = "other-number"
    NO_NUMBER = "no-number"


@dataclass(frozen=True)
class Typed:
    """Name, parts, country and number of a person as somebody typed or imported them; empty where not given."""

    name: str = ""
    family_name: str = ""
    given_name: str = ""
    latin_name: str = ""
    country: str = ""
    number: str = ""


@dataclass(frozen=True)
class Finding:
    """A difference from the registries, and the members to choose from; ``fields`` are the values that differ."""

    difference: Difference
    members: tuple[Member, ...]
    fields: tuple[str, ...] = ()


def compare(typed: Typed, holders: Sequence[Member], namesakes: Sequence[Member]) -> Finding | None:
    """Return how a person differs from the registries; None if nothing does.

    ``holders`` are the members with the typed number, of whatever kind, ``namesakes`` those with the typed name.

    - A member has number and name, but spells a value otherwise: SPELLING; if only values are missing that the registry
      has: INCOMPLETE.
    - The number is a member's, the name is not: OTHER_PERSON.
    - The name is a member's of the same country (if both have one), who has another number: OTHER_NUMBER, or NO_NUMBER
      if none was typed.
    """
    if holders:
        of_the_name = [member for member in holders if same_name(typed, member)]
        if not of_the_name:
            return Finding(Difference.OTHER_PERSON, tuple(holders))
        differing = {member: differing_fields(typed, member) for member in of_the_name}
        best = min(of_the_name, key=lambda member: len(differing[member]))
        return _spelling(typed, best, differing[best])
    numbered = tuple(member for member in namesakes if member.numbers and _may_be_of(typed.country, member.country))
    if not numbered:
        return None
    return Finding(Difference.OTHER_NUMBER if number_key(typed.number) else Difference.NO_NUMBER, numbered)


def _spelling(typed: Typed, member: Member, fields: tuple[str, ...]) -> Finding | None:
    if not fields:
        return None
    otherwise = any(getattr(typed, field) for field in fields)
    return Finding(Difference.SPELLING if otherwise else Difference.INCOMPLETE, (member,), fields)


def same_name(typed: Typed, member: Member) -> bool:
    """Return whether the names are the same but for case, accents, signs and order, in any of their scripts."""
    return bool(_keys(typed.name, typed.family_name, typed.given_name, typed.latin_name) & keys_of(member))


def keys_of(member: Member) -> set[str]:
    """Return the keys of a member's names."""
    return _keys(member.name, member.family_name, member.given_name, member.latin_name)


def keys_of_typed(typed: Typed) -> set[str]:
    """Return the keys under which the members with the typed name are found."""
    return _keys(typed.name, typed.family_name, typed.given_name, typed.latin_name)


def differing_fields(typed: Typed, member: Member) -> tuple[str, ...]:
    """Return the fields that the member has and that are typed otherwise, to the letter."""
    return tuple(
        field for field in SPELLING if getattr(member, field) and getattr(member, field) != getattr(typed, field)
    )


def taken_from(member: Member, number: str) -> dict[str, str]:
    """Return what registration takes from a member: the spelling, and ``number`` if it is the member's, else the first.

    A value that the registry does not have is not among it, so that it stays as it was typed.
    """
    values = {field: getattr(member, field) for field in SPELLING if getattr(member, field)}
    own = next(
        (registered.number for registered in member.numbers if number_key(registered.number) in _searched(number)), ""
    )
    first = member.numbers[0].number if member.numbers else ""
    return values | ({"federation_number": own or first} if own or first else {})


def _searched(number: str) -> Collection[str]:
    plain = number_key(number)
    return {plain, f"0{plain}"} if plain else set()


def _keys(name: str, family: str, given: str, latin: str) -> set[str]:
    return {name_key(name), name_key(f"{family} {given}"), name_key(latin)} - {""}


def _may_be_of(country: str, other: str) -> bool:
    return not country or not other or country == other
