"""Persons of an event who may be known already, and those that were merged."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournament.models import Entry, Event, Person
from tournament.rules.registration.duplicates import Somebody, pairs


@dataclass(frozen=True)
class Duplicate:
    """Two persons who may be one, why, and in which events each is (their names, the newest first)."""

    first: Person
    second: Person
    evidence: tuple[str, ...]
    first_events: tuple[str, ...]
    second_events: tuple[str, ...]
    both_here: bool


def duplicates_of(event: Event) -> list[Duplicate]:
    """The persons of the event who may be one with another or with somebody of another event, the surest first."""
    persons = {person.pk: person for person in Person.objects.filter(merged_into=None)}
    here_ids = {entry.person.kept.pk for entry in event.entries.select_related("person__merged_into")}
    known = [_somebody(person) for person in persons.values()]
    found = pairs([one for one in known if one.id in here_ids], known)
    events = _events_of({person for pair in found for person in (pair.first, pair.second)})
    return [
        Duplicate(
            persons[pair.first],
            persons[pair.second],
            pair.evidence,
            events.get(pair.first, ()),
            events.get(pair.second, ()),
            {pair.first, pair.second} <= here_ids,
        )
        for pair in found
    ]


def merged_in(event: Event) -> QuerySet[Person]:
    """The persons that were merged into another, if either is in the event."""
    here = Q(entries__event=event) | Q(merged_into__entries__event=event)
    return (
        Person.objects.filter(here, merged_into__isnull=False).select_related("merged_into").distinct().order_by("pk")
    )


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
