"""Fill the numbers of persons; nothing here replaces one."""

from collections.abc import Mapping, Sequence

from common.actions.engine import ActionContext
from tournament.people.models.numbers import PersonNumber
from tournament.people.models.persons import Person
from tournament.people.rules import FederationNumber, number_key
from tournament.people.selectors import numbers_of


def new_number(person: Person, number: FederationNumber) -> PersonNumber:
    """Return the row of a number; the caller saves it."""
    return PersonNumber(
        person=person, kind=number.kind, country=number.country, number=number.number, key=number_key(number.number)
    )


def fill_numbers(_context: ActionContext, numbers_by_person: Mapping[Person, Sequence[FederationNumber]]) -> int:
    """Give kept persons the numbers that they lack; return how many were added.

    A person who has a number of the giver keeps it, and a number that somebody has stays there; also one that
    another write has given meanwhile.
    """
    present = numbers_of(numbers_by_person)
    new = [
        new_number(person, number)
        for person, numbers in numbers_by_person.items()
        for number in _lacking(numbers, present.get(person.pk, ()))
    ]
    taken = _taken(new)
    added = {_once(row): row for row in new if _once(row) not in taken}
    PersonNumber.objects.bulk_create(added.values(), batch_size=1_000, ignore_conflicts=True)
    return len(added)


def _lacking(numbers: Sequence[FederationNumber], present: Sequence[PersonNumber]) -> list[FederationNumber]:
    givers = {row.value.giver for row in present}
    return [number for number in numbers if number.giver not in givers]


def _once(row: PersonNumber) -> tuple[str, str, str]:
    return row.kind, row.country, row.key


def _taken(new: Sequence[PersonNumber]) -> set[tuple[str, str, str]]:
    rows = PersonNumber.objects.filter(key__in={row.key for row in new})
    return set(map(_once, rows))
