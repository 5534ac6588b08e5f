"""Persons of an event who may be known already, and merged persons."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.persons import DistinctPersons, Person
from tournament.registration.selectors.entries import registered
from tournament.registration.selectors.similar import events_of, names_of, similar_to


@dataclass(frozen=True)
class Duplicate:
    """Two persons who may be the same, the evidence, and the names of each one's events, newest first.

    ``first_entry`` and ``second_entry`` are their registrations in the requested event.
    """

    first: Person
    second: Person
    evidence: tuple[str, ...]
    first_events: tuple[str, ...]
    second_events: tuple[str, ...]
    first_entry: Entry | None
    second_entry: Entry | None


def duplicates_of(event: Event) -> list[Duplicate]:
    """Return the event's persons who may be the same as another known person, strongest evidence first.

    Pairs that were marked as two persons are not among them.
    """
    entries = {entry.person.kept.pk: entry for entry in registered(event)}
    pairs, persons = similar_to([names_of(entry.person.kept) for entry in entries.values()])
    distinct = _distinct_pairs(persons)
    similar = [pair for pair in pairs if (pair.first, pair.second) not in distinct]
    events = events_of({pk for pair in similar for pk in (pair.first, pair.second)})
    return [
        Duplicate(
            persons[pair.first],
            persons[pair.second],
            pair.evidence,
            events.get(pair.first, ()),
            events.get(pair.second, ()),
            entries.get(pair.first),
            entries.get(pair.second),
        )
        for pair in similar
    ]


def merged_in(event: Event) -> QuerySet[Person]:
    """Return the persons merged into another, if either is in the event."""
    in_event = Q(entries__event=event) | Q(merged_into__entries__event=event)
    merged = Person.objects.filter(in_event, merged_into__isnull=False).select_related("merged_into")
    return merged.distinct().order_by("pk")


def kept_apart(event: Event) -> QuerySet[DistinctPersons]:
    """Return the pairs that were marked as two persons, if either is in the event; newest first."""
    rows = DistinctPersons.objects.select_related("first", "second")
    persons = event.entries.values("person")
    return rows.filter(Q(first__in=persons) | Q(second__in=persons))


def double_registrations(event: Event) -> QuerySet[Entry]:
    """Return the merged second registrations, by number."""
    return Entry.every.filter(event=event, merged_into__isnull=False).select_related("merged_into").order_by("number")


def _distinct_pairs(persons: Iterable[int]) -> set[tuple[int, int]]:
    rows = DistinctPersons.objects.filter(first__in=persons)
    return set(rows.values_list("first", "second"))
