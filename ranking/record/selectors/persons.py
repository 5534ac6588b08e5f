"""The persons of a body: with official results, perhaps known twice, merged, or marked as two persons."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from common.i18n.search import searched_word
from ranking.bodies.models import Body
from ranking.record.models.records import OfficialResult, RecordedEvent
from tournament.people.models.persons import DistinctPersons, Person, PrivateData
from tournament.people.selectors import named_by_id, persons_with_number
from tournament.registration.models.similar import SimilarPair
from tournament.registration.selectors.similar import stored_pairs


def is_of_body(body: Body, person: Person) -> bool:
    """Return whether the body works on the person: a member organisation on those of its countries, others on all."""
    return body.kind != Body.Kind.MEMBER or person.country in body.countries


def is_possible_second(body: Body, person: Person) -> bool:
    """Return whether the body may merge the person into one of its own: also one without a country."""
    return not person.country or is_of_body(body, person)


def persons_of_body(body: Body, query: str) -> QuerySet[Person]:
    """Return persons with official results whose names or federation number match the words of ``query``, by name.

    A member organisation finds only persons of its countries.
    """
    matching = Person.objects.filter(merged_into=None)
    for word in query.split():
        matching = matching.filter(Q(search__contains=searched_word(word)) | Q(pk__in=persons_with_number(word)))
    persons = named_by_id(matching) if query else matching
    if body.kind == Body.Kind.MEMBER:
        persons = persons.filter(country__in=body.countries)
    return persons.filter(recorded__isnull=False).select_related("recorded__last_event").order_by("name", "pk")


def birth_years(persons: Iterable[Person]) -> dict[int, str]:
    """Return the birth year by person where a birth date is stored; only for pages with permission to show it."""
    rows = PrivateData.objects.filter(person__in=[person.pk for person in persons])
    return {row.person_id: row.birth_date[:4] for row in rows if row.birth_date}


def possible_duplicates(body: Body) -> QuerySet[SimilarPair]:
    """Return the pairs of persons that may be one and that the body may merge, strongest evidence first.

    One of the two is a person of the body with official results.
    """
    pairs = stored_pairs()
    first, second = (Q(**{f"{side}__recorded__isnull": False}) for side in ("first", "second"))
    if body.kind == Body.Kind.MEMBER:
        possible = ["", *body.countries]
        pairs = pairs.filter(first_country__in=possible, second_country__in=possible)
        first &= Q(first_country__in=body.countries)
        second &= Q(second_country__in=body.countries)
    return pairs.filter(first | second)


def merged_of_body(body: Body) -> QuerySet[Person]:
    """Return the persons that were merged into one of the body's."""
    merged = Person.objects.filter(merged_into__isnull=False, merged_into__recorded__isnull=False)
    if body.kind == Body.Kind.MEMBER:
        merged = merged.filter(merged_into__country__in=body.countries)
    return merged.select_related("merged_into").order_by("name", "pk")


def kept_apart_of_body(body: Body) -> QuerySet[DistinctPersons]:
    """Return the pairs that were marked as two persons, if either is the body's; newest first."""
    first, second = (Q(**{f"{side}__recorded__isnull": False}) for side in ("first", "second"))
    if body.kind == Body.Kind.MEMBER:
        first &= Q(first__country__in=body.countries)
        second &= Q(second__country__in=body.countries)
    return DistinctPersons.objects.select_related("first", "second").filter(first | second)


def shared_event(first: Person, second: Person) -> RecordedEvent | None:
    """Return an event of the record in which both have a result; None if there is none."""
    of_first, of_second = (
        Q(pk__in=OfficialResult.objects.filter(Q(person=person) | Q(person__merged_into=person)).values("recorded"))
        for person in (first, second)
    )
    return RecordedEvent.objects.filter(of_first, of_second).first()
