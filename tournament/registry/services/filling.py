"""Give persons the numbers that the registries have of them."""

from collections.abc import Iterable, Sequence

from common.actions.engine import ActionContext
from tournament.people.models.persons import Person
from tournament.people.rules import FederationNumber, NumberKind
from tournament.people.selectors import holders_of
from tournament.people.services.numbers import fill_numbers
from tournament.registry.rules.matching import Typed, same_name
from tournament.registry.rules.members import Member
from tournament.registry.selectors.members import Lookup

#: Members whose persons are looked for in one query.
BATCH = 1_000


def fill_members(context: ActionContext, members: Sequence[Member]) -> int:
    """Give the persons who are among ``members`` their numbers; return how many were added.

    A person is a member who has one of the member's numbers and the name. Nothing that is stored is replaced.
    """
    return sum(_fill(context, members[start : start + BATCH]) for start in range(0, len(members), BATCH))


def _fill(context: ActionContext, members: Sequence[Member]) -> int:
    holders = holders_of(number.number for member in members for number in member.numbers)
    numbers_by_person: dict[Person, list[FederationNumber]] = {}
    for member in members:
        for number in member.numbers:
            person = holders.get(number.number)
            if person and same_name(typed_of(person.kept), member):
                numbers_by_person[person.kept] = numbers_of_member(member)
    return fill_numbers(context, numbers_by_person)


def fill_persons(context: ActionContext, persons: Iterable[Person]) -> int:
    """Give kept persons the numbers of the members who have their federation number and name; return how many."""
    typed = {person: typed_of(person) for person in persons if person.federation_number}
    lookup = Lookup(typed.values())
    numbers_by_person = {}
    for person, described in typed.items():
        member = lookup.holder(described)
        if member:
            numbers_by_person[person] = numbers_of_member(member)
    return fill_numbers(context, numbers_by_person)


def typed_of(person: Person) -> Typed:
    """Return names and number of a person for the comparison with members."""
    return Typed(
        person.name,
        person.family_name,
        person.given_name,
        person.latin_name,
        person.country,
        person.federation_number or "",
    )


def numbers_of_member(member: Member) -> list[FederationNumber]:
    """Return the numbers of a member; a national one is of the federation of the member's country."""
    return [
        FederationNumber(number.kind, number.number, member.country if number.kind == NumberKind.NATIONAL else "")
        for number in member.numbers
    ]
