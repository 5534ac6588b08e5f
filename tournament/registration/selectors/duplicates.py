"""Persons of an event who may be known already, and those that were merged."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.persons import DistinctPersons, Person
from tournament.registration.rules.duplicates import Somebody, pairs
from tournament.registration.selectors.entries import registered


@dataclass(frozen=True)
class Duplicate:
    """Two persons who may be one, why, and in which events each is (their names, the newest first).

    ``first_entry`` and ``second_entry`` are their registrations in the event that was asked for.
    """

    first: Person
    second: Person
    evidence: tuple[str, ...]
    first_events: tuple[str, ...]
    second_events: tuple[str, ...]
    first_entry: Entry | None
    second_entry: Entry | None


def duplicates_of(event: Event) -> list[Duplicate]:
    """The persons of the event who may be one with another or with somebody of another event, the surest first."""
    persons = {person.pk: person for person in Person.objects.filter(merged_into=None)}
    here = {entry.person.kept.pk: entry for entry in registered(event)}
    known = [_somebody(person) for person in persons.values()]
    apart = set(DistinctPersons.objects.values_list("first", "second"))
    found = [
        pair
        for pair in pairs([one for one in known if one.id in here], known)
        if (min(pair.first, pair.second), max(pair.first, pair.second)) not in apart
    ]
    events = _events_of({person for pair in found for person in (pair.first, pair.second)})
    return [
        Duplicate(
            persons[pair.first],
            persons[pair.second],
            pair.evidence,
            events.get(pair.first, ()),
            events.get(pair.second, ()),
            here.get(pair.first),
            here.get(pair.second),
        )
        for pair in found
    ]


def merged_in(event: Event) -> QuerySet[Person]:
    """The persons that were merged into another, if either is in the event."""
    here = Q(entries__event=event) | Q(merged_into__entries__event=event)
    return (
        Person.objects.filter(here, merged_into__isnull=False).select_related("merged_into").distinct().order_by("pk")
    )


def kept_apart(event: Event) -> QuerySet[DistinctPersons]:
    """The pairs of whom somebody said that they are two, if either is in the event; the newest first."""
    rows = DistinctPersons.objects.select_related("first", "second")
    persons = event.entries.values("person")
    return rows.filter(Q(first__in=persons) | Q(second__in=persons))


def double_registrations(event: Event) -> QuerySet[Entry]:
    """The registrations that were merged into another one, by number."""
    return Entry.every.filter(event=event, merged_into__isnull=False).select_related("merged_into").order_by("number")


def _somebody(person: Person) -> Somebody:
    return Somebody(
        person.pk,
        person.name,
        person.family_name,
        person.given_name,
        person.latin_name,
        person.country,
        person.federation_number or "",
    )


def _events_of(persons: set[int]) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    rows = Entry.objects.filter(person__in=persons).order_by("-event__starts", "-event_id")
    for person, name in rows.values_list("person_id", "event__name"):
        found[person] = (*found.get(person, ()), name)
    return found
