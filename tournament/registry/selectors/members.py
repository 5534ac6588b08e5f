"""Find members in the registries of this program: by number, by name, and for many persons at once."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from common.i18n.search import folded, searched_names, searched_word
from tournament.people.rules import number_key
from tournament.people.selectors import named_by_id
from tournament.registry.models import Registry, RegistryMember, RegistryNumber, RegistrySource
from tournament.registry.rules.matching import Finding, Typed, compare, keys_of_typed, same_name
from tournament.registry.rules.members import Member, Number, number_keys_of_query

#: Keys in one query; SQLite allows 32,766 parameters.
BATCH = 10_000
#: The shortest text that is searched, so that nobody reads a registry letter by letter.
SHORTEST = 2


@dataclass(frozen=True)
class Found:
    """A row of a registry with the member that it holds."""

    row: RegistryMember
    member: Member


def registries() -> QuerySet[Registry]:
    """Return all registries of this program by name, with their sources, and ``size``: the number of members."""
    return Registry.objects.select_related("source").annotate(size=Count("members"))


def sources() -> QuerySet[RegistrySource]:
    """Return the servers that registries come from, by address."""
    return RegistrySource.objects.all()


def members_of(registry: Registry) -> QuerySet[RegistryMember]:
    """Return the members of the registry by name, with their numbers and the registry."""
    return registry.members.prefetch_related("numbers").select_related("registry")


def member_of(row: RegistryMember) -> Member:
    """Return what a row holds."""
    return _member(row, tuple(Number(number.kind, number.number) for number in row.numbers.all()))


def _member(row: RegistryMember, numbers: tuple[Number, ...]) -> Member:
    return Member(row.name, row.family_name, row.given_name, row.latin_name, row.country, row.club, numbers)


def ids_of(registry: Registry) -> dict[Member, int]:
    """Return every member of the registry -> id of the row, by name; in two queries for any number of members."""
    numbers: dict[int, list[Number]] = defaultdict(list)
    for member_id, kind, number in registry.numbers.order_by("kind").values_list("member_id", "kind", "number"):
        numbers[member_id].append(Number(kind, number))
    rows = registry.members.order_by("name", "pk")
    return {_member(row, tuple(numbers[row.pk])): row.pk for row in rows.iterator()}


def list_of(registry: Registry) -> list[Member]:
    """Return all members of the registry, by name."""
    return list(ids_of(registry))


def matching(rows: QuerySet[RegistryMember], query: str) -> QuerySet[RegistryMember]:
    """Return those of ``rows`` with the number ``query``, or with a name that has every word of it.

    Nothing matches a text of a single character.
    """
    words = folded(query).split()
    if len("".join(words)) < SHORTEST:
        return rows.none()
    named = Q()
    for word in words:
        named &= Q(search__contains=searched_word(word))
    numbers = RegistryNumber.objects.filter(key__in=number_keys_of_query(query))
    # Two queries: PostgreSQL uses no index for a condition on two tables.
    return named_by_id(rows.filter(named | Q(pk__in=list(numbers.values_list("member", flat=True)))))


def searched_text(member: Member) -> str:
    """Return the text in which `matching` looks for words; names without a space between their parts are in it too."""
    return searched_names(member.name, member.latin_name, member.family_name, member.given_name)


def found_in_registries(query: str, most: int) -> list[Found]:
    """Return at most ``most`` members of all registries for a typed number or name, by name."""
    return [Found(row, member_of(row)) for row in matching(_every(), query)[:most]]


def members_with_number(number: str) -> list[Found]:
    """Return the members of all registries who have this number, of whatever kind."""
    rows = _every().filter(numbers__key=number_key(number)).distinct() if number_key(number) else []
    return [Found(row, member_of(row)) for row in rows]


def member_by_id(pk: int) -> Found | None:
    """Return the member with this id; None if a newer list replaced it."""
    row = _every().filter(pk=pk).first()
    return Found(row, member_of(row)) if row else None


class Lookup:
    """The members that some persons may be, read from all registries in a few queries."""

    def __init__(self, persons: Iterable[Typed]) -> None:
        persons = list(persons)
        numbers = {key for person in persons for key in number_keys_of_query(person.number)}
        names = {key for person in persons for key in keys_of_typed(person)}
        by_number = [Q(numbers__key__in=batch) for batch in _batches(numbers)]
        by_name = [Q(name_key__in=batch) | Q(latin_key__in=batch) for batch in _batches(names)]
        self._by_number: dict[str, dict[int, Found]] = defaultdict(dict)
        self._by_name: dict[str, dict[int, Found]] = defaultdict(dict)
        rows = _every().order_by("pk").distinct()
        for searched in (*by_number, *by_name):
            for row in rows.filter(searched):
                self._add(row)

    def finding(self, person: Typed) -> Finding | None:
        """Return how one of the persons differs from the registries; None if nothing does."""
        holders = [listed.member for listed in self._holders(person)]
        return compare(person, holders, [listed.member for listed in self._namesakes(person)])

    def matches(self, person: Typed) -> list[Found]:
        """Return the members who have the person's number, then those who have the name."""
        return list(dict.fromkeys([*self._holders(person), *self._namesakes(person)]))

    def holder(self, person: Typed) -> Member | None:
        """Return the member who has both the number and the name of the person; None if nobody has."""
        members = (listed.member for listed in self._holders(person))
        return next((member for member in members if same_name(person, member)), None)

    def _holders(self, person: Typed) -> list[Found]:
        return _each_once(self._by_number.get(key) for key in sorted(number_keys_of_query(person.number)))

    def _namesakes(self, person: Typed) -> list[Found]:
        return _each_once(self._by_name.get(key) for key in sorted(keys_of_typed(person)))

    def _add(self, row: RegistryMember) -> None:
        listed = Found(row, member_of(row))
        for number in row.numbers.all():
            self._by_number[number.key][row.pk] = listed
        for key in {row.name_key, row.latin_key} - {""}:
            self._by_name[key][row.pk] = listed


def _every() -> QuerySet[RegistryMember]:
    return RegistryMember.objects.prefetch_related("numbers").select_related("registry")


def _each_once(groups: Iterable[dict[int, Found] | None]) -> list[Found]:
    """Return the rows of the groups; of equal members in two registries the first one."""
    by_member = {row.member: row for group in groups if group for row in reversed(group.values())}
    return sorted(by_member.values(), key=lambda row: row.row.pk)


def _batches(keys: set[str]) -> Iterator[list[str]]:
    ordered = sorted(keys)
    for start in range(0, len(ordered), BATCH):
        yield ordered[start : start + BATCH]
