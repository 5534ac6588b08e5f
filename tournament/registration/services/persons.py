"""The person of an entry; merging persons or marking them as distinct, and undoing both."""

from collections.abc import Callable, Sequence

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role
from tournament.people.models.persons import DistinctPersons, Person
from tournament.people.selectors import holder_of, numbers_of
from tournament.people.services.accounts import lock_people
from tournament.people.services.persons import lock_person, lock_persons, refusing_taken_numbers
from tournament.registration.rules.federation import exclude_each_other
from tournament.registration.services.checks import NAMES
from tournament.registration.services.numbers import follow_number
from tournament.registry.services.filling import fill_persons

#: Functions of later rooms; each gets the ids of persons who were merged or separated.
PERSONS_MERGED: list[Callable[[ActionContext, Sequence[int]], None]] = []


def merged_otherwise(context: ActionContext, persons: Sequence[int]) -> None:
    """Call the functions of PERSONS_MERGED."""
    for function in PERSONS_MERGED:
        function(context, persons)


@action("person.merge", summary=_("Merge two persons"), roles=[Role.Name.ORGANIZER], subject="event")
def merge_persons(context: ActionContext, event: Event, *, kept: Person, merged: Person) -> Done:
    """Point ``merged`` to ``kept``; every entry keeps its person, and undoing clears the pointer (design: merging).

    One of them must be in the event. Two numbers of one federation mean two persons.
    """
    lock_people(context)
    kept, merged = join_persons(context, kept, merged)
    if not event.entries.filter(Q(person__in=(kept, merged)) | Q(person__merged_into__in=(kept, merged))).exists():
        raise Refused(_("This does not belong to this event."))
    return merge_done(kept, merged, apart=False)


def join_persons(context: ActionContext, kept: Person, merged: Person) -> tuple[Person, Person]:
    """Point one person to the other; return the kept and the merged one.

    A person with a federation number is kept rather than one without. All numbers stay with their rows, where they are
    found for the kept person. Raises Refused if both have a number of one federation, either is merged already, or both
    are registered in one event.
    """
    lock_persons(context, kept, merged)
    kept, merged = _reread(kept), _reread(merged)
    if kept == merged or kept.merged_into or merged.merged_into or merged.merged_from.exists():
        raise Refused(_("One of them was already merged. Reload the page."))
    if _have_two_numbers(kept, merged):
        raise Refused(_("Both have a number of one federation: these are two persons."))
    events = [set(person.entries.values_list("event", "event__name")) for person in (kept, merged)]
    shared_events = events[0] & events[1]
    if shared_events:
        figures = {"event": next(iter(shared_events))[1]}
        raise Refused(
            _("Both are registered in %(event)s, and a person can take part only once: merge the registrations there.")
            % figures
        )
    if merged.federation_number and not kept.federation_number:
        # The federation number stays with its person, so keep that person.
        kept, merged = merged, kept
        if merged.merged_from.exists():
            raise Refused(_("One of them was already merged. Reload the page."))
    merged.merged_into = kept
    merged.save(update_fields=["merged_into"])
    _distinct_pair(kept, merged).delete()
    merged_otherwise(context, [kept.pk, merged.pk])
    return kept, merged


def _have_two_numbers(person: Person, other: Person) -> bool:
    numbers = {pk: [row.value for row in rows] for pk, rows in numbers_of([person, other]).items()}
    return exclude_each_other(
        person.federation_number or "",
        numbers.get(person.pk, []),
        other.federation_number or "",
        numbers.get(other.pk, []),
    )


def note_distinct(context: ActionContext, first: Person, second: Person) -> Done:
    """Mark two persons as distinct, and return what an action answers."""
    if first == second or _distinct_pair(first, second).exists():
        return _distinct_done(first, second, changed=False, apart=True)
    low, high = sorted((first, second), key=lambda person: person.pk)
    DistinctPersons.objects.create(first=low, second=high, by=context.actor.name[:150], at=timezone.now())
    return _distinct_done(first, second, changed=True, apart=True)


def forget_distinct(_context: ActionContext, first: Person, second: Person) -> Done:
    """Remove the mark of two distinct persons, and return what an action answers."""
    deleted, _rows = _distinct_pair(first, second).delete()
    return _distinct_done(first, second, changed=bool(deleted), apart=False)


def merged_pair(merged: Person) -> tuple[Person, Person]:
    """Return the kept and the merged person. Raises Refused if ``merged`` is not merged into another."""
    merged = _reread(merged)
    if merged.merged_into is None:
        raise Refused(_("They are already marked as two persons."))
    return merged.merged_into, merged


def separate_persons(context: ActionContext, person: Person, other: Person) -> None:
    """Clear the pointer of either person to the other."""
    lock_persons(context, person, other)
    Person.objects.filter(pk=person.pk, merged_into=other).update(merged_into=None)
    Person.objects.filter(pk=other.pk, merged_into=person).update(merged_into=None)
    merged_otherwise(context, [person.pk, other.pk])


