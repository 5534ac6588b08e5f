"""Find persons with names like given ones by their stored keys, without reading all persons."""

from collections.abc import Iterable, Sequence
from hashlib import blake2b

from django.db.models import Exists, OuterRef, QuerySet

from tournament.events.models.entries import Entry
from tournament.people.models.persons import Comparison, DistinctPersons, Person
from tournament.registration.models.similar import SimilarPair
from tournament.registration.rules.duplicates import Pair, PersonNames, pairs, search_keys

#: Keys in one query; SQLite allows 32,766 parameters.
BATCH = 10_000


def names_of(person: Person) -> PersonNames:
    """Return the person for the comparison of names."""
    return PersonNames(
        person.pk,
        person.name,
        person.family_name,
        person.given_name,
        person.latin_name,
        person.country,
        person.federation_number or "",
    )


def keys_of(names: PersonNames) -> set[int]:
    """Return the search keys of a person as they are stored: numbers of 64 bits."""
    digests = (blake2b(key.encode(), digest_size=8).digest() for key in search_keys(names))
    return {int.from_bytes(digest, signed=True) for digest in digests}


def persons_with_keys(searched: Iterable[PersonNames]) -> dict[int, Person]:
    """Return id -> person for everybody whose stored keys have one in common with ``searched``, merged ones too."""
    keys = sorted({key for names in searched for key in keys_of(names)})
    batches = (keys[start : start + BATCH] for start in range(0, len(keys), BATCH))
    return {person.pk: person for batch in batches for person in persons_sharing(batch)}


def persons_sharing(keys: Sequence[int]) -> QuerySet[Person]:
    """Return the persons who have one of the stored keys."""
    return Person.objects.filter(name_keys__key__in=keys).distinct()


def similar_to(searched: Sequence[PersonNames]) -> tuple[list[Pair], dict[int, Person]]:
    """Return the pairs of ``searched`` with known persons, strongest evidence first, and these persons by id.

    ``searched`` may be persons or have ids that no person has. Persons whose keys are not stored yet are compared too.
    """
    known = {pk: person for pk, person in persons_with_keys(searched).items() if person.merged_into_id is None}
    if searched:
        waiting = Person.objects.filter(comparison=Comparison.WAITING, merged_into=None)
        known |= {person.pk: person for person in waiting}
    return pairs(searched, [names_of(person) for person in known.values()]), known


def events_of(persons: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """Return id -> names of the events in which each person is entered, the latest first."""
    events: dict[int, tuple[str, ...]] = {}
    rows = Entry.objects.filter(person__in=persons).order_by("-event__starts", "-event_id")
    for person, name in rows.values_list("person_id", "event__name"):
        events[person] = (*events.get(person, ()), name)
    return events


def waiting_persons() -> QuerySet[Person]:
    """Return the persons who are not compared with all others yet, the oldest first."""
    return Person.objects.filter(comparison__lt=Comparison.COMPARED).order_by("pk")


def stored_pairs() -> QuerySet[SimilarPair]:
    """Return the pairs of two persons who may be one, strongest evidence first.

    Without merged persons, those marked as two persons, and those whose names changed since.
    """
    distinct = DistinctPersons.objects.filter(first=OuterRef("first"), second=OuterRef("second"))
    alive = {f"{side}__merged_into": None for side in ("first", "second")}
    current = {f"{side}__comparison": Comparison.COMPARED for side in ("first", "second")}
    return SimilarPair.objects.filter(**alive, **current).exclude(Exists(distinct)).select_related("first", "second")
