"""The persons of a body: with official results, perhaps known twice, merged, or marked as two persons."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from common.i18n.search import searched_word
from ranking.bodies.models import Body
from ranking.record.models.records import OfficialResult, RecordedEvent
from tournament.people.models.persons import DistinctPersons, Person, PrivateData
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
    persons = Person.objects.filter(merged_into=None)
    if body.kind == Body.Kind.MEMBER:
        persons = persons.filter(country__in=body.countries)
    for word in query.split():
        persons = persons.filter(Q(search__contains=searched_word(word)) | Q(federation_number__iexact=word))
    return persons.filter(_has_results("pk")).order_by("name", "pk")


def with_last_event(persons: QuerySet[Person]) -> QuerySet[Any]:
    """Add ``last_event``, the name of the event of each person's newest result, and ``last_day``, its first day."""
    # A condition on persons alone, so that the database finds the results of each by index.
    outer = OuterRef(OuterRef("pk"))
    of_person = Person.objects.filter(Q(pk=outer) | Q(merged_into=outer)).values("pk")
    newest = OfficialResult.objects.filter(person__in=of_person).order_by(
        F("recorded__starts").desc(nulls_last=True), "-recorded"
    )
    return persons.annotate(
        last_event=Subquery(newest.values("recorded__name")[:1]),
        last_day=Subquery(newest.values("recorded__starts")[:1]),
    )


def last_events(persons: Iterable[Person]) -> dict[int, tuple[str, date | None]]:
    """Return the name and the first day of the event of each person's newest result; for the persons of a page."""
    rows = with_last_event(Person.objects.filter(pk__in=[person.pk for person in persons]))
    return {pk: (name, day) for pk, name, day in rows.values_list("pk", "last_event", "last_day")}


def birth_years(persons: Iterable[Person]) -> dict[int, str]:
    """Return the birth year by person where a birth date is stored; only for pages with permission to show it."""
    rows = PrivateData.objects.filter(person__in=[person.pk for person in persons])
    return {row.person_id: row.birth_date[:4] for row in rows if row.birth_date}


def possible_duplicates(body: Body) -> QuerySet[SimilarPair]:
    """Return the pairs of persons that may be one and that the body may merge, strongest evidence first.

    One of the two is a person of the body with official results.
    """
    pairs = stored_pairs()
    first, second = _is_recorded("first"), _is_recorded("second")
    if body.kind == Body.Kind.MEMBER:
        possible = ["", *body.countries]
        pairs = pairs.filter(first_country__in=possible, second_country__in=possible)
        first &= Q(first_country__in=body.countries)
        second &= Q(second_country__in=body.countries)
    return pairs.filter(first | second)


def _is_recorded(side: str) -> Q:
    """Return the condition that the person ``side`` of a row is not merged and has official results."""
    return Q(**{f"{side}__merged_into": None}) & _has_results(f"{side}_id")


def _has_results(person: str) -> Q:
    """Return the condition that the person in the column ``person``, or one merged into it, has official results."""
    own = OfficialResult.objects.filter(person=OuterRef(person))
    merged = OfficialResult.objects.filter(person__merged_into=OuterRef(person))
    return Q(Exists(own)) | Q(Exists(merged))


def merged_of_body(body: Body) -> QuerySet[Person]:
    """Return the persons that were merged into one of the body's."""
    merged = Person.objects.filter(merged_into__isnull=False)
    of_body = persons_of_body(body, "").filter(pk__in=list(merged.values_list("merged_into", flat=True)))
    return merged.filter(merged_into__in=of_body.values("pk")).select_related("merged_into").order_by("name", "pk")


def kept_apart_of_body(body: Body) -> QuerySet[DistinctPersons]:
    """Return the pairs that were marked as two persons, if either is the body's; newest first."""
    first, second = _is_recorded("first"), _is_recorded("second")
    if body.kind == Body.Kind.MEMBER:
        first &= Q(first__country__in=body.countries)
        second &= Q(second__country__in=body.countries)
    return DistinctPersons.objects.select_related("first", "second").filter(first | second)


def shared_event(first: Person, second: Person) -> RecordedEvent | None:
    """Return an event of the record in which both have a result; None if there is none."""
    of_first, of_second = (
        Q(pk__in=OfficialResult.objects.filter(Q(person=one) | Q(person__merged_into=one)).values("recorded"))
        for one in (first, second)
    )
    return RecordedEvent.objects.filter(of_first, of_second).first()