@action(
    "person.distinct",
    summary=_("Mark as two persons"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
)
def mark_distinct(context: ActionContext, event: Event, *, first: Person, second: Person) -> Done:
    """Mark two similar persons as distinct: no event offers them for merging again."""
    lock_people(context)
    _check_of_event(event, first, second)
    return note_distinct(context, first, second)


@action(
    "person.undistinct",
    summary=_("Undo “two persons”"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
)
def unmark_distinct(context: ActionContext, event: Event, *, first: Person, second: Person) -> Done:
    """Remove the mark of two distinct persons; they are offered for merging again."""
    lock_people(context)
    _check_of_event(event, first, second)
    return forget_distinct(context, first, second)


@action("person.unmerge", summary=_("Undo the merging of two persons"), roles=[Role.Name.ORGANIZER], subject="event")
def unmerge_person(context: ActionContext, event: Event, *, merged: Person) -> Done:
    """Clear the pointer of a merged person of the event."""
    lock_people(context)
    kept, merged = merged_pair(merged)
    if not event.entries.filter(Q(person__in=(kept, merged)) | Q(person__merged_into=kept)).exists():
        raise Refused(_("This does not belong to this event."))
    separate_persons(context, merged, kept)
    return merge_done(kept, merged, apart=True)


def person_for(context: ActionContext, event: Event, entry: Entry, federation_number: str) -> Person:
    """Return the person with this federation number, or create one with the entry's names."""
    known = holder_of(federation_number)
    if known is None:
        try:
            return _new_person(context, entry, federation_number)
        except IntegrityError:
            # Another event has registered this person at the same moment, and has ended its write.
            known = holder_of(federation_number)
            if known is None:
                raise
    person = lock_person(context, known)
    registered = event.entries.filter(Q(person=person) | Q(person__merged_into=person)).first()
    if registered:
        message = _("%(name)s (number %(number)d) has this federation number.")
        figures = {"name": registered.name, "number": registered.number}
        raise Refused(message % figures, where="federation_number")
    return person


def _new_person(context: ActionContext, entry: Entry, federation_number: str) -> Person:
    names = {column: getattr(entry, column) for column in NAMES}
    with transaction.atomic():
        person = Person.objects.create(federation_number=federation_number or None, **names)
    fill_persons(context, [person])
    return person


def write_person(context: ActionContext, entry: Entry, federation_number: str) -> None:
    """Copy the entry's names and federation number to its person. Raises Refused for another person's number."""
    person = lock_person(context, entry.person)
    holder = holder_of(federation_number)
    if holder and holder.kept != person:
        columns = {"name": holder.name}
        message = _("%(name)s has this federation number. If they are one person, merge them.") % columns
        raise Refused(message, where="federation_number")
    for column in NAMES:
        setattr(person, column, getattr(entry, column))
    others = Person.objects.exclude(pk=person.pk)
    if not federation_number or not others.filter(federation_number=federation_number).exists():
        follow_number(context, person, person.federation_number or "", federation_number)
        person.federation_number = federation_number or None
    try:
        person.full_clean(validate_unique=False)
    except ValidationError as error:
        where, messages = next(iter(error.message_dict.items()))
        raise Refused(" ".join(messages), where=where) from None
    with refusing_taken_numbers(context, "federation_number"):
        person.save()
    fill_persons(context, [person])


def _distinct_pair(person: Person, other: Person) -> QuerySet[DistinctPersons]:
    low, high = sorted((person.pk, other.pk))
    return DistinctPersons.objects.filter(first=low, second=high)


def _check_of_event(event: Event, *persons: Person) -> None:
    """Raise Refused if neither person is in the event."""
    if not event.entries.filter(Q(person__in=persons) | Q(person__merged_into__in=persons)).exists():
        raise Refused(_("This does not belong to this event."))


def _distinct_done(first: Person, second: Person, *, changed: bool, apart: bool) -> Done:
    persons = [f"person:{first.pk}", f"person:{second.pk}"]
    answer = {"first": first.pk, "second": second.pk}
    before, after = ({"persons": persons, "two_persons": value} for value in (not apart, apart))
    return Done(answer, persons[0], before, after, raises=(LIVE,), changed=changed)


def _reread(person: Person) -> Person:
    return Person.objects.select_related("merged_into").get(pk=person.pk)


def merge_done(kept: Person, merged: Person, *, apart: bool) -> Done:
    """Return what an action answers that merged two persons or, with ``apart``, separated them."""
    alone: dict[str, int | None] = {"merged_into": None}
    together: dict[str, int | None] = {"merged_into": kept.pk}
    before, after = (together, alone) if apart else (alone, together)
    return Done({"kept": kept.pk, "merged": merged.pk}, f"person:{merged.pk}", before, after, raises=(LIVE, PUBLIC))
